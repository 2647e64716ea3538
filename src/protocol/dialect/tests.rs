//! Tests of every form of the protocol's family, with any question and answer.

use footnote_text::digits;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::message_delta::tests::answers;
use super::{AnswerHead, DIALECTS, Framing, Preferences, RawRequest, WireForm, recognise};
use crate::AnswerEvent;

/// Forms of the family, each with the path of the answer's text in a line.
const FORMS: &[(&str, &[&str])] = &[
    ("ag_ui", &["/delta"]),
    ("chat_component", &["/choices/0/delta/content"]),
    ("chat_component_digits", &["/choices/0/delta/content"]),
    ("chats", &["/delta/content"]),
    ("choices", &["/choices/0/delta/content"]),
    ("choices_text", &["/choices/0/delta/content"]),
    ("completion_chunks", &["/choices/0/delta/content"]),
    ("demo", &["/delta/content", "/delta"]),
    ("history", &["/choices/0/delta/content"]),
    ("message_delta", &["/delta/content"]),
    ("message_events", &["/text"]),
    ("output_text", &["/delta"]),
    ("response_lines", &["/delta"]),
    ("sdk", &["/delta/content"]),
    ("session_state", &["/delta/content"]),
    ("ui_message_stream", &["/delta"]),
];

/// Forms with follow-up questions in the text.
const IN_TEXT: [&str; 4] = ["chat_component", "chat_component_digits", "chats", "history"];

fn form(name: &str) -> &'static WireForm {
    DIALECTS.iter().find(|form| form.name == name).unwrap()
}

fn head(session_state: Value) -> AnswerHead {
    AnswerHead { session_state: Some(session_state), ..AnswerHead::default() }
}

fn lines(name: &str, events: &[AnswerEvent], session: &Value) -> Vec<Value> {
    let mut encoder = form(name).encoder(head(session.clone()));
    let events = events.iter().cloned();
    events.flat_map(|event| encoder.lines(event)).collect()
}

/// Returns the text that a client reads from lines at one path.
fn text(lines: &[Value], place: &str) -> String {
    let pieces = lines.iter().filter_map(|line| line.pointer(place)?.as_str());
    pieces.collect()
}

/// Returns the context of a line, wherever the form has it.
fn context(line: &Value) -> Option<&Value> {
    ["/context", "/choices/0/context", "/choices/0/delta/context", "/choices/0/extra_args"]
        .iter()
        .find_map(|place| line.pointer(place))
}

/// Returns true if a line reports an error, wherever the form has it.
fn is_error(line: &Value) -> bool {
    let kinds = [json!("error"), json!("RUN_ERROR")];
    line.get("error").is_some() || line.get("type").is_some_and(|kind| kinds.contains(kind))
}

fn json_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
        Just(json!("user")),
        Just(json!("rrr")),
        Just(json!("text")),
        Just(json!("image")),
        Just(json!("file")),
    ];
    let key = prop_oneof![
        "messages|role|content|context|overrides|top|temperature|approach",
        "stream|session_state|sessionState|retrieval_mode|prompt_template",
        "history|question|user|bot|message|input",
        "trigger|parts|type|text|url|threadId|runId|source|value|forwardedProps|state",
        ".{0,4}",
    ];
    leaf.prop_recursive(5, 40, 5, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::hash_map(key.clone(), inner, 0..6)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn the_pieces_of_a_text_are_the_text(events in answers()) {
        let deltas = events.iter().filter_map(|event| match event {
            AnswerEvent::Delta(text) => Some(text.as_str()),
            _ => None,
        });
        // One form replaces digits by look-alikes, which an answer may also contain itself.
        let said = digits::plain(&deltas.collect::<String>());
        for (name, places) in FORMS {
            let lines = lines(name, &events, &Value::Null);
            for place in *places {
                let read = digits::plain(&text(&lines, place));
                // In some forms, the text also has the follow-up questions.
                let whole = if IN_TEXT.contains(name) { read.starts_with(&said) } else { read == said };
                prop_assert!(whole, "{}: {:?} in place of {:?}", name, read, said);
            }
        }
    }

    #[test]
    fn only_an_error_has_the_key_of_one_and_it_ends_the_answer(events in answers()) {
        let failed = matches!(events.last(), Some(AnswerEvent::Failed(_)));
        for (name, _) in FORMS {
            let mut lines = lines(name, &events, &Value::Null);
            lines.retain(|line| line["type"] != "end");
            let errors = lines.iter().filter(|line| is_error(line)).count();
            prop_assert_eq!(errors, usize::from(failed), "{}", name);
            if failed {
                prop_assert!(is_error(lines.last().unwrap()), "{}", name);
            }
        }
    }

    #[test]
    fn text_never_stands_beside_data_points(events in answers()) {
        for (name, places) in FORMS {
            let lines = lines(name, &events, &Value::Null);
            let grounds: Vec<_> = lines
                .iter()
                .filter(|line| context(line).is_some_and(|it| it.get("data_points").is_some()))
                .collect();
            prop_assert!(grounds.len() <= 1, "{} repeats them", name);
            for line in grounds {
                prop_assert!(std::ptr::eq(line, &raw const lines[0]), "{} has them late", name);
                for place in *places {
                    let text = line.pointer(place).and_then(Value::as_str);
                    prop_assert!(text.is_none_or(str::is_empty), "{}: {}", name, line);
                }
            }
        }
    }

    #[test]
    fn a_session_comes_back_untouched(events in answers(), session in json_value()) {
        for (name, key) in [
            ("choices", "/choices/0/session_state"),
            ("choices_text", "/choices/0/session_state"),
            ("session_state", "/session_state"),
            ("demo", "/session_state"),
            ("output_text", "/session_state"),
            ("message_delta", "/sessionState"),
            ("sdk", "/sessionState"),
            ("chats", "/context/sessionId"),
        ] {
            let lines = lines(name, &events, &session);
            for line in lines.iter().filter(|line| context(line).is_some()) {
                prop_assert_eq!(line.pointer(key), Some(&session), "{}", name);
            }
            let answer = events.iter().cloned().collect();
            let whole = form(name).whole(&head(session.clone()), &answer);
            prop_assert_eq!(whole.pointer(key), Some(&session), "{}", name);
        }
    }

    #[test]
    fn whatever_is_asked_is_read_or_refused(body in json_value(), path in "/(chat|ask|chat/stream)") {
        let raw = RawRequest { body: &body, ..RawRequest::at(&path) };
        let recognised = recognise(&raw, Preferences::default()).map(|form| form.name);
        prop_assert!(recognised.is_ok());
        for (name, _) in FORMS {
            let read = form(name).parse(&raw).and_then(|_| form(name).files(&raw));
            if let Err(refusal) = read {
                let status = form(name).status(&refusal);
                prop_assert!(status.is_client_error(), "{}: {}", name, status);
                let error = form(name).error(&refusal);
                prop_assert!(error.is_object() || error.is_string());
            }
        }
    }
}

#[test]
fn the_first_line_with_a_context_has_a_role() {
    let events = [AnswerEvent::Grounded(Box::default())];
    for (name, role) in [
        ("chat_component", "/choices/0/delta/role"),
        ("chat_component_digits", "/choices/0/delta/role"),
        ("choices", "/choices/0/delta/role"),
        ("choices_text", "/choices/0/delta/role"),
        ("demo", "/delta/role"),
        ("history", "/choices/0/delta/role"),
        ("message_delta", "/delta/role"),
        ("chats", "/delta/role"),
        ("sdk", "/delta/role"),
        ("session_state", "/delta/role"),
    ] {
        let first = lines(name, &events, &Value::Null).remove(0);
        assert_eq!(first.pointer(role), Some(&json!("assistant")), "{name}");
    }
}

#[test]
fn a_client_may_name_its_form() {
    for form in DIALECTS {
        let raw = RawRequest { form: Some(form.name), ..RawRequest::at("/chat") };
        assert_eq!(recognise(&raw, Preferences::default()).map(|form| form.name), Ok(form.name));
    }
    let raw = RawRequest { form: Some("nonsense"), ..RawRequest::at("/chat") };
    let refusal = recognise(&raw, Preferences::default()).map(|form| form.name).unwrap_err();
    assert!(refusal.message.contains("choices"), "{refusal}");
}

fn by_default(form: &'static str, raw: &RawRequest<'_>) -> &'static str {
    let preferences = Preferences { form: Some(form), ..Preferences::default() };
    recognise(raw, preferences).unwrap().name
}

#[test]
fn the_default_form_is_for_those_who_tell_none() {
    let messages = json!([{"role": "user", "content": "x"}]);
    for (body, expected) in [
        (json!({"messages": messages}), "completion_chunks"),
        (json!({"messages": messages, "stream": true}), "choices"),
        (json!({"messages": messages, "sessionState": null}), "message_delta"),
        (json!({"messages": messages, "session_state": null}), "session_state"),
        (json!({"input": "x"}), "response_lines"),
    ] {
        let raw = RawRequest { body: &body, ..RawRequest::at("/chat") };
        assert_eq!(by_default("completion_chunks", &raw), expected, "{body}");
    }
    let by_name = RawRequest { form: Some("sdk"), ..RawRequest::at("/chat") };
    assert_eq!(by_default("completion_chunks", &by_name), "sdk");
}

#[test]
fn the_web_component_gets_digits_where_it_is_to_have_them() {
    let body = json!({"messages": [], "context": {"approach": "rrr"}});
    let raw = RawRequest { body: &body, ..RawRequest::at("/chat") };
    for (digits, expected) in [(true, "chat_component_digits"), (false, "chat_component")] {
        let preferences = Preferences { digits, ..Preferences::default() };
        assert_eq!(recognise(&raw, preferences).unwrap().name, expected);
    }
}

#[test]
fn events_carry_their_name_and_end_with_a_blank_line() {
    let named = Framing::Events { named: true, done: true };
    let event = named.encode(&json!({"type": "a.b", "text": "x\ny"}));
    assert_eq!(event, b"event: a.b\ndata: {\"text\":\"x\\ny\",\"type\":\"a.b\"}\n\n");
    assert_eq!(named.end(), b"data: [DONE]\n\n");
}
