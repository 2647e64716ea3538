//! Questions that a document answers, in its own words, and names of documents.

use super::languages::{self, Table};

/// Maximum length in characters of a heading to ask about; longer ones are sentences.
const MAX_LEN: usize = 70;

/// Maximum number of words in a heading's question that lacks a subject ("What is covered?").
const SHORT_QUESTION: usize = 4;

/// Maximum number of words in a thing's name; more are a description.
pub const MAX_NAME_WORDS: usize = 4;

/// Returns the heading as a question, if it makes sense on its own.
fn of_asking_heading(heading: &str) -> Option<String> {
    of_heading(heading).filter(|heading| heading.ends_with('?'))
}

/// Returns the heading as something to ask: a question of its own, or the subject as written.
///
/// `None` if it says too little or too much.
fn of_heading(heading: &str) -> Option<String> {
    let heading = bare(heading);
    let lower = heading.to_lowercase();
    let is_subject = heading.starts_with(char::is_alphanumeric)
        && (3..=MAX_LEN).contains(&heading.chars().count())
        // A bracket would be read as a citation.
        && !heading.contains('[')
        && !Table::EmptyHeadings.has(&lower)
        && lower.split_whitespace().any(is_meaningful);
    let is_whole = !heading.ends_with('?') || heading.split_whitespace().count() > SHORT_QUESTION;
    // In all capitals, names cannot be told from other words.
    let shouts = heading.chars().all(|c| !c.is_lowercase());
    (is_subject && is_whole && !shouts).then(|| heading.to_owned())
}

/// Returns true if a word says something about a subject.
fn is_meaningful(word: &str) -> bool {
    let tables = [Table::StopWords, Table::Asking, Table::Framing];
    !tables.into_iter().any(|table| table.has(word))
}

/// Returns true if words name a thing: a few plain words that all say something.
fn is_name(words: &[&str]) -> bool {
    let is_telling = |word: &&str| is_plain(word) && !Table::StopWords.has(&word.to_lowercase());
    (1..=MAX_NAME_WORDS).contains(&words.len())
        && words.iter().all(is_telling)
        && words.iter().any(|word| word.chars().any(char::is_alphabetic))
}

/// Returns true if a word has only letters, digits and hyphens.
fn is_plain(word: &str) -> bool {
    word.chars().all(|c| c.is_alphanumeric() || c == '-')
}

/// Returns the question of a kind in a language about these things; `None` if the language has none.
pub fn proposed(kind: &str, language: &str, things: &[&str]) -> Option<String> {
    let mut all = languages::of(language, Table::Proposed);
    let template = all.find_map(|one| one.strip_prefix(kind)?.strip_prefix('='))?;
    let put = |sign: char| {
        let place = ['*', '#'].iter().position(|one| *one == sign);
        place
            .and_then(|at| things.get(at))
            .map_or_else(|| sign.to_string(), |thing| (*thing).to_owned())
    };
    let question: String = template.chars().map(put).collect();
    Some(format!("{}?", capitalised(&question)))
}

/// Returns a question about a whole document, in its language.
pub fn about_document(title: &str, language: &str) -> Option<String> {
    proposed("about", language, &[&capitalised(short(title))])
}

/// Returns a question for what a document says under a heading, in its language; the heading itself if that is a
/// question.
pub fn about_section(title: &str, heading: &str, around: &str, language: &str) -> Option<String> {
    let section = || {
        let named = Some(short(title)).filter(|title| !title.is_empty())?;
        proposed("section", language, &[&capitalised(named), &thing(heading, around)?])
    };
    of_asking_heading(heading).or_else(section)
}

/// Returns a heading of a few words as the name of a thing within a sentence; `None` if it is not one.
fn thing(heading: &str, around: &str) -> Option<String> {
    let heading = of_heading(heading)?;
    let words: Vec<&str> = heading.split_whitespace().collect();
    if !is_name(&words) {
        return None;
    }
    let low = lowered(&heading);
    // Only names have a capital within a sentence: the first word is one if its document never writes it without.
    let (first, others) = low.split_once(' ').unwrap_or((&low, ""));
    let is_plain = !others.contains(char::is_uppercase)
        && around.split(|c: char| !c.is_alphanumeric() && c != '-').any(|word| word == first);
    Some(if is_plain { low } else { heading })
}

/// Returns the name of a document: its title, or the words of its file name if other documents have the same title or a
/// program made it up.
pub fn name(title: &str, path: &str, is_shared: bool) -> String {
    let title = title.trim();
    let is_file_name = title.contains('_') || (title.contains('-') && !title.contains(' '));
    let is_machine_made = is_file_name || title.starts_with("Microsoft ");
    if title.is_empty() || is_shared || is_machine_made {
        file_words(path)
    } else {
        title.to_owned()
    }
}

/// Returns the words of a file name: `plans/Health_Plus.pdf` is `Health Plus`.
pub fn file_words(path: &str) -> String {
    let file = path.rsplit('/').next().unwrap_or(path);
    let stem = match file.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => file,
    };
    let words: Vec<&str> = stem.split(['_', '-', ' ']).filter(|w| !w.is_empty()).collect();
    words.join(" ")
}

/// Returns a heading without its number ("B.1.3.", "Chapter 4.") and final punctuation.
fn bare(heading: &str) -> &str {
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

/// Returns the text after the last colon of a long title; the name of a series precedes its parts.
fn short(title: &str) -> &str {
    match title.rsplit_once(": ") {
        Some((_, part)) if part.split_whitespace().count() > 1 => part.trim(),
        _ => title.trim(),
    }
}

fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(characters.as_str().chars()).collect()
}

/// Returns a text with its first letter in lower case, unless it is an abbreviation.
fn lowered(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().into_iter().flat_map(char::to_lowercase);
    first.chain(characters.as_str().chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_is_asked_about_as_it_stands() {
        let asked = of_heading;
        for heading in
            ["4. Annual leave:", "B.1.3 Annual leave", "Chapter 4. Annual leave", "a) Annual leave"]
        {
            assert_eq!(asked(heading).as_deref(), Some("Annual leave"));
        }
        assert_eq!(asked("A sick child").as_deref(), Some("A sick child"));
        assert_eq!(asked("ZYNGA GAME IRELAND"), None);
        let question = "How do I renew a book?";
        assert_eq!(asked(question).as_deref(), Some(question));
        assert_eq!(of_asking_heading(question).as_deref(), Some(question));
        assert_eq!(of_asking_heading("HOW DO I RENEW A BOOK?"), None);
        assert_eq!(of_asking_heading("Annual leave"), None);
    }

    #[test]
    fn the_first_word_of_a_thing_is_in_lower_case_unless_it_is_a_name() {
        let around = "Take annual leave early. Apple paid less. The staff of Apple Park asked.";
        for (heading, named) in [
            ("Annual leave", "annual leave"),
            ("Apple paid", "Apple paid"),
            ("Staff Handbook", "Staff Handbook"),
        ] {
            assert_eq!(thing(heading, around).as_deref(), Some(named));
        }
    }

    #[test]
    fn headings_that_say_too_little_or_too_much_are_not_asked_about() {
        assert_eq!(of_heading("Contents"), None);
        assert_eq!(of_heading("How much and how long"), None);
        assert_eq!(of_heading("Getting in"), None);
        assert_eq!(of_heading("1."), None);
        assert_eq!(of_heading("What is covered?"), None);
        assert_eq!(of_heading("The parameter API[6]"), None);
        assert_eq!(of_heading(&"word ".repeat(40)), None);
    }

    #[test]
    fn a_title_that_tells_nothing_gives_way_to_the_file() {
        let path = "plans/Health_Plus-2024.pdf";
        assert_eq!(name("Health Plus", path, false), "Health Plus");
        assert_eq!(name("Contoso", path, true), "Health Plus 2024");
        assert_eq!(name("Microsoft Word - x.doc", path, false), "Health Plus 2024");
        assert_eq!(name(" ", ".env", false), ".env");
    }

    proptest::proptest! {
        #[test]
        fn any_text_can_be_read(text in "\\PC*") {
            let _ = (thing(&text, &text), of_heading(&text));
        }
    }
}
