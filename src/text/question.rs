//! Questions made of titles and headings.

/// Headings that stand in many documents and say nothing of any.
const EMPTY: &[&str] = &[
    "abstract",
    "appendix",
    "conclusion",
    "contents",
    "exceptions",
    "index",
    "introduction",
    "notes",
    "overview",
    "references",
    "summary",
    "table of contents",
    "tips",
];

/// Longer headings, in characters, are sentences that nobody wants to ask about.
const LONGEST: usize = 70;

/// Questions of no more words than this lack their subject.
const SHORT_QUESTION: usize = 4;

/// A question about a part of a document: `What does “Leave policy” say about annual leave?`
///
/// `None` if the heading says too little or too much, or no more than the title. A heading that is a question is the question,
/// unless it is so short that it lacks its subject ("What is covered?").
pub fn about(title: &str, heading: &str) -> Option<String> {
    let heading = bare(heading);
    let length = heading.chars().count();
    if !(3..=LONGEST).contains(&length) || EMPTY.contains(&heading.to_lowercase().as_str()) {
        return None;
    }
    let heading = match heading.strip_suffix('?') {
        Some(_) if heading.split_whitespace().count() > SHORT_QUESTION => {
            return Some(heading.to_owned());
        }
        Some(words) => words.trim().to_lowercase(),
        None => in_sentence(heading),
    };
    let title = short(title);
    let title_words = title.to_lowercase();
    let mut words = heading.split_whitespace();
    if words.all(|word| title_words.contains(&word.to_lowercase())) {
        return None;
    }
    if title.is_empty() {
        return Some(format!("What is said about {heading}?"));
    }
    Some(format!("What does “{title}” say about {heading}?"))
}

/// A question about a whole document.
pub fn about_document(title: &str) -> String {
    format!("What is “{}” about?", short(title))
}

/// What to call a document: its title, or the words of its file's name where other documents have
/// the same title, or it was made up by a program.
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

/// The words of a file's name: `plans/Health_Plus.pdf` is `Health Plus`.
pub fn file_words(path: &str) -> String {
    let file = path.rsplit('/').next().unwrap_or(path);
    let stem = match file.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => file,
    };
    let words: Vec<&str> = stem
        .split(['_', '-', ' '])
        .filter(|w| !w.is_empty())
        .collect();
    words.join(" ")
}

/// A heading without its number and final punctuation.
fn bare(heading: &str) -> &str {
    heading
        .trim()
        .trim_start_matches(|c: char| c.is_ascii_digit() || ".) \t".contains(c))
        .trim_end_matches([':', '.', ' '])
}

/// What stands after the last colon of a long title; series come before their parts.
fn short(title: &str) -> &str {
    match title.rsplit_once(": ") {
        Some((_, part)) if part.split_whitespace().count() > 1 => part.trim(),
        _ => title.trim(),
    }
}

/// The heading as it stands inside a sentence: capitals are kept where they look like names.
fn in_sentence(heading: &str) -> String {
    let letters = || heading.chars().filter(|c| c.is_alphabetic());
    if letters().count() > 4 && letters().all(char::is_uppercase) {
        return heading.to_lowercase();
    }
    let mut characters = heading.chars();
    let first = characters.next();
    let rest = characters.as_str();
    if rest.chars().any(char::is_uppercase) {
        return heading.to_owned();
    }
    first
        .into_iter()
        .flat_map(char::to_lowercase)
        .chain(rest.chars())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_asked_about_inside_its_document() {
        assert_eq!(
            about("Larkfield Trust: Staff Handbook", "4. Annual leave:").as_deref(),
            Some("What does “Staff Handbook” say about annual leave?")
        );
        assert_eq!(
            about("", "HOW PROVIDERS AFFECT COSTS").as_deref(),
            Some("What is said about how providers affect costs?")
        );
    }

    #[test]
    fn names_keep_their_capitals() {
        assert_eq!(
            about("Hours", "Old Mill").as_deref(),
            Some("What does “Hours” say about Old Mill?")
        );
    }

    #[test]
    fn headings_of_every_document_are_asked_about_in_none() {
        assert_eq!(about("A", "Contents"), None);
        assert_eq!(about("A", "1."), None);
        assert_eq!(about("Health Plus Benefits", "Health Plus"), None);
        assert_eq!(about("A", &"word ".repeat(40)), None);
    }

    #[test]
    fn a_title_that_tells_nothing_gives_way_to_the_file() {
        let path = "plans/Health_Plus-2024.pdf";
        assert_eq!(name("Health Plus", path, false), "Health Plus");
        assert_eq!(name("Contoso", path, true), "Health Plus 2024");
        assert_eq!(
            name("Microsoft Word - x.doc", path, false),
            "Health Plus 2024"
        );
        assert_eq!(name(" ", ".env", false), ".env");
    }

    #[test]
    fn a_question_stays_a_question() {
        let question = "Who may join the library?";
        assert_eq!(about("A", question).as_deref(), Some(question));
        assert_eq!(
            about("Perks", "What is Covered?").as_deref(),
            Some("What does “Perks” say about what is covered?")
        );
    }
}
