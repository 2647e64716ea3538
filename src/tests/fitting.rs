//! Prompts that a model refuses as too long, over HTTP.

use std::sync::Arc;

use footnote_models::{ChatModel, Prompt, Token};
use footnote_protocol::Message;
use futures_util::StreamExt;

use crate::support::open_ai::{Scripted, head, raw, say, stop, stream};

/// Returns a prompt with four sources of two hundred tokens each.
fn prompt() -> Prompt {
    let mut text = "Sources:\n".to_owned();
    let mut sources = Vec::new();
    for name in ["first", "second", "third", "fourth"] {
        let begin = text.len();
        text.extend([name, ".md: ", &"word".repeat(200), "\n"]);
        sources.push(begin..text.len());
    }
    text.push_str("Why?");
    let messages = vec![Message::user(text)];
    Prompt { messages, sources, max_tokens: 100, ..Prompt::default() }
}

#[tokio::test]
async fn a_context_is_learnt_from_a_refusal_and_kept_to_from_then_on() {
    let error =
        r#"{"error":{"message":"the request exceeds the available context size","n_ctx":800}}"#;
    let good = vec![stream(), say("White."), stop()];
    for refusal in [
        vec![head("400 No", "application/json", ""), raw(error)],
        vec![stream(), raw(&format!("data: {error}\n\n"))],
    ] {
        let server = Scripted::start(vec![refusal, good.clone()]).await;
        let model = Arc::new(server.model());
        assert_eq!(model.context(), None);
        let tokens: Vec<_> = model.stream(prompt()).collect().await;
        assert_eq!(tokens[..2], [Ok(Token::LeftOut(2)), Ok(Token::Text("White.".to_owned()))]);
        let asked = server.requests.lock().unwrap().clone();
        assert_eq!(asked.len(), 2);
        assert!(asked[0].contains("third.md: ") && !asked[1].contains("third.md: "));
        assert!(asked[1].contains("second.md: wordword"), "sources are whole");
        assert_eq!(model.context(), Some(800), "what it said");
    }
}

#[tokio::test]
async fn a_refusal_is_believed_once() {
    let error = r#"{"error":{"code":"context_length_exceeded"}}"#;
    let server =
        Scripted::start(vec![vec![head("400 No", "application/json", ""), raw(error)]]).await;
    let model = server.model();
    let tokens: Vec<_> = model.stream(prompt()).collect().await;
    assert!(tokens.len() == 1 && tokens[0].is_err());
    assert_eq!(server.requests.lock().unwrap().len(), 2);
    assert_eq!(model.context(), None, "what did not help is not kept");
}
