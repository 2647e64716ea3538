//! Requests of the official libraries and of programs that use them, and the parsed requests.

use footnote_protocol::dialect::{Preferences, RawRequest, recognise};
use serde_json::{Value, json};

use super::{CHAT, RESPONSES};

/// The client, the path and the body of a request.
type Request = (&'static str, &'static str, Value);

/// Requests for chat completions.
fn of_chat() -> [Request; 4] {
    let parts = json!([
        {"role": "developer", "content": "Be brief."},
        {"role": "user", "name": "ann", "content": [{"type": "text", "text": "What is included?"}]},
        {"role": "assistant", "content": "Vision [plan.pdf#page=9].", "refusal": null, "annotations": []},
        {"role": "user", "content": [{"type": "text", "text": "And in"}, {"type": "text", "text": "the other plan?"}]},
    ]);
    let question = json!([{"role": "user", "content": "What is included?"}]);
    [
        ("the library", CHAT, json!({"model": "gpt-4o", "messages": question})),
        (
            "the library, streaming with usage",
            CHAT,
            json!({
                "model": "gpt-4o", "messages": question, "stream": true,
                "stream_options": {"include_usage": true}, "temperature": 0.2, "max_tokens": 512,
            }),
        ),
        ("a conversation in parts", CHAT, json!({"model": "gpt-4o", "messages": parts, "n": 1})),
        (
            "a client that knows Footnote",
            CHAT,
            json!({
                "model": "any", "messages": question, "temperature": null,
                "context": {"overrides": {"top": 3, "suggest_followup_questions": true}},
            }),
        ),
    ]
}

/// Requests for responses.
fn of_responses() -> [Request; 2] {
    let items = json!([
        {"role": "user", "content": "What is included?"},
        {"id": "msg_1", "type": "message", "status": "completed", "role": "assistant", "content": [
            {"type": "output_text", "text": "Vision [plan.pdf#page=9].", "annotations": [], "logprobs": []},
        ]},
        {"type": "reasoning", "id": "rs_1", "summary": []},
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "And in the other plan?"}]},
    ]);
    [
        (
            "the library's responses",
            RESPONSES,
            json!({"model": "gpt-4o", "instructions": "Be brief.", "input": "What is included?"}),
        ),
        (
            "a conversation of items",
            RESPONSES,
            json!({
                "model": "gpt-4o", "input": items, "stream": true, "store": false,
                "tools": [{"type": "file_search", "vector_store_ids": ["vs_1"]}],
                "previous_response_id": null, "temperature": 0.5,
            }),
        ),
    ]
}

#[test]
fn requests_are_read_as_ever() {
    let requests: Vec<_> = of_chat().into_iter().chain(of_responses()).collect();
    let read = requests.iter().map(|(client, path, body)| {
        let asked = RawRequest { body, ..RawRequest::at(path) };
        let form = recognise(&asked, Preferences::default()).unwrap();
        let (request, delivery) = form.parse(&asked).unwrap();
        let echo = form.echo(&asked);
        format!("{client}: {path}\n{body}\n{delivery:?}, {:#}\nkept: {echo}\n\n", json!(request))
    });
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("openai_requests", read.collect::<String>()));
}
