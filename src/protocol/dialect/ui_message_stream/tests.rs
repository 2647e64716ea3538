//! Tests of the UI message stream with any answer, and of the parsing of its requests.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::UiMessageStream;
use crate::dialect::message_delta::tests::answers;
use crate::dialect::{AnswerHead, Delivery, Dialect, RawRequest, SentFile};
use crate::{
    Answer, AnswerEvent, ChatRequest, DataPoints, Message, ProtocolError, ResponseContext,
};

fn head() -> AnswerHead {
    AnswerHead {
        id: "1".to_owned(),
        model: "scripted".to_owned(),
        origin: "http://here".to_owned(),
        ..AnswerHead::default()
    }
}

fn encoded(events: &[AnswerEvent]) -> Vec<Value> {
    let mut encoder = UiMessageStream.encoder(head());
    let events = events.iter().cloned();
    events.flat_map(|event| encoder.lines(event)).collect()
}

fn types(chunks: &[Value]) -> Vec<&str> {
    chunks.iter().map(|chunk| chunk["type"].as_str().unwrap()).collect()
}

fn request(body: &Value) -> Result<(ChatRequest, Vec<SentFile>), ProtocolError> {
    let raw = RawRequest { body, ..RawRequest::at("/chat") };
    let (request, delivery) = UiMessageStream.parse(&raw)?;
    assert_eq!(delivery, Delivery::Lines);
    Ok((request, UiMessageStream.files(&raw)?))
}

/// Returns true if a null is in a field that the client checks; it does not check the data of a part.
fn null_field(chunk: &Value) -> bool {
    let mut fields = chunk.as_object().unwrap().iter();
    fields.any(|(key, value)| key != "data" && has_null(value))
}

fn has_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.iter().any(has_null),
        Value::Object(fields) => fields.values().any(has_null),
        _ => false,
    }
}

proptest! {
    #[test]
    fn a_message_begins_and_ends_once_and_its_text_lies_between(events in answers()) {
        let chunks = encoded(&events);
        let types = types(&chunks);
        let answer: Answer = events.iter().cloned().collect();
        prop_assert!(!chunks.iter().any(null_field), "{:?}", chunks);
        let last = if answer.error.is_some() { "error" } else { "finish" };
        prop_assert_eq!(types.iter().filter(|kind| ["error", "finish"].contains(kind)).count(), 1);
        prop_assert_eq!(types.last(), Some(&last));
        let begins = types.iter().position(|kind| *kind == "text-start");
        let ends = types.iter().position(|kind| *kind == "text-end");
        prop_assert_eq!(begins.is_some(), ends.is_some());
        for (at, kind) in types.iter().enumerate() {
            let within = begins < Some(at) && Some(at) < ends;
            prop_assert_eq!(*kind == "text-delta", within && begins.is_some(), "{:?}", types);
        }
    }

    #[test]
    fn chunks_add_up_to_the_message(events in answers()) {
        let answer: Answer = events.iter().cloned().collect();
        let chunks = encoded(&events);
        let whole = UiMessageStream.whole(&head(), &answer);
        // Like the client: a later part of the same name and id replaces the earlier one.
        let mut parts: Vec<Value> = Vec::new();
        for chunk in &chunks {
            let kind = chunk["type"].as_str().unwrap();
            if !kind.starts_with("data-") && !kind.starts_with("source-") {
                continue;
            }
            let same = parts.iter_mut().find(|part| kind.starts_with("data-") && part["type"] == kind);
            match same {
                Some(part) => *part = chunk.clone(),
                None => parts.push(chunk.clone()),
            }
        }
        let mut of_whole = whole["parts"].as_array().unwrap().clone();
        of_whole.retain(|part| part["type"] != "text");
        if answer.error.is_none() {
            prop_assert_eq!(parts, of_whole);
        }
    }
}

#[test]
fn citations_stand_in_units_of_utf_16_with_their_passages() {
    let points = DataPoints {
        text: vec!["a.md: Staff get leave.".to_owned()],
        citations: vec!["a.md".to_owned(), "attached/b.pdf#page=2".to_owned()],
        ..DataPoints::default()
    };
    let context = ResponseContext { data_points: Some(points), ..ResponseContext::default() };
    let text = "🦀 [a.md] [attached/b.pdf#page=2]";
    let events = [
        AnswerEvent::Grounded(Box::new(context)),
        AnswerEvent::Delta(text.to_owned()),
        AnswerEvent::Thoughts(Vec::new()),
    ];
    let chunks = encoded(&events);
    let end = chunks.iter().find(|chunk| chunk["type"] == "text-end").unwrap();
    let url = json!({
        "type": "source", "sourceType": "url", "id": "a.md", "url": "http://here/content/a.md",
        "title": "a.md",
    });
    let first = json!({
        "source": url, "startIndex": 3, "endIndex": 9, "citedText": "Staff get leave.",
    });
    assert_eq!(end["citations"][0], first);
    let second = &end["citations"][1]["source"];
    assert_eq!((&second["sourceType"], &second["filename"]), (&json!("document"), &json!("b.pdf")));
    let after = chunks.iter().skip_while(|chunk| chunk["type"] != "text-end").skip(1);
    let after: Vec<Value> = after.take(2).cloned().collect();
    assert_eq!(types(&after), ["source-url", "source-document"]);
}

#[test]
fn a_conversation_is_read_in_its_parts() {
    let body = json!({
        "id": "7", "trigger": "regenerate-message", "messageId": "2",
        "context": {"overrides": {"top": 3}},
        "messages": [
            {"id": "0", "role": "system", "parts": [{"type": "text", "text": "Be brief."}]},
            {"id": "1", "role": "user", "parts": [
                {"type": "file", "mediaType": "text/plain", "filename": "a.txt", "url": "data:text/plain;base64,VGVhLg=="},
                {"type": "text", "text": "What"}, {"type": "text", "text": "is it?"},
            ]},
            {"id": "2", "role": "assistant", "metadata": {"model": "m"}, "parts": [
                {"type": "step-start"}, {"type": "data-context", "data": {}},
                {"type": "file", "mediaType": "image/png", "url": "https://example.com/a.png"},
                {"type": "text", "text": "Tea.", "state": "done", "citations": []}, {"type": "new"},
            ]},
            {"id": "3", "role": "user", "parts": [{"type": "text", "text": "When?"}]},
        ],
    });
    let (request, files) = request(&body).unwrap();
    let expected = [
        Message::system("Be brief."),
        Message::user("What\nis it?"),
        Message::assistant("Tea."),
        Message::user("When?"),
    ];
    assert_eq!(request.messages, expected);
    assert_eq!(request.overrides.top, Some(3));
    assert_eq!((files.len(), files[0].name.as_str()), (1, "a.txt"));
}

#[test]
fn a_refusal_names_the_field() {
    let user = |parts: Value| json!({"messages": [{"role": "user", "parts": parts}]});
    let far = user(json!([{"type": "file", "url": "https://example.com"}]));
    let words = json!({"messages": [], "context": {"top": "many"}});
    for (body, fault) in [
        (json!([]), "the body must be a JSON object"),
        (json!({}), "messages must be a list"),
        (json!({"messages": [7]}), "messages[0] must be an object"),
        (json!({"messages": [{"role": "user"}]}), "messages[0].parts must be a list"),
        (json!({"messages": [{"role": "bird", "parts": []}]}), "messages[0].role must be"),
        (user(json!([7])), "messages[0].parts[0] must be an object"),
        (user(json!([{"type": "text"}])), "messages[0].parts[0].text must be a string"),
        (user(json!([{"type": "file"}])), "messages[0].parts[0].url must be a string"),
        (far, "messages[0].parts[0].url must be an address that begins with data:"),
        (words, "context.top must be a number"),
        (json!({"messages": [], "context": []}), "context must be an object"),
    ] {
        let refusal = request(&body).unwrap_err();
        assert!(refusal.message.starts_with(fault), "{refusal}");
    }
}
