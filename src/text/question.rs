//! Questions made of titles and headings.

use super::languages::{Table, Words, all, of};

/// The longest heading to ask about, in characters; longer ones are sentences.
const LONGEST: usize = 70;

/// The most words of a heading's question that lacks its subject.
const SHORT_QUESTION: usize = 4;

/// A part of a document.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// The document's title; may be empty.
    pub title: &'a str,
    /// The part's heading.
    pub heading: &'a str,
    /// The part's text: its language tells how headings are written.
    pub text: &'a str,
}

impl Part<'_> {
    /// A question about the part: `What does “Leave policy” say about annual leave?`
    ///
    /// `nth` is the place of the part in a list. All but the first and every third behind it are worded
    /// otherwise where that reads well. `None` if the heading says too little or too much, or no more than
    /// the title. A heading that is a question is the question, unless it is so short that it lacks its
    /// subject ("What is covered?").
    pub fn question(&self, nth: usize) -> Option<String> {
        let heading = bare(self.heading);
        let length = heading.chars().count();
        if !(3..=LONGEST).contains(&length)
            || Table::EmptyHeadings.has(heading.to_lowercase().as_str())
        {
            return None;
        }
        let is_english = is_english(&format!("{heading} {}", self.text));
        let heading = match heading.strip_suffix('?') {
            Some(_) if heading.split_whitespace().count() > SHORT_QUESTION => {
                return Some(heading.to_owned());
            }
            Some(words) => words.trim().to_lowercase(),
            None => in_sentence(heading, is_english),
        };
        let title = short(self.title);
        let title_words = title.to_lowercase();
        let mut words = heading.split_whitespace();
        if words.all(|word| title_words.contains(&word.to_lowercase())) {
            return None;
        }
        Some(if is_english && nth % 3 == 1 && has_rules(&heading) {
            format!("What are the rules for {heading}?")
        } else if is_english && nth % 3 == 2 && names_several(&heading) {
            format!("What is there to know about {heading}?")
        } else if title.is_empty() {
            format!("What is said about {heading}?")
        } else {
            format!("What does “{title}” say about {heading}?")
        })
    }
}

/// True if "the rules for" reads well before a heading: it names a doing or an entitlement, in
/// lower case and without a verb of its own.
fn has_rules(heading: &str) -> bool {
    let is_lower = !heading.contains(char::is_uppercase);
    let words: Vec<&str> = heading.split_whitespace().collect();
    // "Working from home", but not "Reading rooms".
    let mut leading = words.iter();
    let is_doing = leading.next().is_some_and(|word| word.ends_with("ing"))
        && leading
            .next()
            .is_some_and(|word| Table::SmallInTitles.has(word));
    let named = |word: &&str| Table::Ruled.has(word);
    is_lower && words.len() <= 4 && (is_doing || words.last().is_some_and(named))
}

/// True if a heading names its subject in several words, so that it can stand without its document;
/// it is no clause with a question's word.
fn names_several(heading: &str) -> bool {
    let mut words = heading.split_whitespace();
    let first = words.next().unwrap_or_default().to_lowercase();
    words.next().is_some() && !Table::Clauses.has(first.as_str())
}

/// True if a text is English rather than one of its neighbours, by its commonest words.
fn is_english(text: &str) -> bool {
    static ENGLISH: Words = Words::new(|| of("english", Table::Commonest).collect());
    static OTHERS: Words = Words::new(|| &all(Table::Commonest) - &ENGLISH);
    let lower = text.to_lowercase();
    let count = |list: &Words| {
        let words = lower.split(|c: char| !c.is_alphanumeric());
        words.filter(|word| list.contains(word)).count()
    };
    count(&ENGLISH) >= count(&OTHERS)
}

/// A question about a whole document.
pub fn about_document(title: &str) -> String {
    format!("What is “{}” about?", short(title))
}

/// The name to call a document by: its title, or the words of its file's name where other documents have
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

/// The text after the last colon of a long title; series come before their parts.
fn short(title: &str) -> &str {
    match title.rsplit_once(": ") {
        Some((_, part)) if part.split_whitespace().count() > 1 => part.trim(),
        _ => title.trim(),
    }
}

/// The heading as it stands inside a sentence.
///
/// Capitals are kept where they look like names. In English, the capitals of a heading are not; other
/// languages have capitals of their own.
fn in_sentence(heading: &str, is_english: bool) -> String {
    let letters = || heading.chars().filter(|c| c.is_alphabetic());
    let shouts = letters().count() > 4 && letters().all(char::is_uppercase);
    match (shouts, is_english) {
        (true, false) => capitalised(&heading.to_lowercase()),
        (false, false) => heading.to_owned(),
        (false, true) if is_title_case(heading) => lowered(heading),
        (false, true) if heading.chars().skip(1).any(char::is_uppercase) => heading.to_owned(),
        (_, true) => heading.to_lowercase(),
    }
}

fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(characters.as_str().chars()).collect()
}

/// True if all words but small ones begin with a capital, and small ones stand between them:
/// "Care of the Collection". Without those it may as well be a name: "Old Mill".
fn is_title_case(heading: &str) -> bool {
    let mut words = heading.split_whitespace();
    let is_small = |word: &str| Table::SmallInTitles.has(word);
    let begins_high = |word: &str| word.starts_with(|c: char| c.is_uppercase());
    words.clone().any(is_small) && words.all(|word| is_small(word) || begins_high(word))
}

/// All words in lower case, but for abbreviations.
fn lowered(heading: &str) -> String {
    let is_short_form = |word: &str| word.chars().skip(1).any(char::is_uppercase);
    let words = heading.split_whitespace().map(|word| {
        if is_short_form(word) {
            word.to_owned()
        } else {
            word.to_lowercase()
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn about(title: &str, heading: &str) -> Option<String> {
        nth(0, title, heading, "")
    }

    fn nth(at: usize, title: &str, heading: &str, text: &str) -> Option<String> {
        let part = Part {
            title,
            heading,
            text,
        };
        part.question(at)
    }

    #[test]
    fn nouns_of_other_languages_keep_their_capitals() {
        let text = "Der Urlaub ist im Sommer zu nehmen.";
        assert_eq!(
            nth(1, "Ordnung", "Urlaubsanspruch", text).as_deref(),
            Some("What does “Ordnung” say about Urlaubsanspruch?")
        );
        assert_eq!(
            nth(0, "Ordnung", "HEIZUNG", text).as_deref(),
            Some("What does “Ordnung” say about Heizung?")
        );
    }

    #[test]
    fn titles_in_capitals_become_small() {
        assert_eq!(
            about("Handbook", "Care of the IT Collection").as_deref(),
            Some("What does “Handbook” say about care of the IT collection?")
        );
    }

    #[test]
    fn questions_of_a_list_are_put_in_several_ways_where_that_reads_well() {
        assert_eq!(
            nth(1, "Handbook", "Reading rooms", "").as_deref(),
            Some("What does “Handbook” say about reading rooms?")
        );
        assert_eq!(
            nth(2, "Handbook", "Pension and benefits", "").as_deref(),
            Some("What is there to know about pension and benefits?")
        );
        assert_eq!(
            nth(1, "Handbook", "Working from home", "").as_deref(),
            Some("What are the rules for working from home?")
        );
        assert_eq!(
            nth(1, "Handbook", "The archive", "").as_deref(),
            Some("What does “Handbook” say about the archive?")
        );
    }

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
