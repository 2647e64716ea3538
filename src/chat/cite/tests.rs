//! Tests of the citations that are added to statements while a model writes, and of those that are not.

use footnote_answers::samples::{QUESTION, hit, rag, request};
use footnote_models::scripted::{Scripted, Step};
use footnote_protocol::audit::{CitedBy, Verdict};
use footnote_protocol::{Answer, AnswerEvent, RetrievalEffort};
use footnote_store::search::Hit;

use crate::tests::events;

const LEAVE: &str = "Employees get 30 days of leave.";
const OVERTIME: &str = "Overtime is paid within 14 days.";

fn hits() -> Vec<Hit> {
    let leave = format!("{LEAVE} It grows with age. It ends in 2031.");
    vec![
        hit("leave.md", None, &leave, 2.0),
        hit("pay.pdf", Some(3), &format!("{OVERTIME} Wages come on Friday."), 1.0),
    ]
}

/// Returns the pieces of text that the reader gets, and the whole answer.
async fn streamed(pieces: &[&'static str]) -> (Vec<String>, Answer) {
    let model = Scripted::new(pieces.iter().copied().map(Step::Say));
    let mut request = request(&[QUESTION]);
    // Where nothing is looked up, text is shown as it arrives.
    request.overrides.use_agentic_knowledgebase = Some(true);
    request.overrides.retrieval_reasoning_effort = Some(RetrievalEffort::Minimal);
    let events = events(&rag(Some(hits()), Some(&model)), request).await;
    let pieces = events.iter().filter_map(|event| match event {
        AnswerEvent::Delta(piece) => Some(piece.clone()),
        _ => None,
    });
    (pieces.collect(), events.iter().cloned().collect())
}

/// Returns the text for every cut into two pieces, and for one letter at a time, if it is always the same.
async fn text_of_all_cuts(written: &'static str) -> String {
    let letters: Vec<&str> = written.split_inclusive(|_| true).collect();
    let expected = streamed(&letters).await.1.text;
    for (at, _) in written.char_indices().step_by(3) {
        let (one, next) = written.split_at(at);
        assert_eq!(streamed(&[one, next]).await.1.text, expected, "{one}|{next}");
    }
    expected
}

#[tokio::test]
async fn a_paragraph_list_or_table_without_a_source_gets_one_at_its_end() {
    for (written, expected) in [
        (
            "Leave: 30 days. It ends in 2031.\n\nOvertime is paid in 14 days.",
            "Leave: 30 days. It ends in 2031. [leave.md]\n\nOvertime is paid in 14 days. [pay.pdf#page=3]",
        ),
        (
            "- 30 days of leave\n- until 2031\n\n- then more\n\nSo it is.",
            "- 30 days of leave\n- until 2031\n\n- then more [leave.md]\n\nSo it is.",
        ),
        (
            "| Leave | until |\n|---|---|\n| 30 days | 2031 |\n\nSo it is.",
            "| Leave | until |\n|---|---|\n| 30 days | 2031 |\n\n[leave.md]\n\nSo it is.",
        ),
        (
            "```\nlet a = 1;\n\nlet b = 30;\n```\n\nLeave is 30 days.",
            "```\nlet a = 1;\n\nlet b = 30;\n```\n\nLeave is 30 days. [leave.md]",
        ),
    ] {
        assert_eq!(text_of_all_cuts(written).await, expected);
    }
}

#[tokio::test]
async fn what_cites_already_or_has_no_facts_of_one_source_stays_as_it_is() {
    for written in [
        "Employees get 30 days of leave [leave.md]. It ends in 2031.\n\nSo it is.",
        "- 30 days of leave\n- until 2031 [leave.md]\n\nSo it is.",
        "Employees get 30 days of leave.\n\n[leave.md]\n\nSo it is.",
        "Employees get 30 days of leave [other.md].\n\nSo it is.",
        "Employees get 40 days of leave.\n\nSo it is.",
        "30 days of leave, and overtime in 14 days.\n\nSo it is.",
        "Employees get leave.\n\nSo it is.",
        "Employees get 30 days of leave:\n\n[leave.md]",
        "# 30 days of leave\n\nSo it is.",
        "```\n30 days of leave\n```\n\nSo it is.",
    ] {
        assert_eq!(text_of_all_cuts(written).await, written);
    }
}

#[tokio::test]
async fn a_text_that_broke_off_gets_no_source() {
    let broken = [Step::Say(LEAVE), Step::Finish(footnote_protocol::FinishReason::Length)];
    let model = Scripted::new(broken);
    let events = events(&rag(Some(hits()), Some(&model)), request(&[QUESTION])).await;
    assert_eq!(events.into_iter().collect::<Answer>().text, LEAVE);
}

#[tokio::test]
async fn only_blank_lines_wait_for_the_next_piece() {
    let written = ["Employees", " get 30 days.", " So", " it is.\n", "\n", "More of", " it."];
    let (pieces, _) = streamed(&written).await;
    let expected =
        ["Employees", " get 30 days.", " So", " it is.", " [leave.md]\n\nMore of", " it."];
    assert_eq!(pieces, expected);
}

#[tokio::test]
async fn the_check_tells_which_sources_it_put() {
    let written = "Employees get 30 days of leave. It ends in 2031.\n\nOvertime is paid in 14 days \
                   [pay.pdf#page=3].\n\nWages come on the 4711th.";
    let (_, answer) = streamed(&[written]).await;
    let audit = answer.context.audit.unwrap();
    assert_eq!(audit.cited_by_check(), 2, "both statements of the paragraph");
    let checked =
        audit.statements.iter().map(|one| (one.verdict, one.sources.concat(), one.cited_by));
    assert_eq!(
        checked.collect::<Vec<_>>(),
        [
            (Verdict::Supported, "leave.md".to_owned(), Some(CitedBy::Check)),
            (Verdict::Supported, "leave.md".to_owned(), Some(CitedBy::Check)),
            (Verdict::Supported, "pay.pdf#page=3".to_owned(), None),
            (Verdict::NotFound, String::new(), None),
        ]
    );
    let wire = serde_json::to_value(&audit.statements).unwrap();
    assert_eq!(wire[0]["cited_by"], "check");
    assert_eq!(wire[2].get("cited_by"), None, "only where it did");
}
