//! Topics that documents suggest, and names of documents.

use super::languages::Table;

/// Maximum length in characters of a heading to ask about; longer ones are sentences.
const MAX_LEN: usize = 70;

/// Returns a heading as a topic to ask about, without its number. `None` if it says too little or too much.
pub fn topic(heading: &str) -> Option<String> {
    let heading = bare(heading);
    let is_subject = heading.starts_with(char::is_alphanumeric)
        && (3..=MAX_LEN).contains(&heading.chars().count())
        // A bracket would be read as a citation.
        && !heading.contains('[')
        && (heading.ends_with('?') || begins_with_subject(heading));
    // In all capitals, names cannot be told from other words.
    let shouts = heading.chars().all(|c| !c.is_lowercase());
    (is_subject && !shouts).then(|| heading.to_owned())
}

/// Returns true if a heading begins with its subject, unlike "Before work" and "How to claim", about which one cannot ask.
fn begins_with_subject(heading: &str) -> bool {
    let first = heading.to_lowercase();
    first.split_whitespace().next().is_some_and(|word| !Table::StopWords.has(word))
}

/// Returns a topic as its text writes it within sentences: `annual leave` where that has it, but `PerksPlus`.
pub fn as_written(topic: &str, text: &str) -> String {
    let mut letters = topic.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_lowercase).collect();
    let small = first + letters.as_str();
    let is_plain = || is_plain(topic, text);
    let known =
        [&small, &topic.to_lowercase()].into_iter().find(|form| text.contains(*form)).cloned();
    known.or_else(|| is_plain().then_some(small)).unwrap_or_else(|| topic.to_owned())
}

/// Returns true if only its place makes the first word of a topic begin with a capital letter: its others have none, and
/// the text has it in no sentence.
fn is_plain(topic: &str, text: &str) -> bool {
    let Some((first, others)) = topic.split_once(' ') else {
        return false;
    };
    let is_small = |words: &str| !words.contains(char::is_uppercase);
    let rest = first.char_indices().nth(1).and_then(|(at, _)| first.get(at..)).unwrap_or_default();
    let is_name = text.match_indices(first).any(|(at, _)| {
        let before = text.get(..at).unwrap_or_default().strip_suffix(' ').unwrap_or_default();
        before.ends_with(|c: char| c.is_lowercase() || c == ',')
    });
    is_small(others) && is_small(rest) && !is_name
}

/// Maximum length in characters of a title; longer ones are sentences.
const MAX_TITLE: usize = 150;

/// Returns the name of a document: its title, or the words of its file name if other documents have the same title, a
/// program made it up, or it is a sentence or a number.
pub fn name(title: &str, path: &str, is_shared: bool) -> String {
    let title = title.trim();
    let is_file_name = title.contains('_') || (title.contains('-') && !title.contains(' '));
    let is_machine_made = is_file_name || title.starts_with("Microsoft ");
    let (letters, all) =
        (title.chars().filter(|c| c.is_alphabetic()).count(), title.chars().count());
    let is_title = letters * 2 > all && all <= MAX_TITLE;
    if is_shared || is_machine_made || !is_title { file_words(path) } else { title.to_owned() }
}

/// Returns the words of a file name: `plans/Health_Plus.pdf` is `Health Plus`. In a name with spaces, nothing else stands
/// for one.
pub fn file_words(path: &str) -> String {
    let file = path.rsplit('/').next().unwrap_or(path);
    let stem = match file.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => file,
    };
    // A code such as `INV-2025-009` too is written as it is.
    if stem.contains(' ') || !stem.contains(char::is_lowercase) {
        return stem.to_owned();
    }
    let words: Vec<&str> = stem.split(['_', '-']).filter(|w| !w.is_empty()).collect();
    words.join(" ")
}

/// Returns a heading without its number ("B.1.3.", "Chapter 4.") and final punctuation.
pub fn bare(heading: &str) -> &str {
    let heading = heading.trim().trim_end_matches([':', '.', ' ']);
    let Some((first, rest)) = heading.split_once(char::is_whitespace) else {
        return if is_numbering(heading) { "" } else { heading };
    };
    match rest.split_once(char::is_whitespace) {
        _ if is_numbering(first) => rest.trim_start(),
        Some((second, rest)) if second.ends_with('.') && is_numbering(second) => rest.trim_start(),
        _ => heading,
    }
}

/// Returns true if a word is a section number: digits and single letters with dots between them.
fn is_numbering(word: &str) -> bool {
    let parts = word.trim_end_matches(['.', ')']).split('.');
    let is_number = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
    let is_letter = |part: &str| part.len() == 1 && part != word;
    parts.clone().all(|part| is_number(part) || is_letter(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_is_a_topic_without_its_number() {
        assert_eq!(topic("B.1.3. Sick leave:").as_deref(), Some("Sick leave"));
        assert_eq!(topic("Chapter 4. Sick leave").as_deref(), Some("Sick leave"));
        assert_eq!(topic("What is covered?").as_deref(), Some("What is covered?"));
        for heading in
            ["4.", "Before work", "CONTENTS", "a", "The", "See [a.md]", &"word ".repeat(20)]
        {
            assert_eq!(topic(heading), None, "{heading}");
        }
    }

    #[test]
    fn a_topic_is_written_as_in_its_text() {
        let text = "Staff take annual leave in London. PerksPlus pays what Contoso pays.";
        for (topic, written) in [
            ("Annual Leave", "annual leave"),
            ("Leave in London", "leave in London"),
            ("PerksPlus", "PerksPlus"),
            ("Meals and hotels", "meals and hotels"),
            ("Contoso benefits", "Contoso benefits"),
            ("Urlaub im Ausland", "Urlaub im Ausland"),
            ("Parking", "Parking"),
        ] {
            assert_eq!(as_written(topic, text), written);
        }
    }

    #[test]
    fn documents_are_named_by_title_or_file() {
        assert_eq!(name("Benefits", "a/b.pdf", false), "Benefits");
        assert_eq!(name("Benefits", "a/Health_Plus.pdf", true), "Health Plus");
        assert_eq!(name("Microsoft Word - x", "a/Health-Plus.pdf", false), "Health Plus");
        assert_eq!(name("", "O-2025-021 Yoga.docx", false), "O-2025-021 Yoga");
        assert_eq!(name("", "INV-2025-009.pdf", false), "INV-2025-009");
        assert_eq!(name("", "notes", false), "notes");
        assert_eq!(name("OP-QJEC140023 1553..1624", "paper.pdf", false), "paper");
        assert_eq!(name(&"It was said ".repeat(20), "speech.md", false), "speech");
    }
}
