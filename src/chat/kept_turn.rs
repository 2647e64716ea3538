//! A turn as the server stores it: within size limits, with the basis of its answer.

use std::collections::BTreeMap;

use footnote_answers::Rag;
use footnote_protocol::{
    Answer, ChatRequest, FoundPassages, FoundUnit, ModelReport, ResponseContext, RestsOn, Role,
    json,
};
use footnote_store::{KeptTurn, Sessions, StoreError};
use footnote_text::source;
use footnote_text::words::beginning;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::runs::Asker;

/// Maximum size of a question, in bytes.
pub const MAX_QUESTION_LEN: usize = 32 * 1024;

/// Maximum size of the text of an answer, in bytes.
pub const MAX_ANSWER_LEN: usize = 64 * 1024;

/// Maximum total size of the texts of an answer's passages, in bytes. The lowest-ranked are left out.
const MAX_PASSAGES_LEN: usize = 64 * 1024;

/// Maximum total size of the thoughts, in bytes.
const MAX_THOUGHTS_LEN: usize = 16 * 1024;

/// Maximum total size of everything stored besides the words, in bytes. If a turn exceeds it, only the words are kept.
const MAX_DETAIL_LEN: usize = 256 * 1024;

/// Maximum number of sources of one answer: twice as many as an answer may draw on.
const MAX_SOURCES: usize = 100;

/// Maximum size of a source, in bytes: a path and a page.
const MAX_SOURCE_LEN: usize = 4200;

/// Maximum number of follow-up questions of one answer.
const MAX_FOLLOW_UPS: usize = 10;

/// Maximum number of statements of one answer that are shown as checked.
const MAX_STATEMENTS: usize = 200;

/// Maximum size of the passages that are shown instead of an answer, in bytes. If they exceed it, their text is shown.
const MAX_FOUND_LEN: usize = 96 * 1024;

/// Maximum number of their units, and of the marked words of each.
const MAX_UNITS: (usize, usize) = (10, 200);

/// The key of the answer in the detail of a turn.
const ANSWER: &str = "answer";

/// Maximum number of pages of a conversation that are read to find what its earlier answers rest on. A model sees
/// fewer.
const MAX_PAGES: usize = 2;

/// Cuts a turn to the limits of what is stored.
#[must_use]
pub fn within_bounds(mut turn: KeptTurn) -> KeptTurn {
    shorten(&mut turn.question, MAX_QUESTION_LEN);
    shorten(&mut turn.answer, MAX_ANSWER_LEN);
    turn.detail = detail(&turn.detail).unwrap_or_default();
    turn
}

/// Cuts an answer to the limits of what is stored and shown.
pub fn bound(answer: &mut Answer) {
    shorten(&mut answer.text, MAX_ANSWER_LEN);
    answer.report = ModelReport::default();
    let context = &mut answer.context;
    if let Some(points) = &mut context.data_points {
        points.citations.retain(|source| source.len() <= MAX_SOURCE_LEN);
        points.citations.truncate(MAX_SOURCES);
        points.images.clear();
        let mut room = MAX_PASSAGES_LEN;
        let texts = points.text.iter().take(MAX_SOURCES);
        let fitting = texts.take_while(|text| takes(&mut room, text.len())).count();
        points.text.truncate(fitting);
        points.passages.truncate(fitting);
        points.lines.retain(|place| *place < fitting);
    }
    let mut room = MAX_THOUGHTS_LEN;
    context.thoughts.retain(|thought| {
        let size = serde_json::to_string(thought).map_or(usize::MAX, |json| json.len());
        takes(&mut room, size)
    });
    if let Some(questions) = &mut context.followup_questions {
        questions.truncate(MAX_FOLLOW_UPS);
    }
    if let Some(audit) = &mut context.audit {
        audit.statements.truncate(MAX_STATEMENTS);
    }
    context.found.take_if(|found| exceeds(found));
}

/// Returns true if the passages that are shown instead of an answer exceed their limits.
fn exceeds(found: &FoundPassages) -> bool {
    let has_many = |unit: &FoundUnit| unit.words.len() > MAX_UNITS.1;
    let size = || serde_json::to_string(found).map_or(usize::MAX, |json| json.len());
    found.units.len() > MAX_UNITS.0 || found.units.iter().any(has_many) || size() > MAX_FOUND_LEN
}

/// Takes `size` out of `room`; returns false if there is not enough.
fn takes(room: &mut usize, size: usize) -> bool {
    let left = room.checked_sub(size);
    *room = left.unwrap_or(*room);
    left.is_some()
}

fn shorten(text: &mut String, most: usize) {
    text.truncate(beginning(text, most).len());
}

/// Cuts the detail of a turn to its limit. If it is still too large, only the words and their basis are kept. `None` if
/// it cannot be parsed, or if even the words are too large.
fn detail(detail: &str) -> Option<String> {
    let mut turn: Map<String, Value> = json::read(detail).ok()?;
    if let Some(Value::String(question)) = turn.get_mut("question") {
        shorten(question, MAX_QUESTION_LEN);
    }
    let mut answer = answer_of(&turn).map(Answer::without_results);
    if let Some(answer) = &mut answer {
        bound(answer);
        turn.insert(ANSWER.to_owned(), serde_json::to_value(&answer).ok()?);
    }
    let fits = |turn: Map<String, Value>| {
        Some(Value::Object(turn).to_string()).filter(|json| json.len() <= MAX_DETAIL_LEN)
    };
    fits(turn.clone()).or_else(|| {
        turn.retain(|name, _| ["id", "question", "stopped"].contains(&name.as_str()));
        let words = Answer { context: ResponseContext::default(), ..answer? };
        turn.insert(ANSWER.to_owned(), serde_json::to_value(words).ok()?);
        fits(turn)
    })
}

/// Returns the answer of a turn, if it has one.
fn answer_of(turn: &Map<String, Value>) -> Option<Answer> {
    serde_json::from_value(turn.get(ANSWER)?.clone()).ok()
}

/// The part of a detail with the basis of its answer.
#[derive(Default, Deserialize)]
#[serde(default)]
struct StoredBasis {
    answer: StoredAnswer,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct StoredAnswer {
    rests_on: Option<RestsOn>,
}

/// Returns what the earlier answers in a request rest on, oldest first, as stored in the reader's conversation `id`.
/// The basis of an answer that is not stored word for word is unknown.
pub async fn earlier_rest_on(
    sessions: &Sessions,
    asker: &Asker,
    id: &str,
    request: &ChatRequest,
) -> Vec<RestsOn> {
    let answers = request.history().iter().filter(|message| message.role == Role::Assistant);
    let answers: Vec<&str> = answers.map(|message| message.content.as_str()).collect();
    let Some(owner) = asker.owner.as_deref().filter(|_| !answers.is_empty()) else {
        return Vec::new();
    };
    let stored = stored_bases(sessions, owner, id).await.unwrap_or_else(|error| {
        tracing::error!(error = &error as &dyn std::error::Error, "a conversation cannot be read");
        Vec::new()
    });
    answers.into_iter().map(|text| basis(text, &stored)).collect()
}

/// Returns the combined basis of the stored answers that begin with this text.
fn basis(text: &str, stored: &[(String, RestsOn)]) -> RestsOn {
    let same = stored.iter().filter(|(answer, _)| answer.starts_with(text) && !text.is_empty());
    let same = same.map(|(_, basis)| basis.clone());
    let whole = same.reduce(|mut whole, basis| {
        whole.extend(&basis);
        whole
    });
    whole.unwrap_or_else(RestsOn::unknown)
}

/// Returns the newest answers of a conversation, each with its basis.
async fn stored_bases(
    sessions: &Sessions,
    owner: &str,
    conversation: &str,
) -> Result<Vec<(String, RestsOn)>, StoreError> {
    let mut stored = Vec::new();
    for _ in 0..MAX_PAGES {
        let Some(page) = sessions.open(owner, conversation, stored.len()).await? else {
            break;
        };
        stored.extend(page.turns.into_iter().map(|turn| {
            let detail: StoredBasis = serde_json::from_str(&turn.detail).unwrap_or_default();
            (turn.answer, detail.answer.rests_on.unwrap_or_else(RestsOn::unknown))
        }));
        if page.earlier == 0 {
            break;
        }
    }
    Ok(stored)
}

/// Removes the texts of passages whose documents are gone, or that the reader of `rag` may no longer read.
///
/// # Errors
///
/// Fails if the catalog cannot be read.
pub async fn leave_out_lost_passages(rag: &Rag, turns: &mut [KeptTurn]) -> Result<(), StoreError> {
    let mut is_there: BTreeMap<String, bool> = BTreeMap::new();
    for turn in turns {
        let Ok(mut detail) = json::read::<Map<String, Value>>(&turn.detail) else { continue };
        let Some(mut answer) = answer_of(&detail) else { continue };
        if lose_passages(rag, &mut answer, &mut is_there).await? {
            detail.insert(ANSWER.to_owned(), serde_json::to_value(answer).unwrap_or_default());
            turn.detail = Value::Object(detail).to_string();
        }
    }
    Ok(())
}

/// Does the same for one answer; returns true if any is lost. `is_there` caches the look-ups.
async fn lose_passages(
    rag: &Rag,
    answer: &mut Answer,
    is_there: &mut BTreeMap<String, bool>,
) -> Result<bool, StoreError> {
    let Some(points) = &mut answer.context.data_points else {
        return Ok(false);
    };
    let (mut texts, mut any) = (std::mem::take(&mut points.text), false);
    for text in &mut texts {
        let source = points.parted(text).0.to_owned();
        let path = source::split(&source).0;
        if path.is_empty() || source::is_attached(path) {
            continue;
        }
        let found = match is_there.get(path) {
            Some(known) => *known,
            None => rag.library.file(path).await?.is_some(),
        };
        is_there.insert(path.to_owned(), found);
        if !found {
            *text = format!("{source}: ");
            any = true;
        }
    }
    points.text = texts;
    if any {
        forget_repeated(answer, is_there);
    }
    Ok(any)
}

/// Removes what repeats lost passages: the lists in the steps, and the words that the check found.
fn forget_repeated(answer: &mut Answer, is_there: &BTreeMap<String, bool>) {
    for thought in &mut answer.context.thoughts {
        if thought.description.is_array() {
            thought.description = Value::Null;
        }
    }
    for checked in answer.context.audit.iter_mut().flat_map(|audit| &mut audit.statements) {
        let span = checked.span.take();
        checked.span =
            span.filter(|span| is_there.get(source::split(&span.source).0) != Some(&false));
    }
}

#[cfg(test)]
mod tests {
    use footnote_protocol::{DataPoints, Thought};
    use serde_json::json;

    use super::*;

    fn answered(text: &str) -> Answer {
        let documents = ["a.md".to_owned()].into();
        let rests_on = Some(RestsOn { documents, ..RestsOn::default() });
        Answer { text: text.into(), rests_on, ..Answer::default() }
    }

    fn kept(question: &str, answer: &Answer) -> KeptTurn {
        let detail = json!({"id": "1", "question": question, "answer": answer, "scope": {}});
        within_bounds(KeptTurn {
            id: "1".into(),
            question: question.into(),
            answer: answer.text.clone(),
            detail: detail.to_string(),
        })
    }

    fn read(turn: &KeptTurn) -> Answer {
        answer_of(&json::read(&turn.detail).unwrap()).unwrap()
    }

    #[test]
    fn a_stored_turn_has_a_size_whatever_its_answer_holds() {
        let checked = json!({"text": "a", "verdict": "unsupported", "sources": [], "span": null, "missing": []});
        let mut answer = answered(&"ä".repeat(MAX_ANSWER_LEN));
        answer.context = serde_json::from_value(json!({
            "data_points": {
                "text": vec![format!("a.md: {}", "y".repeat(10_000)); 300],
                "citations": ["a.md".to_owned(), "]".repeat(MAX_SOURCE_LEN + 1)],
            },
            "followup_questions": vec!["Why?"; 1000],
            "audit": {"statements": vec![checked; 1000]},
        }))
        .unwrap();
        answer.context.thoughts = vec![Thought::new("Search", "z".repeat(1000)); 1000];
        let kept = kept(&"x".repeat(1 << 20), &answer);
        assert_eq!((kept.question.len(), kept.answer.len()), (MAX_QUESTION_LEN, MAX_ANSWER_LEN));
        assert!(kept.detail.len() <= MAX_DETAIL_LEN, "{}", kept.detail.len());
        let context = read(&kept).context;
        let points = context.data_points.unwrap();
        assert_eq!(points.citations, ["a.md"]);
        assert!(points.text.concat().len() <= MAX_PASSAGES_LEN && points.text[0].len() == 10_006);
        assert_eq!(context.followup_questions.unwrap().len(), MAX_FOLLOW_UPS);
        assert_eq!(context.audit.unwrap().statements.len(), MAX_STATEMENTS);
        assert!(!context.thoughts.is_empty() && context.thoughts.len() < 20);
    }

    #[test]
    fn passages_that_exceed_their_limits_are_shown_as_text() {
        let unit = |size, words| FoundUnit {
            text: "x".repeat(size),
            words: vec![String::new(); words],
            ..FoundUnit::default()
        };
        let kept = |units: Vec<FoundUnit>| {
            let mut answer = answered("x");
            answer.context.found = Some(FoundPassages { units, ..FoundPassages::default() });
            bound(&mut answer);
            answer.context.found.is_some()
        };
        assert!(kept(vec![unit(8000, 20); 5]));
        assert!(!kept(vec![unit(1, 1); 11]));
        assert!(!kept(vec![unit(1, 201)]));
        assert!(!kept(vec![unit(MAX_FOUND_LEN, 1)]));
    }

    #[test]
    fn of_a_turn_that_is_still_too_large_the_words_stay_with_their_basis() {
        let mut answer = answered("At four.");
        let text = vec!["\0".repeat(MAX_PASSAGES_LEN)];
        answer.context.data_points = Some(DataPoints { text, ..DataPoints::default() });
        let kept = kept("Tea?", &answer);
        assert_eq!(read(&kept), answered("At four."));
        assert!(kept.detail.contains("Tea?") && !kept.detail.contains("scope"), "{}", kept.detail);
    }

    #[test]
    fn what_was_told_before_rests_on_what_the_same_words_rest_on() {
        let of = |path: &str| RestsOn { documents: [path.to_owned()].into(), ..RestsOn::default() };
        let stored = [("At four.", "a.md"), ("At five.", "b.md"), ("At four.", "c.md")];
        let stored = stored.map(|(text, path)| (text.to_owned(), of(path)));
        let both = ["a.md", "c.md"].map(str::to_owned).into();
        assert_eq!(basis("At four.", &stored).documents, both);
        assert_eq!(basis("At five", &stored), of("b.md"), "it was stopped");
        for other in ["At six.", "at four.", ""] {
            assert_eq!(basis(other, &stored), RestsOn::unknown(), "{other}");
        }
    }

    #[test]
    fn what_repeats_a_lost_passage_goes_with_it() {
        let found = |source: &str| {
            json!({"text": "a", "verdict": "supported", "sources": [source], "missing": [],
            "span": {"source": source, "text": "a"}})
        };
        let mut answer = answered("a");
        answer.context = serde_json::from_value(json!({
            "thoughts": [
                {"title": "Found", "description": ["lost.md#page=1: a"], "props": null},
                {"title": "Search", "description": "a", "props": null},
            ],
            "audit": {"statements": [found("lost.md#page=1"), found("there.md")]},
        }))
        .unwrap();
        let is_there = [("lost.md".to_owned(), false), ("there.md".to_owned(), true)].into();
        forget_repeated(&mut answer, &is_there);
        let steps: Vec<_> = answer.context.thoughts.iter().map(|step| &step.description).collect();
        assert_eq!(steps, [&Value::Null, &json!("a")]);
        let statements = answer.context.audit.unwrap().statements;
        let spans: Vec<_> = statements.iter().map(|checked| checked.span.is_some()).collect();
        assert_eq!(spans, [false, true]);
    }
}
