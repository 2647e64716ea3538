//! Requests as the family's clients send them: the form recognised, and the parsed request.

use footnote_protocol::dialect::{DIALECTS, Delivery, Preferences, RawRequest, recognise};
use serde_json::{Value, json};

mod oldest;

/// A request and the expected result.
struct Case {
    /// The client that sends it.
    client: &'static str,
    path: &'static str,
    query: &'static str,
    agent: &'static str,
    body: Value,
    /// The form that it is.
    form: &'static str,
    delivery: Delivery,
}

const BROWSER: &str = "Mozilla/5.0";
const LIBRARY: &str = "ts-http-runtime/1.0.0-beta.1 (Linux 6.8) Node/v22";

fn case(
    client: &'static str,
    path: &'static str,
    body: Value,
    (form, delivery): (&'static str, Delivery),
) -> Case {
    Case { client, path, query: "", agent: BROWSER, body, form, delivery }
}

fn messages() -> Value {
    json!([{"content": "What is included?", "role": "user"}])
}

fn conversation() -> Value {
    json!([
        {"content": "What is included?", "role": "user"},
        {"content": "Vision [plan.pdf#page=9].", "role": "assistant"},
        {"content": "And in the other plan?", "role": "user"},
    ])
}

/// Requests of the two specifications with `choices`.
fn choices() -> [Case; 5] {
    let overrides = json!({
        "top": 3, "retrieval_mode": "text", "semantic_ranker": false, "semantic_captions": false,
        "suggest_followup_questions": false, "use_oid_security_filter": false,
        "use_groups_security_filter": false, "vector_fields": ["embedding"], "use_gpt4v": false,
        "gpt4v_input": "textAndImages",
    });
    let example = json!({
        "messages": messages(), "stream": false, "context": {}, "session_state": null,
    });
    let first = json!({
        "messages": messages(), "stream": true, "context": {"overrides": overrides},
        "session_state": null,
    });
    let instructed = json!({
        "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Who?"}],
        "stream": false, "context": {"overrides": overrides}, "session_state": {"user": 7},
    });
    let alone = json!({
        "messages": conversation(), "stream": false,
        "context": {"overrides": {"suggest_followup_questions": true}}, "session_state": null,
    });
    let some_overrides = json!({
        "messages": messages(), "stream": false, "session_state": null, "context": {"overrides": {
            "top": 3, "suggest_followup_questions": true, "use_oid_security_filter": false,
        }},
    });
    [
        case(
            "the 2024-01-28 text, with some overrides",
            "/chat",
            some_overrides,
            ("choices", Delivery::Whole),
        ),
        case("the 2024-01-28 text", "/chat", example, ("choices", Delivery::Whole)),
        case("the first edition", "/chat", first, ("choices", Delivery::Lines)),
        case("the first edition, instructed", "/chat", instructed, ("choices", Delivery::Whole)),
        case("the first edition, asking once", "/ask", alone, ("choices", Delivery::Whole)),
    ]
}

/// Requests of the demonstration's front ends.
fn demonstration() -> [Case; 4] {
    let of_2024 = json!({
        "prompt_template": ">>> Be brief.", "exclude_category": "old", "top": 3, "temperature": 0.3,
        "minimum_reranker_score": 0, "minimum_search_score": 0.02, "retrieval_mode": "hybrid",
        "semantic_ranker": true, "semantic_captions": false, "suggest_followup_questions": true,
        "use_oid_security_filter": false, "use_groups_security_filter": false,
        "vector_fields": ["embedding"], "use_gpt4v": false, "gpt4v_input": "textAndImages",
        "language": "en",
    });
    let of_2026 = json!({
        "include_category": "handbook", "top": 5, "temperature": 0.3, "minimum_reranker_score": 1.9,
        "minimum_search_score": 0, "retrieval_mode": "text", "semantic_ranker": true,
        "semantic_captions": false, "query_rewriting": false, "reasoning_effort": "",
        "suggest_followup_questions": true, "search_text_embeddings": true,
        "search_image_embeddings": false, "send_text_sources": true, "send_image_sources": false,
        "language": "ptBR", "use_agentic_knowledgebase": false, "use_web_source": false,
        "use_sharepoint_source": false,
    });
    let body = |messages: Value, overrides: &Value, session: Value| {
        json!({
            "messages": messages, "context": {"overrides": overrides}, "session_state": session,
        })
    };
    let session = json!("0e1f6d2e-93a8-4f1e-b8d8-2a3c8c5f4f11");
    let lines = ("session_state", Delivery::Lines);
    [
        case(
            "the demonstration of 2024",
            "/chat/stream",
            body(conversation(), &of_2024, json!(null)),
            lines,
        ),
        case(
            "the demonstration of 2024, asking once",
            "/ask",
            body(messages(), &of_2024, json!(null)),
            ("session_state", Delivery::Whole),
        ),
        case(
            "the newest demonstration",
            "/chat/stream",
            body(conversation(), &of_2026, session.clone()),
            ("demo", Delivery::Lines),
        ),
        case(
            "the newest demonstration, not streaming",
            "/chat",
            body(messages(), &of_2026, session),
            ("demo", Delivery::Whole),
        ),
    ]
}

/// Requests of the 2024-05-29 text and of the library.
fn second_edition() -> [Case; 6] {
    let example = json!({"messages": messages(), "context": {}, "sessionState": null});
    let of_library = json!({
        "messages": [{"role": "user", "content": "Who?", "context": {"any": 1}}],
        "sessionState": "0e1f6d2e",
    });
    let bare = json!({"messages": messages()});
    let text = |client, path, body, delivery| case(client, path, body, ("message_delta", delivery));
    let library = |client, path, body, delivery| Case {
        agent: LIBRARY,
        ..case(client, path, body, ("sdk", delivery))
    };
    [
        text("the 2024-05-29 text", "/chat", example.clone(), Delivery::Whole),
        text("the 2024-05-29 text, streaming", "/chat/stream", example, Delivery::Lines),
        text("hardly anything", "/chat", bare.clone(), Delivery::Whole),
        library("the library", "/chat/stream", of_library, Delivery::Lines),
        library("the library, asking first", "/chat", bare, Delivery::Whole),
        Case {
            agent: LIBRARY,
            ..case(
                "a page with a list of conversations",
                "/chats/stream",
                json!({"messages": messages(), "context": {"userId": "ann", "sessionId": "7"}}),
                ("chats", Delivery::Lines),
            )
        },
    ]
}

/// Requests of the web component and of the quickstart.
fn others() -> [Case; 3] {
    let flat = |stream: bool| {
        json!({
            "messages": messages(),
            "context": {
                "approach": "rrr", "retrieval_mode": "hybrid", "semantic_ranker": true,
                "semantic_captions": false, "top": 3, "temperature": 0.7, "exclude_category": "",
                "prompt_template": "", "prompt_template_prefix": "", "prompt_template_suffix": "",
            },
            "stream": stream,
        })
    };
    let component = |client, path, stream| {
        let form = ("chat_component_digits", Delivery::streamed(stream));
        case(client, path, flat(stream), form)
    };
    let events = ("message_events", Delivery::Lines);
    let quickstart = case("the quickstart", "/chat", Value::Null, events);
    [
        component("the web component", "/chat", true),
        component("the web component, asking once", "/ask", false),
        Case { query: "message=What%20is+included%3F", ..quickstart },
    ]
}

/// Requests of the pages of the quickstart for bare chats.
fn quickstarts() -> [Case; 3] {
    let part = |kind: &str, text: &str| json!([{"type": kind, "text": text}]);
    let message =
        |role: &str, content: Value| json!({"type": "message", "role": role, "content": content});
    let input = json!([
        message("user", part("input_text", "What is included?")),
        message("assistant", part("output_text", "Vision [plan.pdf#page=9].")),
        message("user", part("input_text", "And in the other plan?")),
    ]);
    [
        case(
            "the quickstart of July 2026",
            "/chat/stream",
            json!({"input": input}),
            ("response_lines", Delivery::Lines),
        ),
        case(
            "the quickstart of September 2023",
            "/chat",
            json!({"message": "What is included?"}),
            ("completion_chunks", Delivery::Lines),
        ),
        case(
            "the demonstration's sibling for PostgreSQL",
            "/chat/stream",
            json!({
                "input": [
                    {"role": "user", "content": "What is included?"},
                    {"role": "assistant", "content": "Vision [plan.pdf#page=9]."},
                    {"role": "user", "content": "And in the other plan?"},
                ],
                "context": {"overrides": {"use_advanced_flow": true, "top": 3}},
            }),
            ("output_rows", Delivery::Lines),
        ),
    ]
}

/// Requests of pages that speak the protocols beside this family.
fn neighbours() -> [Case; 2] {
    let part = |text: &str| json!([{"type": "text", "text": text}]);
    let messages = json!([
        {"id": "1", "role": "user", "parts": part("What is included?")},
        {"id": "2", "role": "assistant", "parts": part("Vision [plan.pdf#page=9].")},
        {"id": "3", "role": "user", "parts": part("And in the other plan?")},
    ]);
    let run = json!({
        "threadId": "t", "runId": "r", "protocolVersion": "1.0", "state": {}, "tools": [],
        "messages": conversation(), "context": [{"description": "Page", "value": "plans"}],
        "forwardedProps": {"top": 3},
    });
    [
        case(
            "a page with the AI SDK",
            "/chat",
            json!({"id": "7", "messages": messages, "trigger": "submit-message"}),
            ("ui_message_stream", Delivery::Lines),
        ),
        case("a page with an AG-UI client", "/chat", run, ("ag_ui", Delivery::Lines)),
    ]
}

fn cases() -> Vec<Case> {
    let known = choices().into_iter().chain(demonstration());
    let known = known.chain(second_edition()).chain(others());
    known.chain(oldest::requests()).chain(quickstarts()).chain(neighbours()).collect()
}

#[test]
fn every_client_is_known_by_its_request() {
    for case in cases() {
        let asked = case.asked();
        assert_eq!(
            recognise(&asked, Preferences::default()).unwrap().name,
            case.form,
            "{}",
            case.client
        );
    }
}

#[test]
fn requests_are_read_as_ever() {
    let cases = cases();
    let read = cases.iter().map(|case| {
        let asked = case.asked();
        let (request, delivery) =
            recognise(&asked, Preferences::default()).unwrap().parse(&asked).unwrap();
        assert_eq!(delivery, case.delivery, "{}", case.client);
        let Case { client, path, query, body, .. } = case;
        format!("{client}: {path} {query}\n{body}\n{:#}\n\n", json!(request))
    });
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("requests", read.collect::<String>()));
}

#[test]
fn the_documentation_names_every_form() {
    let documentation = include_str!("../../../../docs/front-ends.md");
    let code = include_str!("../../../protocol/dialect/mod.rs");
    for form in DIALECTS {
        let name = format!("`{}`", form.name);
        assert!(documentation.contains(&name), "{name} in docs/front-ends.md");
        assert!(code.contains(&name), "{name} in protocol/dialect/mod.rs");
    }
}

/// Leaving out `stream` and a role means something else to these clients, which name their form.
#[test]
fn raw_chunks_are_streamed_unless_the_body_says_otherwise() {
    for (body, delivery) in [
        (json!({"messages": [{"content": "Who?"}]}), Delivery::Lines),
        (json!({"messages": messages(), "stream": true}), Delivery::Lines),
        (json!({"messages": messages(), "stream": false}), Delivery::Whole),
    ] {
        let asked =
            RawRequest { form: Some("completion_chunks"), body: &body, ..RawRequest::at("/chat") };
        let (request, read) =
            recognise(&asked, Preferences::default()).unwrap().parse(&asked).unwrap();
        assert_eq!(read, delivery);
        assert_eq!(request.messages.len(), 1);
    }
}

impl Case {
    fn asked(&self) -> RawRequest<'_> {
        RawRequest {
            path: self.path,
            query: self.query,
            form: None,
            agent: self.agent,
            body: &self.body,
        }
    }
}
