//! Example questions, made from the titles and headings of the documents themselves.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::acl::Acl;
use super::index::{Index, IndexError, Record, Records, Start};
use super::statements::Kind;
use super::{Example, Passage};
use crate::text::question;

/// The most questions that a page shows.
pub(super) const MOST: usize = 6;

/// Questions about what only some may read go first, and leave room for others.
const MOST_RESTRICTED: usize = 3;

/// Documents looked at: enough to find six questions, few enough to cost nothing.
const MOST_DOCUMENTS: usize = 24;

/// Passages of each that are looked at.
const MOST_PASSAGES: usize = 200;

/// A longer title does not fit into a question.
const LONGEST_NAME: usize = 60;

/// Returns at most six questions about public documents, and before them at most three for the documents of
/// each other ACL; the same for the same documents.
///
/// # Errors
///
/// If the index cannot be read.
pub fn questions(index: &Index) -> Result<Vec<Example>, IndexError> {
    let records = index.records();
    let mut alike: BTreeMap<&Acl, Vec<&Record>> = BTreeMap::new();
    for record in records.iter() {
        if record.is_ready() {
            alike.entry(&record.acl).or_default().push(record);
        }
    }
    let public = alike.remove_entry(&Acl::Public);
    let mut examples = Vec::new();
    for (acl, ready) in alike.into_iter().chain(public) {
        let mut questions = about(index, &records, ready)?;
        questions.truncate(if acl.is_public() { MOST } else { MOST_RESTRICTED });
        let example = |question| Example { question, acl: acl.clone() };
        examples.extend(questions.into_iter().map(example));
    }
    Ok(examples)
}

/// At most six questions about the documents of these records, one of each in turn.
fn about(index: &Index, records: &Records, ready: Vec<&Record>) -> Result<Vec<String>, IndexError> {
    // Spread over the folder: its first documents are often alike.
    let step = ready.len().div_ceil(MOST_DOCUMENTS).max(1);
    let mut documents = Vec::new();
    for record in ready.into_iter().step_by(step) {
        documents.push((
            name(record, records),
            index.passages_from(&record.path, Start::Passage(0), MOST_PASSAGES)?,
        ));
    }
    let frequency = heading_frequency(&documents);
    let questions =
        documents.iter().map(|(name, passages)| of_document(name, passages, &frequency));
    Ok(question::in_turn(questions, MOST))
}

/// In how many documents each heading stands: one that stands in several names none of them.
fn heading_frequency(documents: &[(String, Vec<Passage>)]) -> HashMap<String, usize> {
    let mut frequency = HashMap::new();
    for (_, passages) in documents {
        let headings: BTreeSet<&str> = passages.iter().flat_map(headings).collect();
        for heading in headings {
            *frequency.entry(heading.to_owned()).or_default() += 1;
        }
    }
    frequency
}

/// The headings that a passage stands under and holds: the innermost above it, and those inside its text.
fn headings(passage: &Passage) -> impl Iterator<Item = &str> {
    let above = passage.headings.last().map(String::as_str);
    above.into_iter().chain(passage.inner_headings())
}

/// The questions that a document suggests, about its longest parts first: what a part defines, or its heading.
fn of_document(
    name: &str,
    passages: &[Passage],
    frequency: &HashMap<String, usize>,
) -> Vec<String> {
    let mut parts: Vec<(&str, Vec<&Passage>)> = Vec::new();
    for (heading, passage) in
        passages.iter().flat_map(|one| headings(one).map(move |heading| (heading, one)))
    {
        match parts.iter_mut().find(|(known, _)| *known == heading) {
            Some((_, passages)) => passages.push(passage),
            None => parts.push((heading, vec![passage])),
        }
    }
    parts.retain(|(heading, _)| frequency.get(*heading) == Some(&1));
    let length = |passages: &[&Passage]| passages.iter().map(|one| one.text.len()).sum::<usize>();
    parts.sort_by_key(|(_, passages)| Reverse(length(passages)));
    let question = |(heading, passages): (&str, Vec<&Passage>)| {
        let mut defined = passages.into_iter().flat_map(definitions);
        let defined = defined.next().map(|(question, _)| question);
        defined.or_else(|| question::of_heading(heading, name))
    };
    let questions: Vec<String> = parts.into_iter().filter_map(question).collect();
    if questions.is_empty() {
        // A dot makes it the name of a file.
        let names = (!name.contains('.')).then(|| question::about_document(name));
        return names.into_iter().collect();
    }
    questions
}

/// The questions that a passage's sentences answer by saying what something is, each with its sentence.
pub fn definitions(passage: &Passage) -> Vec<(String, String)> {
    let statements = passage.statements();
    let around = format!("{}\n{}", passage.headings.join("\n"), passage.text);
    let sentences = statements.iter().filter(|one| one.kind == Kind::Sentence);
    let defined = sentences.filter_map(|one| {
        let sentence = one.text(&passage.text);
        let question = question::of_definition(&sentence, &around)?;
        Some((question, sentence.into_owned()))
    });
    defined.collect()
}

/// The name of a document in a question: its title, unless that is too long or another document has it too.
fn name(record: &Record, records: &Records) -> String {
    let titled = records.alike().map(|(_, alike)| alike.titled(&record.title));
    let is_too_long = record.title.trim().chars().count() > LONGEST_NAME;
    question::name(&record.title, &record.path, is_too_long || titled.sum::<u32>() > 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rag::corpus::FileState;
    use crate::rag::corpus::index::Stamp;

    /// A path, a title and the parts: a heading and what it says.
    type Written<'a> = (&'a str, &'a str, &'a [(&'a str, &'a str)]);

    fn index(documents: &[Written<'_>]) -> Index {
        let index = Index::in_memory().unwrap();
        for (path, title, parts) in documents {
            let passages: Vec<Passage> = (0..)
                .zip(*parts)
                .map(|(ordinal, (heading, text))| Passage {
                    path: (*path).to_owned(),
                    ordinal,
                    headings: vec![(*heading).to_owned()],
                    text: (*text).to_owned(),
                    ..Passage::default()
                })
                .collect();
            let record = Record {
                path: (*path).to_owned(),
                stamp: Stamp::default(),
                title: (*title).to_owned(),
                state: FileState::Ready { passages: 1, pages: 1 },
                ..Record::default()
            };
            index.replace(path, &record, &passages).unwrap();
        }
        index.commit().unwrap();
        index
    }

    fn asked(index: &Index) -> Vec<String> {
        let examples = questions(index).unwrap().into_iter();
        examples.map(|example| example.question).collect()
    }

    #[test]
    fn each_document_suggests_a_question_in_turn() {
        let index = index(&[
            (
                "a.md",
                "House Rules",
                &[
                    ("Quiet hours", "They begin at ten."),
                    ("Overview", "All rules."),
                    ("2. Pets and guests:", "Cats are the guests of the house. Feed cats at six."),
                ],
            ),
            ("staff_guide.md", "", &[("Overview", "All of it.")]),
        ]);
        assert_eq!(
            asked(&index),
            ["What are cats?", "What is “Staff guide” about?", "Quiet hours",]
        );
    }

    #[test]
    fn documents_of_one_title_go_by_their_files() {
        let parts: &[(&str, &str)] = &[("Overview", "All of it.")];
        let index =
            index(&[("Health_Plus.pdf", "Contoso", parts), ("Standard.pdf", "Contoso", parts)]);
        assert_eq!(asked(&index), ["What is “Health Plus” about?", "What is “Standard” about?"]);
    }

    #[test]
    fn a_heading_that_asks_is_taken_as_it_is() {
        let index = index(&[("a.md", "A", &[("How do I renew a book?", "At the desk.")])]);
        assert_eq!(asked(&index), ["How do I renew a book?"]);
    }

    #[test]
    fn no_documents_suggest_no_questions() {
        assert!(questions(&index(&[])).unwrap().is_empty());
    }
}
