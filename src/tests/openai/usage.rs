//! Token counts, which clients of the API rely on.

use serde_json::json;

use super::{CHAT, RESPONSES, answer, chat, events, input, streamed};

#[tokio::test]
async fn tokens_are_estimated_where_no_model_counts_them() {
    let usage = &answer(CHAT, &chat("How much leave?")).await["usage"];
    assert!(usage["prompt_tokens"].as_u64() > Some(0), "{usage}");
    let usage = &answer(RESPONSES, &input("How much leave?")).await["usage"];
    assert!(usage["output_tokens"].as_u64() > Some(0), "{usage}");
    let mut body = streamed(chat("How much leave?"));
    body["stream_options"] = json!({"include_usage": true});
    let events = events(CHAT, &body).await;
    let last = &events[events.len() - 2].1;
    assert_eq!(last["choices"], json!([]));
    assert!(last["usage"]["total_tokens"].as_u64() > Some(0), "{last}");
}
