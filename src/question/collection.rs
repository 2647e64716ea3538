//! Questions about the collection itself: how many documents there are, which ones, the newest, or those that mention a
//! thing.

use std::sync::LazyLock;

use footnote_text::languages::{Pairs, Table, pairs};
use footnote_text::words::words;

/// Maximum length of a question about the collection, in words.
const MAX_WORDS: usize = 24;

static KINDS: Pairs = LazyLock::new(|| pairs(Table::DocumentKinds));

/// A question about the collection itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Collection {
    /// True if it asks for the number of documents.
    pub counts: bool,
    /// True if it asks for the newest documents.
    pub newest: bool,
    /// The file extensions that it asks for; empty for all.
    pub endings: Vec<&'static str>,
    /// The thing that the documents are to mention; empty if it names none.
    pub topic: String,
}

impl Collection {
    /// Reads a question about the collection. `None` unless each of its words belongs to such a question or to the
    /// thing that the documents are to mention: "Which documents do I need?" is about something else.
    pub(super) fn of(question: &str) -> Option<Self> {
        // The same word in different spellings.
        let question = &["e-mail", "E-mail", "E-Mail"]
            .iter()
            .fold(question.to_owned(), |question, written| question.replace(written, "email"));
        let all: Vec<String> = words(question).take(MAX_WORDS + 1).map(str::to_lowercase).collect();
        if all.len() > MAX_WORDS {
            return None;
        }
        let (asked, topic) = split_topic(&all)?;
        let topic: Vec<&str> = words(question).skip(topic.start).take(topic.len()).collect();
        let has = |table: Table| asked.iter().any(|word| table.has(word));
        let endings = asked.iter().filter_map(|word| KINDS.get(word.as_str()));
        let endings: Vec<&str> = endings.flat_map(|endings| endings.split(' ')).collect();
        let is_about_documents = has(Table::Documents) || !endings.is_empty();
        let lower = question.to_lowercase();
        let newest = has(Table::Newest);
        let is_asked = has(Table::Listing) || newest;
        (is_about_documents && is_asked).then(|| Self {
            counts: Table::Counting.words().any(|phrase| lower.contains(phrase)),
            newest,
            endings,
            topic: topic.join(" "),
        })
    }
}

/// Returns the words of a question that are about the collection, and the range of those that name what the documents
/// are to mention; `None` if a word is neither.
fn split_topic(words: &[String]) -> Option<(Vec<&String>, std::ops::Range<usize>)> {
    let foreign = |word: &&String| !is_of_collection(word);
    // "Which documents mention failed payments?"
    let named = words.windows(2).position(|both| match both {
        [before, word] => Table::Mentioning.has(before) && !is_filler(word) && !is_noun(word),
        _ => false,
    });
    let named = named.map(|at| at + 1);
    let first = words.iter().position(|word| foreign(&word));
    let Some(first) = first.into_iter().chain(named).min() else {
        // "What is the document about?"
        let is_open = words.iter().any(|word| Table::Mentioning.has(word));
        return (!is_open).then(|| (words.iter().collect(), 0..0));
    };
    let (asked, rest) = words.split_at(first);
    // "Which documents mention the move?"
    if asked.iter().rev().take(2).any(|word| Table::Mentioning.has(word)) {
        return Some((asked.iter().collect(), first..words.len()));
    }
    // "In which documents is the move mentioned?"
    let last = rest.iter().rposition(|word| foreign(&word))?;
    let behind = rest.get(last + 1..)?;
    let is_named = behind.iter().any(|word| Table::Mentioning.has(word))
        && asked.iter().any(|word| is_noun(word) || KINDS.contains_key(word.as_str()));
    let asked = asked.iter().chain(behind).collect();
    is_named.then_some((asked, first..first + last + 1))
}

/// Returns true if a word means documents of any kind.
fn is_noun(word: &str) -> bool {
    Table::Documents.has(word)
}

/// Returns true if a word before a name adds nothing to it.
fn is_filler(word: &str) -> bool {
    let tables = [Table::StopWords, Table::Articles, Table::Certain, Table::Mentioning];
    tables.iter().any(|table| table.has(word))
}

/// Returns true if a word belongs to questions about the collection.
fn is_of_collection(word: &str) -> bool {
    let tables =
        [Table::Documents, Table::Listing, Table::Newest, Table::Collecting, Table::Mentioning];
    KINDS.contains_key(word) || tables.iter().any(|table| table.has(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn topic(question: &str) -> String {
        Collection::of(question).unwrap_or_else(|| panic!("{question}")).topic
    }

    #[test]
    fn questions_for_the_documents_as_such_are_told_from_others() {
        for question in [
            "What documents do you have?",
            "How many files are there?",
            "List all documents, please.",
            "Which PDFs are in the folder?",
            "What is the newest document?",
            "Welche Dokumente gibt es?",
            "Wie viele Dateien hast du?",
            "Quels documents y a-t-il ?",
            "¿Qué documentos tienes?",
        ] {
            let collection = Collection::of(question);
            assert!(collection.is_some_and(|one| one.topic.is_empty()), "{question}");
        }
        for question in [
            "Which documents do I need to apply for a visa?",
            "How many documents must a tenant sign?",
            "What does the document say about leave?",
            "What is the document about?",
            "What topics does the expenses document cover?",
            "Which file is the contract in?",
            "How many days of leave are there?",
            "What is the largest city?",
            "Welche Unterlagen muss ich vorlegen?",
        ] {
            assert_eq!(Collection::of(question), None, "{question}");
        }
    }

    #[test]
    fn what_documents_mention_is_read_wherever_it_stands() {
        assert_eq!(topic("Which documents mention the Moss warehouse?"), "Moss warehouse");
        assert_eq!(topic("How many files are about VPN access?"), "VPN access");
        assert_eq!(topic("Which documents mention failed payments?"), "failed payments");
        assert_eq!(topic("Which documents mention search warrants?"), "search warrants");
        assert_eq!(topic("Which documents mention E-mail security?"), "email security");
        assert_eq!(topic("In which document is parental leave mentioned?"), "parental leave");
        assert_eq!(topic("Is there a document about notice periods?"), "notice periods");
        assert_eq!(topic("In welchen Dateien wird der Umzug erwähnt?"), "Umzug");
    }

    #[test]
    fn numbers_orders_and_kinds_are_read() {
        let read = |question: &str| Collection::of(question).unwrap();
        assert_eq!(read("How many e-mails are there?").endings, ["eml", "msg", "mbox"]);
        assert!(read("How many documents can you search?").counts);
        assert!(read("How many documents are there?").counts);
        assert!(!read("Which documents are there?").counts);
        let newest = read("What is the newest spreadsheet?");
        assert!(newest.newest && newest.endings.contains(&"csv"));
    }
}
