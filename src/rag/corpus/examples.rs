//! Example questions, made from the titles and headings of the documents themselves.

use std::collections::{BTreeMap, HashMap};

use super::acl::Acl;
use super::index::{Index, IndexError, Record, Records, Start};
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

/// A heading of fewer words says too little (`Overview`), one of more is a sentence.
const WORDS: std::ops::RangeInclusive<usize> = 2..=6;

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
        questions.truncate(if acl.is_public() {
            MOST
        } else {
            MOST_RESTRICTED
        });
        let example = |question| Example {
            question,
            acl: acl.clone(),
        };
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
    let mut queues: Vec<std::vec::IntoIter<String>> = documents
        .iter()
        .map(|(name, passages)| of_document(name, passages, &frequency).into_iter())
        .collect();
    let mut questions: Vec<String> = Vec::new();
    while questions.len() < MOST {
        let round: Vec<String> = queues.iter_mut().filter_map(Iterator::next).collect();
        if round.is_empty() {
            break;
        }
        questions.extend(round);
    }
    questions.truncate(MOST);
    Ok(questions)
}

/// In how many documents each heading stands: one that stands in several names none of them.
fn heading_frequency(documents: &[(String, Vec<Passage>)]) -> HashMap<String, usize> {
    let mut frequency = HashMap::new();
    for (_, passages) in documents {
        let mut headings: Vec<&String> =
            passages.iter().filter_map(|p| p.headings.last()).collect();
        headings.sort();
        headings.dedup();
        for heading in headings {
            *frequency.entry(heading.clone()).or_default() += 1;
        }
    }
    frequency
}

/// The questions that a document suggests, about its longest parts first.
fn of_document(
    name: &str,
    passages: &[Passage],
    frequency: &HashMap<String, usize>,
) -> Vec<String> {
    let mut parts: Vec<(&str, usize, &str)> = Vec::new();
    for passage in passages {
        let Some(heading) = passage.headings.last() else {
            continue;
        };
        match parts.iter_mut().find(|(known, _, _)| known == heading) {
            Some((_, length, _)) => *length += passage.text.len(),
            None => parts.push((heading, passage.text.len(), &passage.text)),
        }
    }
    parts.retain(|(heading, _, _)| {
        frequency.get(*heading) == Some(&1) && is_telling(heading) && *heading != name
    });
    parts.sort_by_key(|(_, length, _)| std::cmp::Reverse(*length));
    let questions: Vec<String> = parts
        .into_iter()
        .enumerate()
        .filter_map(|(nth, (heading, _, text))| {
            let part = question::Part {
                title: name,
                heading,
                text,
            };
            part.question(nth)
        })
        .collect();
    if questions.is_empty() {
        return vec![question::about_document(name)];
    }
    questions
}

fn is_telling(heading: &str) -> bool {
    WORDS.contains(&heading.split_whitespace().count())
        && heading.chars().next().is_some_and(char::is_alphanumeric)
        && heading.chars().any(char::is_lowercase)
}

/// The name of a document in a question: its title, unless that is too long or another document has it too.
fn name(record: &Record, records: &Records) -> String {
    let titled = records
        .alike()
        .map(|(_, alike)| alike.titled(&record.title));
    let is_too_long = record.title.trim().chars().count() > LONGEST_NAME;
    question::name(
        &record.title,
        &record.path,
        is_too_long || titled.sum::<u32>() > 1,
    )
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
                state: FileState::Ready {
                    passages: 1,
                    pages: 1,
                },
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
                    ("Quiet hours", "The quiet hours begin at ten."),
                    ("Overview", "All rules."),
                    ("2. Pets and guests:", "Cats."),
                ],
            ),
            ("staff_guide.md", "", &[("Overview", "All of it.")]),
        ]);
        assert_eq!(
            asked(&index),
            [
                "What does “House Rules” say about quiet hours?",
                "What is “staff guide” about?",
                "What are the rules for pets and guests?",
            ]
        );
    }

    #[test]
    fn documents_of_one_title_go_by_their_files() {
        let parts: &[(&str, &str)] = &[("Overview", "All of it.")];
        let index = index(&[
            ("Health_Plus.pdf", "Contoso", parts),
            ("Standard.pdf", "Contoso", parts),
        ]);
        assert_eq!(
            asked(&index),
            ["What is “Health Plus” about?", "What is “Standard” about?"]
        );
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
