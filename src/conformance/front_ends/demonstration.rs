//! The front ends of the demonstration (azure-search-openai-demo), by the month of the edition.

use serde_json::{Value, json};

use super::step::{FrontEnd, Step};
use super::view::{Talk, View, WHOLE_VALUE, objects, texts};
use crate::conformance::client::Ask;

const WHOLE: &str = "shows a whole answer";
const ALONE: &str = "shows an answer on its page for single questions";

/// The overrides before February 2024.
fn overrides_of_2023() -> Value {
    json!({
        "top": 3,
        "retrieval_mode": "text",
        "semantic_ranker": true,
        "semantic_captions": false,
        "suggest_followup_questions": true,
        "use_oid_security_filter": false,
        "use_groups_security_filter": false,
    })
}

fn with(mut overrides: Value, more: Value) -> Value {
    if let (Value::Object(all), Value::Object(more)) = (&mut overrides, more) {
        all.extend(more);
    }
    overrides
}

fn overrides_of_2024() -> Value {
    let more =
        json!({"vector_fields": ["embedding"], "use_gpt4v": false, "gpt4v_input": "textAndImages"});
    with(overrides_of_2023(), more)
}

fn overrides_of_2026() -> Value {
    json!({
        "top": 5,
        "retrieval_mode": "text",
        "semantic_ranker": false,
        "semantic_captions": false,
        "query_rewriting": false,
        "suggest_followup_questions": true,
        "search_text_embeddings": true,
        "search_image_embeddings": false,
        "send_text_sources": true,
        "send_image_sources": false,
        "language": "en",
        "use_agentic_knowledgebase": true,
        "retrieval_reasoning_effort": "minimal",
    })
}

fn body(talk: &Talk, answerer: &str, overrides: Value) -> Value {
    json!({
        "messages": talk.messages(answerer),
        "context": {"overrides": overrides},
        "session_state": talk.session,
    })
}

/// Since June 2024 the path says whether to stream.
fn by_path(path: &str, talk: &Talk, overrides: Value) -> Ask {
    Ask::post(path, &body(talk, "assistant", overrides))
}

/// Until June 2024 the body says whether to stream.
fn by_body(talk: &Talk, answerer: &str, overrides: Value) -> Ask {
    let body = body(talk, answerer, overrides);
    Ask::post("/chat", &with(body, json!({"stream": true})))
}

fn alone(talk: &Talk, overrides: Value) -> Ask {
    let body = json!({
        "messages": talk.alone(),
        "context": {"overrides": overrides},
        "session_state": null,
    });
    Ask::post("/ask", &body)
}

fn spring(path: &str, body: Value) -> Ask {
    let overrides = json!({"semanticRanker": true, "semanticCaptions": false, "top": 3});
    Ask::post(path, &with(body, json!({"overrides": overrides})))
}

/// The view until the beginning of October 2023.
const HISTORY: View = View {
    text: "/choices/0/delta/content",
    context: "/choices/0/extra_args",
    beside: texts,
    stumbles: |value| (value.pointer("/choices/0").is_none()).then_some("a chunk without a choice"),
    ..View::TEXT
};

const ANSWER: View = View {
    framing: None,
    text: "/answer",
    context: WHOLE_VALUE,
    stumbles: |_| None,
    ..HISTORY
};

/// The view until December 2023.
const CHOICES_TEXT: View = View {
    context: "/choices/0/context",
    session: "/choices/0/session_state",
    ..HISTORY
};

/// The view until May 2024.
const CHOICES: View = View {
    beside: objects,
    ..CHOICES_TEXT
};

/// A page for single questions, which reads a message for a delta.
const fn once(view: View) -> View {
    View {
        framing: None,
        text: "/choices/0/message/content",
        ..view
    }
}

/// The view until the end of 2025.
const DELTA: View = View {
    framing: CHOICES.framing,
    text: "/delta/content",
    context: "/context",
    session: "/session_state",
    beside: objects,
    stumbles: |value| {
        let begins = value.pointer("/context/data_points").is_some();
        (begins && value.pointer("/delta/role").is_none())
            .then_some("the first chunk says not who speaks, and the page breaks")
    },
};

const MESSAGE: View = View {
    framing: None,
    text: "/message/content",
    stumbles: |_| None,
    ..DELTA
};

/// The view since April 2026.
const EVENTS: View = View {
    text: "/delta",
    beside: |context| {
        planned(context)?;
        objects(context)
    },
    stumbles: |_| None,
    ..DELTA
};

const OUTPUT_TEXT: View = View {
    framing: None,
    text: "/output_text",
    ..EVENTS
};

/// The steps of a plan are drawn from the description of its thought, one object for each.
fn planned(context: &Value) -> Result<(), String> {
    let thoughts = context.get("thoughts").and_then(Value::as_array);
    let mut thoughts = thoughts.into_iter().flatten();
    let plan = thoughts.find(|thought| {
        let title = thought.get("title").and_then(Value::as_str);
        title.is_some_and(|title| title.to_lowercase().contains("query plan"))
    });
    let Some(plan) = plan else { return Ok(()) };
    let steps = plan.get("description").and_then(Value::as_array);
    let is_step = |step: &Value| step.get("type").is_some_and(Value::is_string);
    if steps.is_some_and(|steps| !steps.is_empty() && steps.iter().all(is_step)) {
        return Ok(());
    }
    Err("the query plan shows \"No results found\": its description is no list of steps".to_owned())
}

const CITATION: Step = Step::opens(|talk| talk.open("/content"));

/// A chat that streams, opens its citations and goes on.
const fn chat(ask: fn(&Talk) -> Option<Ask>, view: View) -> [Step; 3] {
    [Step::streams(ask, view), CITATION, Step::goes_on(ask, view)]
}

/// The same with one thing more.
const fn and(chat: [Step; 3], more: Step) -> [Step; 4] {
    let [streams, opens, goes_on] = chat;
    [streams, opens, goes_on, more]
}

/// All editions, the oldest first.
pub(super) const ALL: &[FrontEnd] = &[
    FrontEnd {
        name: "demonstration-2023-04",
        steps: &[
            Step::shows(
                WHOLE,
                |talk| {
                    Some(spring(
                        "/chat",
                        json!({"approach": "rrr", "history": talk.history()}),
                    ))
                },
                ANSWER,
            ),
            CITATION,
            Step::shows(
                ALONE,
                |talk| {
                    Some(spring(
                        "/ask",
                        json!({"approach": "rtr", "question": talk.question}),
                    ))
                },
                ANSWER,
            ),
        ],
    },
    FrontEnd {
        name: "demonstration-2023-09",
        steps: &and(
            chat(
                |talk| Some(spring("/chat_stream", json!({"history": talk.history()}))),
                HISTORY,
            ),
            Step::shows(
                ALONE,
                |talk| Some(spring("/ask", json!({"question": talk.question}))),
                once(HISTORY),
            ),
        ),
    },
    FrontEnd {
        name: "demonstration-2023-10",
        steps: &chat(
            |talk| Some(by_body(talk, "bot", overrides_of_2023())),
            CHOICES_TEXT,
        ),
    },
    FrontEnd {
        name: "demonstration-2023-11",
        steps: &chat(
            |talk| Some(by_body(talk, "assistant", overrides_of_2023())),
            CHOICES_TEXT,
        ),
    },
    FrontEnd {
        name: "demonstration-2024-03",
        steps: &and(
            chat(
                |talk| Some(by_body(talk, "assistant", overrides_of_2024())),
                CHOICES,
            ),
            Step::shows(
                ALONE,
                |talk| Some(alone(talk, overrides_of_2024())),
                once(CHOICES),
            ),
        ),
    },
    FrontEnd {
        name: "demonstration-2024-10",
        steps: &and(
            chat(
                |talk| Some(by_path("/chat/stream", talk, overrides_of_2024())),
                DELTA,
            ),
            Step::shows(
                ALONE,
                |talk| Some(alone(talk, overrides_of_2024())),
                MESSAGE,
            ),
        ),
    },
    FrontEnd {
        name: "demonstration-2026-06",
        steps: &and(
            chat(
                |talk| Some(by_path("/chat/stream", talk, overrides_of_2026())),
                EVENTS,
            ),
            Step::shows(
                WHOLE,
                |talk| Some(by_path("/chat", talk, overrides_of_2026())),
                OUTPUT_TEXT,
            ),
        ),
    },
    FrontEnd {
        name: "demonstration-java-2025-06",
        steps: &[
            Step::streams(
                |talk| Some(by_path("/api/chat/stream", talk, overrides_of_2024())),
                DELTA,
            ),
            Step::opens(|talk| talk.open("/api/content")),
        ],
    },
];
