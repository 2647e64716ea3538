//! Topics to ask about next, where no model proposes questions: headings near the passages that are shown.

use std::collections::{BTreeMap, BTreeSet};

use footnote_answers::passages::ShownPassages;
use footnote_answers::turn::Turn;
use footnote_documents::Passage;
use footnote_library::examples;
use footnote_store::Start;
use footnote_text::analysis::stems;

/// Maximum number of topics.
const MAX_PROPOSED: usize = 3;

/// Maximum number of passages after those shown whose headings are read.
const MAX_FOLLOWING: usize = 40;

/// Returns headings that follow the passages shown in their documents, a document at a time, without those that the
/// conversation has touched. Passages that are only the nearest lead nowhere.
pub(super) async fn headings(turn: &Turn, shown: &ShownPassages) -> Vec<String> {
    if shown.found.nearest {
        return Vec::new();
    }
    let mut known: BTreeSet<String> = turn.recent_questions().into_iter().flat_map(stems).collect();
    known.extend(shown.passages().flat_map(|passage| &passage.headings).flat_map(|it| stems(it)));
    let mut topics = Vec::new();
    for passages in following(turn, shown).await {
        let title = passages.first().map_or("", |first| first.title.as_str());
        let is_new = |topic: &String| stems(topic).iter().any(|stem| !known.contains(stem));
        if let Some(topic) = examples::headings(&passages, title).into_iter().find(is_new) {
            known.extend(stems(&topic));
            topics.push(topic);
        }
    }
    topics.truncate(MAX_PROPOSED);
    topics
}

/// Returns the passages that follow those shown, for each document.
async fn following(turn: &Turn, shown: &ShownPassages) -> Vec<Vec<Passage>> {
    let mut last: BTreeMap<&str, u32> = BTreeMap::new();
    let mut paths: Vec<&str> = Vec::new();
    for passage in shown.passages() {
        if !paths.contains(&passage.path.as_str()) {
            paths.push(&passage.path);
        }
        let ordinal = last.entry(&passage.path).or_default();
        *ordinal = passage.ordinal.max(*ordinal);
    }
    let mut following = Vec::new();
    for path in paths {
        let from = last.get(path).map_or(0, |ordinal| ordinal.saturating_add(1));
        let (retriever, reader) = (&turn.rag.retriever, &turn.rag.reader);
        let read = retriever.passages_from(path, Start::Passage(from), MAX_FOLLOWING, reader).await;
        // If the store fails, a topic is lost, but not the answer.
        following.push(read.unwrap_or_default());
    }
    following
}

#[cfg(test)]
mod tests {
    use footnote_answers::grounding::ground;
    use footnote_answers::passages;
    use footnote_answers::samples::{over, request};
    use footnote_documents::{FileState, Record};

    use super::*;

    fn section(ordinal: u32, heading: &str, text: &str) -> Passage {
        Passage {
            id: format!("leave.md#{ordinal}"),
            path: "leave.md".to_owned(),
            ordinal,
            headings: vec!["Handbook".to_owned(), heading.to_owned()],
            text: text.to_owned(),
            ..Passage::default()
        }
    }

    #[tokio::test]
    async fn a_heading_further_on_is_proposed_unless_it_was_asked_about() {
        let passages = [
            section(0, "Annual leave", "Everybody takes thirty days of annual leave."),
            section(1, "2.1 Sick leave", "Call before nine to take sick leave."),
            section(2, "3. Parking", "Park behind the house."),
        ];
        let unread = FileState::Failed("It is empty.".to_owned());
        let record = Record { path: "scan.pdf".to_owned(), state: unread, ..Record::default() };
        let rag = over(&passages, [record]);
        let topics = async |messages: &[&str]| -> Vec<String> {
            let turn = Turn::new(&rag, request(messages));
            let grounding = ground(&turn).await.unwrap();
            let shown = passages::choose(&turn, &grounding).await;
            headings(&turn, &shown).await
        };
        assert_eq!(topics(&["How many annual days?"]).await, ["sick leave"]);
        assert!(topics(&["Boiling point of leave?"]).await.is_empty());
        let asked = ["Sick leave?", "Call before nine.", "How many annual days?"];
        assert_eq!(topics(&asked).await, ["Parking"]);
    }
}
