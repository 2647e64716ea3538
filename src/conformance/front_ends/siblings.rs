//! Siblings of the demonstration: the web component, and the chat over serverless functions.

use serde_json::{Value, json};

use super::step::{FrontEnd, Step};
use super::view::{Talk, View, texts};
use crate::conformance::client::{Ask, Seen};
use crate::conformance::form::Framing;

/// The user of the serverless chat, as a parameter of the address.
const USER: &str = "userId=conformance";

fn component(talk: &Talk) -> Ask {
    let context = json!({
        "approach": "rrr",
        "retrieval_mode": "text",
        "semantic_ranker": true,
        "semantic_captions": false,
        "top": 3,
        "suggest_followup_questions": true,
    });
    let messages = talk.messages("assistant");
    let body = json!({"messages": messages, "context": context, "stream": true});
    Ask::post("/chat", &body)
}

/// The component takes each piece with a digit for the beginning of a list.
const COMPONENT: View = View {
    text: "/choices/0/delta/content",
    context: "/choices/0/delta/context",
    beside: |context| {
        let points = json!({
            "thoughts": context.get("thoughts"),
            "data_points": context.pointer("/data_points/text"),
        });
        texts(&points)
    },
    stumbles: |value| {
        let Some(choice) = value.pointer("/choices/0") else {
            return Some("a chunk without a choice");
        };
        let text = choice.pointer("/delta/content").and_then(Value::as_str);
        text.is_some_and(|text| text.contains(|char: char| char.is_ascii_digit()))
            .then_some("a piece with a digit is taken for the number of a list, and is gone")
    },
    ..View::TEXT
};

/// The serverless chat keeps its conversation at the server, and its name in the context.
const SERVERLESS: View = View {
    framing: Some(Framing::Lines),
    text: "/delta/content",
    session: "/context/sessionId",
    ..View::TEXT
};

fn serverless(path: &str, talk: &Talk) -> Ask {
    let mut context = json!({"userId": "conformance"});
    if let (Some(fields), false) = (context.as_object_mut(), talk.session.is_null()) {
        fields.insert("sessionId".to_owned(), talk.session.clone());
    }
    let newest = json!([{"role": "user", "content": talk.newest()}]);
    Ask::post(path, &json!({"messages": newest, "context": context}))
}

/// The path of the conversation that is under way.
fn conversation(talk: &Talk) -> Option<String> {
    Some(format!("/api/chats/{}", talk.session.as_str()?))
}

/// Conversations are listed by `id` and `title`.
fn listed(seen: &Seen, talk: &mut Talk) -> Result<String, String> {
    if talk.session.is_null() {
        return Err("context.sessionId names no conversation".to_owned());
    }
    let list = seen.json().filter(|_| seen.is_answer());
    let Some(Value::Array(list)) = list else {
        return Err(seen.outcome());
    };
    let own = |entry: &&Value| entry.get("id") == Some(&talk.session);
    match list.iter().find(own).and_then(|entry| entry.get("title")) {
        Some(Value::String(title)) => Ok(title.clone()),
        Some(_) => Err("its title is no text".to_owned()),
        None => Err(format!("{} others", list.len())),
    }
}

/// A conversation is a list of messages.
fn recalled(seen: &Seen, _: &mut Talk) -> Result<String, String> {
    let messages = seen.json().filter(|_| seen.is_answer());
    let messages = messages.as_ref().and_then(Value::as_array);
    let said = |message: &Value| message.get("content").is_some_and(Value::is_string);
    match messages {
        Some(all) if !all.is_empty() && all.iter().all(said) => {
            Ok(format!("{} messages", all.len()))
        }
        Some(_) => Err("no messages".to_owned()),
        None => Err(seen.outcome()),
    }
}

fn forgotten(seen: &Seen, _: &mut Talk) -> Result<String, String> {
    if matches!(seen.status, 200 | 204) {
        Ok(seen.outcome())
    } else {
        Err(seen.outcome())
    }
}

/// All of them.
pub(super) const ALL: &[FrontEnd] = &[
    FrontEnd {
        name: "web-component",
        steps: &[
            Step::streams(|talk| Some(component(talk)), COMPONENT),
            Step::opens(|talk| talk.open("/content")),
            Step::goes_on(|talk| Some(component(talk)), COMPONENT),
        ],
    },
    FrontEnd {
        name: "serverless-chat-2024",
        steps: &[
            Step::streams(
                |talk| Some(serverless("/api/chat/stream", talk)),
                SERVERLESS,
            ),
            Step::opens(|talk| talk.open("/api/documents")),
        ],
    },
    FrontEnd {
        name: "serverless-chat-2026",
        steps: &[
            Step::streams(
                |talk| Some(serverless("/api/chats/stream", talk)),
                SERVERLESS,
            ),
            Step::goes_on(
                |talk| Some(serverless("/api/chats/stream", talk)),
                SERVERLESS,
            ),
            Step::uses(
                "lists its conversations",
                |_| Some(Ask::get(format!("/api/chats?{USER}"))),
                listed,
            ),
            Step::uses(
                "opens an earlier conversation",
                |talk| Some(Ask::get(format!("{}/?{USER}", conversation(talk)?))),
                recalled,
            ),
            Step::uses(
                "forgets a conversation",
                |talk| Some(Ask::delete(format!("{}?{USER}", conversation(talk)?))),
                forgotten,
            ),
        ],
    },
];
