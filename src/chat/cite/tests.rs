//! Tests of the citations that are added to statements while a model writes, and of those that are not.

use footnote_answers::samples::{QUESTION, hit, rag, request};
use footnote_models::scripted::{Scripted, Step};
use footnote_protocol::audit::{CitedBy, Verdict};
use footnote_protocol::{Answer, AnswerEvent, RetrievalEffort};
use footnote_retrieval::Hit;

use crate::tests::events;

const LEAVE: &str = "Employees get thirty days of leave.";
const OVERTIME: &str = "Overtime is paid within two weeks.";

fn hits() -> Vec<Hit> {
    let leave = format!("{LEAVE} It grows with age. Die Sitzung ist z. B. in Raum zwölf.");
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

/// Returns the text that the reader gets when a model writes this.
async fn text(written: &'static str) -> String {
    streamed(&[written]).await.1.text
}

#[tokio::test]
async fn a_statement_without_a_source_gets_the_one_that_bears_it_out() {
    let written =
        "Employees get thirty days of leave. Overtime is paid within two weeks!\n\nSo it is.";
    let expected = "Employees get thirty days of leave. [leave.md] Overtime is paid within two \
                    weeks! [pay.pdf#page=3]\n\nSo it is.";
    let mut at = 0;
    while let Some(length) = written.get(at..).and_then(|rest| rest.find(' ')) {
        let (one, next) = written.split_at(at + length);
        assert_eq!(streamed(&[one, next]).await.1.text, expected, "{one}|{next}");
        at += length + 1;
    }
    let letters: Vec<&str> = written.split_inclusive(|_| true).collect();
    assert_eq!(streamed(&letters).await.1.text, expected, "letter by letter");
}

#[tokio::test]
async fn the_last_statement_gets_its_source_with_the_end_of_the_answer() {
    assert_eq!(text(LEAVE).await, format!("{LEAVE} [leave.md]"));
    let item = "- Thirty days of leave\n- Overtime paid within two weeks";
    let with_citations =
        "- Thirty days of leave [leave.md]\n- Overtime paid within two weeks [pay.pdf#page=3]";
    assert_eq!(text(item).await, with_citations);
    let broken = [Step::Say(LEAVE), Step::Finish(footnote_protocol::FinishReason::Length)];
    let model = Scripted::new(broken);
    let events = events(&rag(Some(hits()), Some(&model)), request(&[QUESTION])).await;
    assert_eq!(events.into_iter().collect::<Answer>().text, LEAVE);
}

#[tokio::test]
async fn a_source_that_the_model_names_before_or_behind_the_full_stop_is_the_only_one() {
    for written in [
        "Employees get thirty days of leave [leave.md]. So it is.",
        "Employees get thirty days of leave. [leave.md] So it is.",
        "Employees get thirty days of leave.\n\n[leave.md]\n\nSo it is.",
        "Employees get thirty days of leave [other.md]. So it is.",
    ] {
        let letters: Vec<&str> = written.split_inclusive(|_| true).collect();
        for pieces in [&[written][..], &letters] {
            assert_eq!(streamed(pieces).await.1.text, written, "{pieces:?}");
        }
    }
}

#[tokio::test]
async fn what_is_no_statement_or_is_not_borne_out_gets_no_source() {
    for written in [
        "Employees get forty days of leave. So it is.",
        "Employees get no thirty days of leave. So it is.",
        "# Employees get thirty days of leave.\n\nSo it is.",
        "**Thirty days of leave**\n\nSo it is.",
        "- **Thirty days of leave**\n- So it is.",
        "Do employees get thirty days of leave? So it is.",
        "Employees get thirty days of leave:\n\n- So it is.",
        "```\nEmployees get thirty days of leave.\nSo\n```\nSo it is.",
        "`Employees get thirty days of leave. So` it is.",
        "| Who | Leave |\n|---|---|\n| Employees | thirty days of leave. |\n\nSo it is.",
        "Leave. Yes. So it is.",
    ] {
        let letters: Vec<&str> = written.split_inclusive(|_| true).collect();
        for pieces in [&[written][..], &letters] {
            assert_eq!(streamed(pieces).await.1.text, written, "{pieces:?}");
        }
    }
}

#[tokio::test]
async fn behind_code_statements_get_sources_again() {
    let written = "```\na [b.md].\n```\nEmployees get thirty days of leave. So it is.";
    let expected = written.replace("leave. ", "leave. [leave.md] ");
    assert_eq!(text(written).await, expected);
}

#[tokio::test]
async fn an_abbreviation_that_looks_like_an_end_is_none() {
    let pieces = ["Die Sitzung ist z.", " B", ".", " in Raum", " zwölf.", " Gut", " so."];
    let expected = "Die Sitzung ist z. B. in Raum zwölf. [leave.md] Gut so.";
    assert_eq!(streamed(&pieces).await.1.text, expected);
    let written = "1. Thirty days of leave\n2. Overtime paid within two weeks\n";
    let expected =
        "1. Thirty days of leave [leave.md]\n2. Overtime paid within two weeks [pay.pdf#page=3]";
    assert_eq!(text(written).await.trim_end(), expected);
}

#[tokio::test]
async fn a_source_stands_neither_in_emphasis_nor_in_a_bracket_nor_behind_an_abbreviation() {
    for (written, expected) in [
        (
            "**Overtime is paid within two weeks.** So it is.",
            "**Overtime is paid within two weeks.** [pay.pdf#page=3] So it is.",
        ),
        (
            "**Overtime is paid within two weeks. Wages come on Friday**. So it is.",
            "**Overtime is paid within two weeks. Wages come on Friday**. [pay.pdf#page=3] So it is.",
        ),
        (
            "Overtime (excl. Sundays. Holidays too) is paid within two weeks. So it is.",
            "Overtime (excl. Sundays. Holidays too) is paid within two weeks. So it is.",
        ),
        (
            "Overtime excl. Fridays is paid within two weeks. So it is.",
            "Overtime excl. Fridays is paid within two weeks. [pay.pdf#page=3] So it is.",
        ),
    ] {
        let letters: Vec<&str> = written.split_inclusive(|_| true).collect();
        for pieces in [&[written][..], &letters] {
            assert_eq!(streamed(pieces).await.1.text, expected, "{pieces:?}");
        }
    }
}

#[tokio::test]
async fn what_the_documents_do_not_say_gets_no_source() {
    for written in [
        "The documents do not say that employees get thirty days of leave. So it is.",
        "The sources do not mention leave for employees. So it is.",
    ] {
        assert_eq!(text(written).await, written);
    }
}

#[tokio::test]
async fn no_piece_waits_longer_than_for_the_next_one() {
    let written = ["Employees", " get thirty days of leave", ".", " So", " it", " is."];
    let (pieces, _) = streamed(&written).await;
    let expected = ["Employees", " get thirty days of leave", ".", " [leave.md] So it", " is."];
    assert_eq!(pieces, expected);
}

#[tokio::test]
async fn the_check_tells_which_sources_it_put() {
    let written = "Employees get thirty days of leave. Overtime is paid within two weeks [pay.pdf]. \
                   Wages come on Monday.";
    let (_, answer) = streamed(&[written]).await;
    let audit = answer.context.audit.unwrap();
    assert_eq!(audit.cited_by_check(), 1);
    let checked =
        audit.statements.iter().map(|one| (one.verdict, one.sources.concat(), one.cited_by));
    assert_eq!(
        checked.collect::<Vec<_>>(),
        [
            (Verdict::Supported, "leave.md".to_owned(), Some(CitedBy::Check)),
            (Verdict::Supported, "pay.pdf#page=3".to_owned(), None),
            (Verdict::Unsupported, String::new(), None),
        ]
    );
    let wire = serde_json::to_value(&audit.statements).unwrap();
    assert_eq!(wire[0]["cited_by"], "check");
    assert_eq!(wire[1].get("cited_by"), None, "only where it did");
}
