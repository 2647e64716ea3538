//! The table of `docs/migration.md`, compared with what the forms write.

use footnote_protocol::audit::{Audit, Checked, Verdict};
use footnote_protocol::dialect::named;
use footnote_protocol::{AnswerEvent, FinishReason, TokenUsage};
use serde_json::Value;

use super::{broken, delta, grounded, streamed, whole};

const TABLE: &str = include_str!("../../../docs/migration.md");

/// Parts of an answer that are identified by their content, each with its row.
const MARKS: [(&str, &str); 5] = [
    ("passages", "Staff get 30 days."),
    ("thoughts", "Original user query"),
    ("questions to ask next", "Who approves leave?"),
    ("check of the statements", "It was checked."),
    ("tokens", "4711"),
];

/// Returns an answer with everything that an answer can contain.
fn full() -> Vec<AnswerEvent> {
    let statement = Checked {
        text: "It was checked.".to_owned(),
        verdict: Verdict::Supported,
        sources: vec!["leave.md".to_owned()],
        span: None,
        missing: Vec::new(),
        no_such_source: Vec::new(),
        cited_by: None,
    };
    let usage = TokenUsage {
        prompt_tokens: 4711,
        completion_tokens: 6,
        reasoning_tokens: None,
        total_tokens: 4717,
    };
    vec![
        grounded(),
        delta("30 days [leave.md]."),
        AnswerEvent::FollowUps(vec!["Who approves leave?".to_owned()]),
        AnswerEvent::Audited(Audit { statements: vec![statement] }),
        AnswerEvent::Finished {
            reason: FinishReason::Length,
            model: "scripted".to_owned(),
            usage: Some(usage),
        },
    ]
}

/// Returns all values that a form writes for an answer and for one that fails. Forms without whole answers in the table
/// only have streams.
fn values(form: &str) -> Vec<Value> {
    let form = named(form).unwrap();
    let lines = streamed(form, full()) + &streamed(form, broken());
    let lines = lines.lines().map(|line| line.strip_prefix("data: ").unwrap_or(line));
    let mut values: Vec<Value> = lines.filter_map(|line| serde_json::from_str(line).ok()).collect();
    if !["ui_message_stream", "ag_ui"].contains(&form.name) {
        values.push(serde_json::from_str(&whole(form, full())).unwrap());
    }
    values
}

/// Returns the rows of the first table: their subject and their cells.
fn rows() -> Vec<Vec<&'static str>> {
    let table = TABLE.split("\n\n").find(|part| part.starts_with("| | ")).unwrap();
    let rows = table.lines().filter(|line| !line.starts_with("|---"));
    rows.map(|row| row.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

/// Returns the codes in a cell.
fn codes(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

/// Returns true if a value has something at a path such as `choices[0].delta`.
fn has(value: &Value, place: &str) -> bool {
    let pointer = place.replace('[', "/").replace(']', "").replace('.', "/");
    value.pointer(&format!("/{pointer}")).is_some_and(|found| !found.is_null())
}

/// Returns true if a code is a field or the type of a value, or the name of its custom event.
fn names(value: &Value, code: &str) -> bool {
    let kinds = ["type", "name"].map(|key| value[key].as_str().unwrap_or("\0"));
    let typed = kinds.iter().any(|kind| {
        code.strip_prefix(kind)
            .and_then(|rest| rest.strip_prefix('.'))
            .is_some_and(|at| has(value, at))
    });
    typed || has(value, code)
}

#[test]
fn every_place_in_the_table_is_there() {
    let rows = rows();
    let (head, rows) = rows.split_first().unwrap();
    assert_eq!((head.len(), rows.len()), (10, 14), "the table was found");
    let mut wrong = Vec::new();
    for (at, column) in head.iter().enumerate().skip(1) {
        // The last column is a tool rather than a form; it has tests of its own.
        let Some(form) = codes(column).next().filter(|form| *form != "answer") else { continue };
        let values = values(form);
        for row in rows.iter().filter(|row| !row[at].starts_with('—')) {
            let codes = codes(row[at]);
            let missing = codes.filter(|code| !values.iter().any(|value| names(value, code)));
            wrong.extend(missing.map(|code| format!("{form}, {}: {code}", row[0])));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_the_table_calls_lost_is_nowhere() {
    let rows = rows();
    let (head, rows) = rows.split_first().unwrap();
    for (at, column) in head.iter().enumerate().skip(1) {
        let Some(form) = codes(column).next().filter(|form| *form != "answer") else { continue };
        let written: String = values(form).iter().map(Value::to_string).collect();
        for (what, mark) in MARKS {
            let row = rows.iter().find(|row| row[0] == what).unwrap();
            assert_eq!(written.contains(mark), !row[at].starts_with('—'), "{form}: {what}");
        }
    }
}
