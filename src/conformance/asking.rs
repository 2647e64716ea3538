//! Questions as the clients of each wire form send them.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

use super::client::Ask;

/// The header by which a client names its form to Footnote; other servers ignore it.
const NAMED: &str = "x-footnote-dialect";

fn messages(question: &str) -> Value {
    json!([{"role": "user", "content": question}])
}

/// The path for a streamed or a whole answer.
fn by_path(stream: bool) -> &'static str {
    if stream { "/chat/stream" } else { "/chat" }
}

/// A question from clients of the 2024-01-28 text.
pub(super) fn choices(question: &str, session: &str, stream: bool) -> Ask {
    let overrides = json!({"retrieval_mode": "text", "suggest_followup_questions": true});
    choice(question, session, stream, &overrides)
}

/// A question from the demonstration's front ends of October to December 2023.
pub(super) fn choices_text(question: &str, session: &str, stream: bool) -> Ask {
    let overrides = json!({
        "retrieval_mode": "text",
        "semantic_ranker": false,
        "semantic_captions": false,
        "suggest_followup_questions": true,
        "use_oid_security_filter": false,
        "use_groups_security_filter": false,
    });
    choice(question, session, stream, &overrides)
}

/// Until June 2024 the body says whether to stream.
fn choice(question: &str, session: &str, stream: bool, overrides: &Value) -> Ask {
    let body = json!({
        "messages": messages(question),
        "stream": stream,
        "context": {"overrides": overrides},
        "session_state": session,
    });
    Ask::post("/chat", &body)
}

/// A question from the demonstration's front ends before October 2023.
pub(super) fn history(question: &str, _session: &str, stream: bool) -> Ask {
    let body = json!({
        "history": [{"user": question}],
        "overrides": {"retrieval_mode": "text", "semantic_ranker": false},
    });
    Ask::post(if stream { "/chat_stream" } else { "/chat" }, &body)
}

/// A question from the web component.
pub(super) fn chat_component(question: &str, _session: &str, stream: bool) -> Ask {
    let context = json!({
        "approach": "rrr",
        "retrieval_mode": "hybrid",
        "semantic_ranker": true,
        "semantic_captions": false,
        "suggest_followup_questions": true,
    });
    let body = json!({"messages": messages(question), "context": context, "stream": stream});
    Ask::post("/chat", &body)
}

/// A question from clients of bare chat back ends; their body tells too little, so the form is named.
pub(super) fn completion_chunks(question: &str, _session: &str, stream: bool) -> Ask {
    let body = if stream {
        json!({"messages": messages(question)})
    } else {
        json!({"messages": messages(question), "stream": false})
    };
    Ask::post("/chat", &body).with(NAMED, "completion_chunks")
}

/// A question from a page with an `EventSource`.
pub(super) fn message_events(question: &str, _session: &str, _stream: bool) -> Ask {
    let question = utf8_percent_encode(question, NON_ALPHANUMERIC);
    Ask::get(format!("/chat?message={question}")).with("accept", "text/event-stream")
}

/// A question from clients of the 2024-05-29 text.
pub(super) fn message_delta(question: &str, session: &str, stream: bool) -> Ask {
    let body = json!({
        "messages": messages(question),
        "context": {"overrides": {"suggest_followup_questions": true}},
        "sessionState": session,
    });
    Ask::post(by_path(stream), &body)
}

/// A question from the protocol's own library, which accepts JSON even where it wants a stream.
pub(super) fn sdk(question: &str, session: &str, stream: bool) -> Ask {
    let body = json!({"messages": messages(question), "sessionState": session});
    Ask::post(by_path(stream), &body)
        .with("accept", "application/json")
        .with("x-ms-useragent", "ts-http-runtime/1.0.0-beta.1")
}

/// A question from `serverless-chat-langchainjs`, whose page asks for streams only.
pub(super) fn chats(question: &str, _session: &str, _stream: bool) -> Ask {
    let body = json!({
        "messages": messages(question),
        "context": {"userId": "conformance", "sessionId": ""},
    });
    Ask::post("/chats/stream", &body)
        .with("accept", "application/json")
        .with("x-ms-useragent", "ts-http-runtime/1.0.0-beta.1")
}

/// The library's question as a form with files has it: the part's name is not quoted.
pub(super) fn multipart(question: &str) -> Ask {
    let body = json!({"messages": messages(question)});
    let boundary = "---Part-0e1f6d2e-93a8-4f1e-b8d8-2a3c8c5f4f11";
    let part = format!(
        "--{boundary}\r\ncontent-type: application/json\r\n\
         content-disposition: form-data; name=json\r\n\r\n{body}\r\n--{boundary}--\r\n\r\n"
    );
    let kind = format!("multipart/form-data; boundary={boundary}");
    let mut ask = sdk(question, "", false).with("content-type", &kind);
    ask.body = Some(part);
    ask
}

/// A question from the front ends of the demonstration from June 2024 on.
pub(super) fn session_state(question: &str, session: &str, stream: bool) -> Ask {
    let overrides = json!({
        "retrieval_mode": "text",
        "semantic_ranker": false,
        "suggest_followup_questions": true,
        "use_gpt4v": false,
    });
    demonstration(question, session, stream, &overrides)
}

/// A question from the demonstration's newest front end.
pub(super) fn output_text(question: &str, session: &str, stream: bool) -> Ask {
    let overrides = json!({
        "retrieval_mode": "text",
        "semantic_ranker": false,
        "suggest_followup_questions": true,
        "search_text_embeddings": true,
        "send_text_sources": true,
    });
    demonstration(question, session, stream, &overrides)
}

/// A question from `openai-chat-app-quickstart` since July 2026, whose page asks for streams only.
pub(super) fn response_lines(question: &str, _session: &str, stream: bool) -> Ask {
    let text = json!([{"type": "input_text", "text": question}]);
    let input = json!([{"type": "message", "role": "user", "content": text}]);
    Ask::post(by_path(stream), &json!({"input": input}))
}

fn demonstration(question: &str, session: &str, stream: bool, overrides: &Value) -> Ask {
    let body = json!({
        "messages": messages(question),
        "context": {"overrides": overrides},
        "session_state": session,
    });
    Ask::post(by_path(stream), &body)
}

/// A question from libraries for `OpenAI`'s chat completions.
pub(super) fn openai_chat(question: &str, _session: &str, stream: bool) -> Ask {
    let body = json!({"model": "any", "messages": messages(question), "stream": stream});
    Ask::post("/v1/chat/completions", &body)
}

/// A question from libraries for `OpenAI`'s responses.
pub(super) fn openai_responses(question: &str, _session: &str, stream: bool) -> Ask {
    let body = json!({"model": "any", "input": question, "stream": stream});
    Ask::post("/v1/responses", &body)
}
