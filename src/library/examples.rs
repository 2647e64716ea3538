//! Topics for the empty page: telling headings of the documents, for each group of readers.

use std::collections::{BTreeMap, HashMap, HashSet};

use footnote_documents::acl::Acl;
use footnote_documents::{Passage, Record};
use footnote_store::{Access, Start, StoreError, Stores};
use footnote_text::analysis::stems;
use footnote_text::question::{as_written, topic};
use footnote_text::table::is_row;

use super::Example;

/// Maximum number of topics on a page.
pub const MAX: usize = 6;

/// Maximum number of topics of restricted documents. They come first, and leave room for others.
const MAX_RESTRICTED: usize = 3;

/// Number of documents sampled: enough to find six topics, and cheap.
const MAX_DOCUMENTS: usize = 24;

/// Maximum number of passages per sampled document.
const MAX_PASSAGES: usize = 200;

/// Maximum number of groups of readers with topics of their own.
const MAX_ACLS: usize = 100;

/// Returns topics of the documents, those of restricted documents first. The same documents give the same topics.
///
/// # Errors
///
/// Fails if the index cannot be read.
pub async fn topics(stores: &Stores) -> Result<Vec<Example>, StoreError> {
    let all = stores.catalog.after("", usize::MAX, Access::Full).await?;
    let mut alike: BTreeMap<&Acl, Vec<&Record>> = BTreeMap::new();
    for record in all.iter().filter(|record| record.is_ready()) {
        alike.entry(&record.acl).or_default().push(record);
    }
    let mut groups: Vec<_> = alike.into_iter().collect();
    // The topics for everyone are never left out.
    groups.sort_by_key(|(acl, _)| !acl.is_public());
    let mut examples = Vec::new();
    for (acl, ready) in groups.into_iter().take(MAX_ACLS) {
        let most = if acl.is_public() { MAX } else { MAX_RESTRICTED };
        let topics = of_documents(stores, &ready).await?.into_iter().take(most);
        examples.extend(topics.map(|question| Example { question, acl: acl.clone() }));
    }
    examples.sort_by_key(|example: &Example| example.acl.is_public());
    Ok(examples)
}

/// Returns a topic of each of some documents, those of several words first.
async fn of_documents(stores: &Stores, ready: &[&Record]) -> Result<Vec<String>, StoreError> {
    // Spread the sample over the folder, because its first documents are often alike.
    let step = ready.len().div_ceil(MAX_DOCUMENTS).max(1);
    let mut documents: Vec<Vec<String>> = Vec::new();
    for record in ready.iter().step_by(step) {
        let passages = stores.passages.passages_from(
            &record.path,
            Start::Passage(0),
            MAX_PASSAGES,
            Access::Full,
        );
        documents.push(headings(&passages.await?, &record.title));
    }
    // A heading that several documents have is a part of a form and says little about any of them.
    let mut counts: HashMap<&String, usize> = HashMap::new();
    documents.iter().flatten().for_each(|heading| *counts.entry(heading).or_default() += 1);
    let is_own = |heading: &&String| counts.get(heading) == Some(&1);
    let is_long = |heading: &&String| heading.split_whitespace().nth(1).is_some();
    let best = |headings: &Vec<String>| {
        let mut own = headings.iter().filter(is_own);
        own.clone().find(is_long).or_else(|| own.next()).cloned()
    };
    let mut topics: Vec<String> = documents.iter().filter_map(best).collect();
    // The sort is stable, so the documents stay in order.
    topics.sort_by_key(|topic| !is_long(&topic));
    Ok(topics)
}

/// A heading of a document.
struct Heading {
    topic: String,
    /// Number of sections that it stands above.
    sections: usize,
    /// True if the text of one of these has a word of it.
    is_said: bool,
}

/// Returns the telling headings of passages that follow each other, without the title of their document: those that
/// stand above one section alone, as running headers and the parts of a form do not, and whose text speaks of them.
pub fn headings(passages: &[Passage], title: &str) -> Vec<String> {
    let mut headings: Vec<Heading> = Vec::new();
    let mut before = "";
    for passage in passages {
        // The rows of a table have no sentences about its name.
        let is_prose = |line: &&str| !line.starts_with('#') && !is_row(line);
        let lines = passage.text.lines().filter(is_prose);
        let said: HashSet<String> = lines.flat_map(stems).collect();
        let above = passage.headings.last().map(String::as_str);
        for heading in above.into_iter().chain(passage.inner_headings()) {
            let begun = usize::from(std::mem::replace(&mut before, heading) != heading);
            let is_title = heading.trim().eq_ignore_ascii_case(title.trim());
            let Some(topic) = topic(heading).filter(|_| !is_title) else {
                continue;
            };
            let is_said = stems(&topic).iter().any(|stem| said.contains(stem));
            match headings.iter_mut().find(|known| known.topic == topic) {
                Some(known) => {
                    known.sections += begun;
                    known.is_said |= is_said;
                }
                None => headings.push(Heading { topic, sections: 1, is_said }),
            }
        }
    }
    headings.retain(|heading| heading.is_said && heading.sections == 1);
    let text: Vec<&str> = passages.iter().map(|passage| passage.text.as_str()).collect();
    let text = text.join("\n");
    headings.into_iter().map(|heading| as_written(&heading.topic, &text)).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use footnote_documents::{FileState, Stamp};
    use footnote_search::index::Index;

    use super::*;

    /// A document: its path, title, readers and headings.
    type Written<'a> = (&'a str, &'a str, Acl, &'a [&'a str]);

    async fn topics_of(documents: &[Written<'_>]) -> Vec<String> {
        let index = Arc::new(Index::in_memory().unwrap());
        for (path, title, acl, headings) in documents {
            let passage = |(ordinal, heading): (u32, &&str)| Passage {
                path: (*path).to_owned(),
                ordinal,
                headings: vec![(*heading).to_owned()],
                text: match *heading {
                    "Notice" => "Tea is at four.".to_owned(),
                    "Prices in March" => "Tea is at four.\n\n| Prices |\n|---|\n| 3 |".to_owned(),
                    heading => format!("Tea is at four. {heading}"),
                },
                acl: acl.clone(),
                ..Passage::default()
            };
            let record = Record {
                path: (*path).to_owned(),
                stamp: Stamp::default(),
                title: (*title).to_owned(),
                state: FileState::Ready { passages: 1, pages: 1 },
                acl: acl.clone(),
                ..Record::default()
            };
            let passages: Vec<Passage> = (0..).zip(*headings).map(passage).collect();
            index.replace(path, &record, &passages).unwrap();
        }
        index.commit().unwrap();
        topics(&index.stores()).await.unwrap().into_iter().map(|one| one.question).collect()
    }

    #[tokio::test]
    async fn each_document_lends_its_first_telling_heading() {
        let documents: [Written<'_>; 3] = [
            (
                "a.md",
                "House Rules",
                Acl::Public,
                &["House Rules", "Notice", "Prices in March", "Notes", "Quiet hours", "Pets"],
            ),
            ("b.md", "Travel", Acl::Public, &["Notes", "1.2 Overnight stays abroad"]),
            ("c.md", "Menu", Acl::Public, &["The Crown", "Soups", "The Crown"]),
        ];
        assert_eq!(topics_of(&documents).await, ["quiet hours", "overnight stays abroad", "Soups"]);
    }

    #[tokio::test]
    async fn topics_of_restricted_documents_come_first() {
        let acl = Acl::of_folder("user: ann").unwrap();
        let documents: [Written<'_>; 2] = [
            ("a.md", "House Rules", Acl::Public, &["Quiet hours"]),
            ("b.md", "Merger", acl, &["Price of the shares"]),
        ];
        assert_eq!(topics_of(&documents).await, ["price of the shares", "quiet hours"]);
    }
}
