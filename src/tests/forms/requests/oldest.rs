//! Requests of the demonstration's front ends of 2023.

use footnote_protocol::dialect::Delivery;
use serde_json::{Value, json};

use super::{Case, case, messages};

/// Requests with messages: of autumn and winter.
fn with_messages(overrides: &Value) -> [Case; 2] {
    let second_turn = json!([
        {"content": "What is included?", "role": "user"},
        {"content": "Vision [plan.pdf#page=9].", "role": "bot"},
        {"content": "And in the other plan?", "role": "user"},
    ]);
    let body = |messages: Value, stream: bool| {
        json!({
            "messages": messages, "stream": stream, "context": {"overrides": overrides},
            "session_state": null,
        })
    };
    [
        case(
            "the demonstration of October 2023",
            "/chat",
            body(second_turn, true),
            ("choices_text", Delivery::Lines),
        ),
        case(
            "the demonstration of December 2023, asking once",
            "/ask",
            body(messages(), false),
            ("choices_text", Delivery::Whole),
        ),
    ]
}

/// Requests with a history or a question by itself: of spring and summer.
fn with_history(overrides: &Value) -> [Case; 3] {
    let pairs = json!([
        {"user": "What is included?", "bot": "Vision [plan.pdf#page=9]."},
        {"user": "And in the other plan?"},
    ]);
    let camel = json!({
        "top": 3, "retrievalMode": "hybrid", "semanticRanker": true, "semanticCaptions": false,
        "suggestFollowupQuestions": true, "promptTemplate": ">>> Be brief.", "excludeCategory": "old",
    });
    let history = |overrides: &Value| json!({"history": pairs, "overrides": overrides});
    let mut of_spring = history(&camel);
    of_spring["approach"] = json!("rrr");
    let alone = json!({"question": "What is included?", "approach": "rtr", "overrides": camel});
    [
        case(
            "the demonstration of September 2023",
            "/chat_stream",
            history(overrides),
            ("history", Delivery::Lines),
        ),
        case("the demonstration of spring 2023", "/chat", of_spring, ("history", Delivery::Whole)),
        case(
            "the demonstration of spring 2023, asking once",
            "/ask",
            alone,
            ("history", Delivery::Whole),
        ),
    ]
}

/// Requests of the demonstration's front ends of 2023.
pub(super) fn requests() -> impl Iterator<Item = Case> {
    let overrides = json!({
        "top": 3, "retrieval_mode": "hybrid", "semantic_ranker": true, "semantic_captions": false,
        "suggest_followup_questions": true, "use_oid_security_filter": false,
        "use_groups_security_filter": false,
    });
    let latest = with_messages(&overrides).into_iter();
    latest.chain(with_history(&overrides))
}
