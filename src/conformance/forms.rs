//! The wire forms of the family, as the checks know them.

use serde_json::Value;

use super::asking;
use super::form::Kind::{Any, List, Number, Object, Text};
use super::form::{Field, Form, Framing, Places, Session};

/// The defaults of all forms: those of the demonstration.
const USUAL: Form = Form {
    name: "",
    ask: asking::session_state,
    question: "messages",
    mark: speaks_messages,
    other: |value| has(value, "/sessionState") && !has(value, "/session_state"),
    fields: &[
        ("/message/content", Text),
        ("/message/role", Text),
        ("/context/data_points", Any),
        ("/context/thoughts", Any),
    ],
    whole: MESSAGE,
    types: &["application/json-lines", "application/x-ndjson"],
    framing: Framing::Lines,
    line: DELTA,
    ends: None,
    first_matters: true,
    needs_choice: false,
    small_pieces: false,
    error_is_a_field: false,
    session: Session::Echoed,
    refusal: &[("/error", Text)],
    refused: &[400],
    unsupported: &[415],
    needs_slash: false,
    multipart: false,
};

const MESSAGE: Places = Places {
    text: "/message/content",
    context: "/context",
    session: "/session_state",
    ..Places::NONE
};

const DELTA: Places = Places {
    text: "/delta/content",
    role: "/delta/role",
    context: "/context",
    session: "/session_state",
    finish: "",
};

const CHOICE: Places = Places {
    text: "/choices/0/message/content",
    ..Places::NONE
};

const CHOICE_DELTA: Places = Places {
    text: "/choices/0/delta/content",
    role: "/choices/0/delta/role",
    finish: "/choices/0/finish_reason",
    ..Places::NONE
};

/// The choices of 2023 and 2024, with a context beside each message.
const CHOICES: Form = Form {
    mark: has_choice,
    whole: Places {
        context: "/choices/0/context",
        session: "/choices/0/session_state",
        ..CHOICE
    },
    types: &["application/json-lines"],
    line: Places {
        context: "/choices/0/context",
        session: "/choices/0/session_state",
        ..CHOICE_DELTA
    },
    needs_choice: true,
    ..USUAL
};

/// Messages whose session has a name in capitals, as the protocol's texts have it since May 2024.
const SESSION_ID: Form = Form {
    fields: &[("/message/content", Text), ("/message/role", Text)],
    whole: Places {
        session: "/sessionState",
        ..MESSAGE
    },
    line: Places {
        session: "/sessionState",
        ..DELTA
    },
    session: Session::Given,
    ..USUAL
};

/// The events of a response, whose text is a `delta`; whole answers differ.
const DELTAS: Form = Form {
    question: "input",
    mark: is_response_event,
    other: |_| false,
    fields: &[],
    whole: Places::NONE,
    line: Places {
        text: "/delta",
        ..Places::NONE
    },
    ..USUAL
};

/// A refusal as libraries read it.
const CODED: &[Field] = &[("/error/code", Text), ("/error/message", Text)];

/// A refusal as `OpenAI` has it.
const TYPED: &[Field] = &[("/error/message", Text), ("/error/type", Text)];

const CHOICE_FIELDS: &[Field] = &[
    ("/choices/0/message/content", Text),
    ("/choices/0/message/role", Text),
    ("/choices/0/finish_reason", Any),
    ("/choices/0/index", Number),
    ("/created", Number),
    ("/id", Text),
    ("/model", Text),
    ("/object", Text),
];

/// Every form, the oldest first.
pub(super) static FORMS: &[Form] = &[
    Form {
        name: "choices",
        ask: asking::choices,
        other: |value| context_inside(value) || thoughts(value).is_some_and(Value::is_string),
        fields: &[
            ("/choices/0/message/content", Text),
            ("/choices/0/message/role", Text),
            ("/choices/0/context", Object),
            ("/choices/0/finish_reason", Any),
            ("/choices/0/index", Number),
            ("/object", Text),
        ],
        ..CHOICES
    },
    Form {
        name: "choices_text",
        ask: asking::choices_text,
        other: |value| context_inside(value) || thoughts(value).is_some_and(Value::is_array),
        fields: &[
            ("/choices/0/message/content", Text),
            ("/choices/0/message/role", Text),
            ("/choices/0/context/data_points", List),
            ("/choices/0/context/thoughts", Text),
        ],
        ..CHOICES
    },
    Form {
        name: "history",
        ask: asking::history,
        question: "history",
        mark: |value| has(value, "/answer") || has(value, "/choices/0/extra_args"),
        other: |_| false,
        fields: &[("/data_points", List), ("/thoughts", Text)],
        whole: Places {
            text: "/answer",
            ..Places::NONE
        },
        types: &["application/json-lines"],
        line: Places {
            context: "/choices/0/extra_args",
            finish: "",
            ..CHOICE_DELTA
        },
        needs_choice: true,
        ..USUAL
    },
    Form {
        name: "chat_component",
        ask: asking::chat_component,
        mark: has_choice,
        other: |value| has(value, "/choices/0/context"),
        fields: &[
            ("/choices/0/message/content", Text),
            ("/choices/0/message/role", Text),
            ("/choices/0/message/context/data_points/text", List),
            ("/choices/0/message/context/thoughts", Text),
            ("/choices/0/index", Number),
            ("/object", Text),
        ],
        whole: Places {
            context: "/choices/0/message/context",
            ..CHOICE
        },
        types: &["application/x-ndjson"],
        line: Places {
            context: "/choices/0/delta/context",
            ..CHOICE_DELTA
        },
        needs_choice: true,
        small_pieces: true,
        refusal: &[
            ("/statusCode", Number),
            ("/error", Text),
            ("/message", Text),
        ],
        ..USUAL
    },
    Form {
        name: "completion_chunks",
        ask: asking::completion_chunks,
        mark: has_choice,
        other: |value| context_inside(value) || has(value, "/choices/0/context"),
        fields: CHOICE_FIELDS,
        whole: CHOICE,
        types: &[],
        line: CHOICE_DELTA,
        // Refusals come from the server's framework, not from the form.
        refusal: &[("/detail", Any)],
        refused: &[400, 422],
        unsupported: &[415, 422],
        ..USUAL
    },
    Form {
        name: "message_events",
        ask: asking::message_events,
        mark: |value| has(value, "/text"),
        other: |_| false,
        fields: &[],
        whole: Places::NONE,
        types: &["text/event-stream"],
        framing: Framing::Events {
            named: false,
            done: false,
        },
        line: Places {
            text: "/text",
            ..Places::NONE
        },
        ends: Some(("start", "end")),
        unsupported: &[],
        ..USUAL
    },
    Form {
        name: "message_delta",
        ask: asking::message_delta,
        // A refusal that is an object is what tells the library's form from this one.
        other: |value| {
            has(value, "/session_state") && !has(value, "/sessionState")
                || value.get("error").is_some_and(Value::is_object)
        },
        types: &["application/jsonl"],
        ..SESSION_ID
    },
    Form {
        name: "sdk",
        ask: asking::sdk,
        // A refusal that is a string is what tells the text's own form from this one.
        other: |value| {
            has(value, "/session_state") && !has(value, "/sessionState")
                || value.get("error").is_some_and(Value::is_string)
        },
        types: &["application/jsonl", "application/x-ndjson"],
        line: Places {
            role: "",
            ..SESSION_ID.line
        },
        first_matters: false,
        refusal: CODED,
        needs_slash: true,
        multipart: true,
        ..SESSION_ID
    },
    Form {
        name: "chats",
        ask: asking::chats,
        other: |_| false,
        fields: &[],
        whole: Places::NONE,
        types: &["application/jsonl", "application/x-ndjson"],
        line: Places {
            role: "",
            session: "/context/sessionId",
            ..DELTA
        },
        first_matters: false,
        session: Session::Given,
        refusal: CODED,
        ..USUAL
    },
    Form {
        name: "session_state",
        ..USUAL
    },
    Form {
        name: "output_text",
        ask: asking::output_text,
        mark: |value| has(value, "/output_text") || is_response_event(value),
        other: |_| false,
        fields: &[
            ("/output_text", Text),
            ("/context/data_points", Object),
            ("/context/thoughts", List),
        ],
        whole: Places {
            text: "/output_text",
            ..MESSAGE
        },
        line: Places {
            text: "/delta",
            role: "",
            ..DELTA
        },
        ..USUAL
    },
    Form {
        name: "response_lines",
        ask: asking::response_lines,
        types: &["application/json-lines"],
        ..DELTAS
    },
    Form {
        name: "openai_chat",
        ask: asking::openai_chat,
        mark: has_choice,
        other: |_| false,
        fields: CHOICE_FIELDS,
        whole: CHOICE,
        types: &["text/event-stream"],
        framing: Framing::Events {
            named: false,
            done: true,
        },
        line: CHOICE_DELTA,
        refusal: TYPED,
        ..USUAL
    },
    Form {
        name: "openai_responses",
        ask: asking::openai_responses,
        mark: |value| {
            value.get("object").is_some_and(|o| o == "response") || is_response_event(value)
        },
        fields: &[
            ("/id", Text),
            ("/created_at", Number),
            ("/model", Text),
            ("/status", Text),
            ("/output/0/content/0/text", Text),
        ],
        whole: Places {
            text: "/output/0/content/0/text",
            ..Places::NONE
        },
        types: &["text/event-stream"],
        framing: Framing::Events {
            named: true,
            done: false,
        },
        ends: Some(("response.created", "response.completed")),
        error_is_a_field: true,
        refusal: TYPED,
        ..DELTAS
    },
];

fn has(value: &Value, place: &str) -> bool {
    value.pointer(place).is_some()
}

fn has_choice(value: &Value) -> bool {
    has(value, "/choices/0/message") || has(value, "/choices/0/delta")
}

/// The thoughts of a choice: one text in 2023, a list since.
fn thoughts(value: &Value) -> Option<&Value> {
    value.pointer("/choices/0/context/thoughts")
}

/// True if the context stands where the web component has it.
fn context_inside(value: &Value) -> bool {
    has(value, "/choices/0/message/context") || has(value, "/choices/0/delta/context")
}

fn speaks_messages(value: &Value) -> bool {
    has(value, "/message/content") || value.get("delta").is_some_and(Value::is_object)
}

fn is_response_event(value: &Value) -> bool {
    let kind = value.get("type").and_then(Value::as_str);
    kind.is_some_and(|kind| kind.starts_with("response."))
}
