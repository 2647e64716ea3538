//! Models that think within their text, and servers that send more than requested.

use super::{answer, error, scripted, text};
use crate::support::open_ai::{Scripted, Step, head, raw, say, stop, stream};

/// Returns an answer of these pieces.
fn script(pieces: &[&str]) -> Vec<Step> {
    let pieces = pieces.iter().map(|piece| say(piece));
    [stream()].into_iter().chain(pieces).chain([stop()]).collect()
}

#[tokio::test]
async fn a_thought_between_tags_is_no_text_of_the_answer() {
    for pieces in [
        &["<th", "ink>Let me", " see.</", "think>", "\n\n30 days [leave.md]."][..],
        &["Let me see.</think>\n", "\n30 days [leave.md]."],
    ] {
        let lines = answer(&scripted(script(pieces)).await).await;
        assert_eq!(text(&lines), "30 days [leave.md].", "{pieces:?}");
        assert_eq!(error(&lines), None);
    }
}

#[tokio::test]
async fn a_thought_in_an_answer_that_is_not_streamed_is_no_text_of_it() {
    for content in ["<think>30?</think>30 days [leave.md].", "30?</think>\n30 days [leave.md]."] {
        let message = serde_json::json!({"content": content});
        let choices = serde_json::json!([
            {"index": 1, "message": {"content": "40 days"}, "finish_reason": "stop"},
            {"index": 0, "message": message, "finish_reason": "stop"},
        ]);
        let body = format!("\u{feff}{}", serde_json::json!({"choices": choices}));
        let steps = vec![head("200 OK", "application/json", ""), raw(&body)];
        assert_eq!(text(&answer(&scripted(steps).await).await), "30 days [leave.md].");
    }
}

#[tokio::test]
async fn nothing_but_a_thought_is_no_answer() {
    let lines = answer(&scripted(script(&["<think>30 days [leave.md]?"])).await).await;
    let text = text(&lines);
    assert!(text.contains("with an error") && !text.contains("30 days [leave.md]?"), "{text}");
}

#[tokio::test]
async fn a_server_whose_thoughts_have_an_end_only_is_known_by_its_first_answer() {
    let first = script(&["Hm.</think>30 days [leave.md]."]);
    let second = script(&["So [leave.md] tells it.", "</think>", "30 days [leave.md]."]);
    let server = Scripted::start(vec![first, second]).await;
    let router = crate::support::with_model(std::sync::Arc::new(server.model()));
    for _ in 0..2 {
        let lines = crate::support::lines(super::ask(router.clone()).await).await;
        assert_eq!(text(&lines), "30 days [leave.md].");
    }
}

#[tokio::test]
async fn of_several_choices_behind_a_byte_order_mark_the_first_is_the_answer() {
    let piece = |index: usize, text: &str| {
        let choice = serde_json::json!({"index": index, "delta": {"content": text}});
        format!("data: {}\n\n", serde_json::json!({"choices": [choice]}))
    };
    let stream_of = ["30 ", "days ", "[leave.md]."];
    let events = stream_of.map(|text| piece(0, text) + &piece(2, "no ") + &piece(1, "never "));
    let steps = vec![stream(), raw(&format!("\u{feff}{}", events.concat())), stop()];
    assert_eq!(text(&answer(&scripted(steps).await).await), "30 days [leave.md].");
}
