//! Tests of runs with any answer, and of the parsing of their input.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::AgUi;
use crate::dialect::message_delta::tests::answers;
use crate::dialect::{AnswerHead, Dialect, RawRequest, SentFile};
use crate::{
    Answer, AnswerEvent, ChatRequest, DataPoints, Message, ProtocolError, ResponseContext,
};

fn head() -> AnswerHead {
    AnswerHead {
        id: "1".to_owned(),
        model: "scripted".to_owned(),
        origin: "http://here".to_owned(),
        session_state: Some(json!({"page": 7})),
        echo: json!({"threadId": "t", "runId": "r"}),
        ..AnswerHead::default()
    }
}

fn encoded(events: &[AnswerEvent]) -> Vec<Value> {
    let mut encoder = AgUi.encoder(head());
    let events = events.iter().cloned();
    events.flat_map(|event| encoder.lines(event)).collect()
}

fn input(mut body: Value) -> Result<(ChatRequest, Vec<SentFile>), ProtocolError> {
    if let Some(body) = body.as_object_mut() {
        body.entry("threadId").or_insert(json!("t"));
        body.entry("runId").or_insert(json!("r"));
    }
    let raw = RawRequest { body: &body, ..RawRequest::at("/chat") };
    Ok((AgUi.parse(&raw)?.0, AgUi.files(&raw)?))
}

/// Returns true if a null is where the client does not accept it. Pages may add fields of their own, which only they
/// read.
fn null_field(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.iter().any(null_field),
        Value::Object(fields) => {
            let free = ["value", "content", "snapshot"];
            fields.iter().any(|(key, field)| !free.contains(&key.as_str()) && null_field(field))
        }
        _ => false,
    }
}

/// Checks the order of events as the client does; returns why it would reject the run.
fn verified(events: &[Value]) -> Result<(), String> {
    let (mut steps, mut message, mut over) = (0, None, false);
    for (at, event) in events.iter().enumerate() {
        let kind = event["type"].as_str().unwrap();
        if over || (at == 0) != (kind == "RUN_STARTED") && kind != "RUN_ERROR" {
            return Err(format!("{kind} at {at}"));
        }
        match kind {
            "STEP_STARTED" => steps += 1,
            "STEP_FINISHED" => steps -= 1,
            "TEXT_MESSAGE_START" if message.is_none() => message = event.get("messageId"),
            "TEXT_MESSAGE_START" => return Err("two messages".to_owned()),
            "TEXT_MESSAGE_CONTENT" if message != event.get("messageId") => {
                return Err("a content of no message".to_owned());
            }
            "TEXT_MESSAGE_CONTENT" if event["delta"] == "" => return Err("empty".to_owned()),
            "TEXT_MESSAGE_END" if message.take().is_none() => return Err("an end".to_owned()),
            "RUN_FINISHED" if steps != 0 || message.is_some() => return Err("open".to_owned()),
            _ => {}
        }
        over = ["RUN_FINISHED", "RUN_ERROR"].contains(&kind);
    }
    if over { Ok(()) } else { Err("no end".to_owned()) }
}

proptest! {
    #[test]
    fn a_run_is_one_that_the_client_takes(events in answers()) {
        let run = encoded(&events);
        prop_assert_eq!(verified(&run), Ok(()), "{:?}", run);
        prop_assert!(!run.iter().any(null_field), "{:?}", run);
        let answer: Answer = events.iter().cloned().collect();
        let deltas = run.iter().filter_map(|event| event["delta"].as_str());
        prop_assert_eq!(deltas.collect::<String>(), answer.text.as_str());
        let whole = AgUi.whole(&head(), &answer);
        if let Some(end) = run.iter().find(|event| event["type"] == "TEXT_MESSAGE_END") {
            prop_assert_eq!(&end["metadata"], &whole["metadata"]);
        }
    }
}

#[test]
fn citations_stand_in_characters_in_both_of_their_places() {
    let points = DataPoints {
        text: vec!["a.md: Staff get leave.".to_owned()],
        citations: vec!["a.md".to_owned(), "attached/b.pdf".to_owned()],
        ..DataPoints::default()
    };
    let context = ResponseContext { data_points: Some(points), ..ResponseContext::default() };
    let run = encoded(&[
        AnswerEvent::Grounded(Box::new(context)),
        AnswerEvent::Delta("🦀 [a.md; attached/b.pdf]".to_owned()),
        AnswerEvent::FollowUps(vec!["Why?".to_owned()]),
    ]);
    let of = |kind: &str| run.iter().find(|event| event["type"] == kind).unwrap();
    let region = json!([{"type": "text_span", "start_index": 2, "end_index": 24}]);
    let annotations = json!([
        {
            "type": "citation", "title": "a.md", "url": "http://here/content/a.md",
            "file_id": "a.md", "snippet": "Staff get leave.", "annotated_regions": region,
        },
        {
            "type": "citation", "title": "b.pdf", "file_id": "attached/b.pdf",
            "annotated_regions": region,
        },
    ]);
    assert_eq!(of("TEXT_MESSAGE_END")["metadata"]["annotations"], annotations);
    let fault = json!({"messageId": "1", "annotations": annotations});
    assert_eq!((&of("CUSTOM")["name"], &of("CUSTOM")["value"]), (&json!("annotations"), &fault));
    assert_eq!(of("STATE_SNAPSHOT")["snapshot"], json!({"page": 7}));
    let activity = &of("ACTIVITY_SNAPSHOT")["content"];
    assert_eq!(activity["sources"][0]["url"], "http://here/content/a.md");
    assert_eq!(activity["sources"][1].get("url"), None);
}

#[test]
fn an_activity_behind_the_text_has_each_cited_source_once_with_its_page() {
    let points = DataPoints {
        text: vec!["b.pdf#page=4: Staff get leave.".to_owned()],
        citations: vec!["a.md".to_owned(), "b.pdf#page=4".to_owned(), "attached/c.md".to_owned()],
        ..DataPoints::default()
    };
    let context = ResponseContext { data_points: Some(points), ..ResponseContext::default() };
    let grounded = AnswerEvent::Grounded(Box::new(context));
    let finished = AnswerEvent::FollowUps(Vec::new());
    let activities = |text: &str| {
        let delta = AnswerEvent::Delta(text.to_owned());
        let mut run = encoded(&[grounded.clone(), delta, finished.clone()]);
        run.retain(|event| event["type"] == "ACTIVITY_SNAPSHOT");
        run
    };
    let cited = activities("Leave [b.pdf#page=4], [attached/c.md], [b.pdf#page=4].");
    let sources = json!([
        {
            "id": "b.pdf#page=4", "title": "b.pdf · p.4", "page": 4,
            "url": "http://here/content/b.pdf#page=4", "snippet": "Staff get leave.",
        },
        {"id": "attached/c.md", "title": "c.md"},
    ]);
    let expected = json!({
        "type": "ACTIVITY_SNAPSHOT", "messageId": "1-citations", "activityType": "citations",
        "content": {"sources": sources},
    });
    assert_eq!(cited[1], expected);
    assert_eq!(activities("None.").len(), 1, "nothing is cited");
}

#[test]
fn the_input_of_a_run_is_read() {
    let image = json!({"type": "data", "value": "VGVhLg==", "mimeType": "image/png"});
    let file = json!({"type": "url", "value": "data:text/plain;base64,VGVhLg=="});
    let question = json!([
        {"type": "text", "text": "What"},
        {"type": "image", "source": image},
        {"type": "document", "source": file, "metadata": {"filename": "a.txt"}},
        {"type": "text", "text": "is it?"},
    ]);
    let body = json!({
        "messages": [
            {"id": "0", "role": "developer", "content": "Be brief."},
            {"id": "1", "role": "user", "content": question},
            {"id": "2", "role": "assistant", "toolCalls": []},
            {"id": "3", "role": "tool", "content": "7", "toolCallId": "c"},
            {"id": "4", "role": "activity", "activityType": "sources", "content": {}},
            {"id": "5", "role": "user", "content": "When?"},
        ],
        "context": [{"description": "Page", "value": "home"}],
        "state": {"page": 7}, "tools": [], "forwardedProps": {"overrides": {"top": 3}},
    });
    let (request, files) = input(body).unwrap();
    let expected = [
        Message::system("Page: home"),
        Message::system("Be brief."),
        Message::user("What\nis it?"),
        Message::assistant(""),
        Message::user("When?"),
    ];
    assert_eq!(request.messages, expected);
    assert_eq!(request.overrides.top, Some(3));
    assert_eq!(request.session_state, Some(json!({"page": 7})));
    let files: Vec<_> =
        files.iter().map(|file| (file.name.as_str(), &*file.content_type)).collect();
    assert_eq!(files, [("", "image/png"), ("a.txt", "text/plain")]);
}

#[test]
fn a_state_that_is_none_or_too_much_is_not_returned() {
    for state in [json!(null), json!({}), json!({"a": "a".repeat(33 * 1024)})] {
        let (request, _) = input(json!({"messages": [], "state": state})).unwrap();
        assert_eq!(request.session_state, None);
    }
}

#[test]
fn a_refusal_names_the_field() {
    let user = |content: Value| json!({"messages": [{"role": "user", "content": content}]});
    let far = json!([{"type": "image", "source": {"type": "url", "value": "https://example.com"}}]);
    let half = json!([{"type": "image", "source": {"type": "data", "value": "V"}}]);
    for (body, fault) in [
        (json!({"messages": [], "threadId": 7}), "threadId must be a string"),
        (json!({"messages": [], "runId": null}), "runId must be a string"),
        (json!({}), "messages must be a list"),
        (json!({"messages": [7]}), "messages[0] must be an object"),
        (json!({"messages": [{"role": "bird", "content": ""}]}), "messages[0].role must be a role"),
        (user(json!(7)), "messages[0].content must be a string or a list of parts"),
        (user(json!([{"type": "text"}])), "messages[0].content[0].text must be a string"),
        (user(json!([{"type": "video"}])), "messages[0].content[0] must be text, an image or"),
        (user(json!([{"type": "image"}])), "messages[0].content[0].source must be an object"),
        (user(far), "messages[0].content[0].source.value must be an address that begins"),
        (user(half), "messages[0].content[0].source.value holds no data in base64"),
        (json!({"messages": [], "context": {}}), "context must be a list"),
        (json!({"messages": [], "context": [{}]}), "context[0] must be an object"),
        (json!({"messages": [], "forwardedProps": 7}), "forwardedProps must be an object"),
        (
            json!({"messages": [], "forwardedProps": {"overrides": {"top": "x"}}}),
            "forwardedProps.overrides.top must be a number",
        ),
    ] {
        let refusal = input(body).unwrap_err();
        assert!(refusal.message.starts_with(fault), "{refusal}");
    }
}
