//! Limits for a chat model's server: time, size, and adaptation to its errors.

use std::sync::Arc;
use std::time::Duration;

use footnote_models::{ChatModel, Prompt, Token, Tool, ToolCall};
use footnote_protocol::Message;
use futures_util::StreamExt;
use serde_json::Value;
use tower::ServiceExt;

use super::{answer, ask, quotes, scripted, text};
use crate::support::open_ai::{Scripted, Step, head, raw, say, stop, stream};
use crate::support::{lines, post, with_model};

#[tokio::test]
async fn a_line_without_end_is_cut_off() {
    let server = scripted(vec![stream(), raw("data: "), Step::Flood(vec![b'x'; 65536])]).await;
    assert!(quotes(&answer(&server).await, "with an error"));
    tokio::time::timeout(Duration::from_secs(20), server.left.notified()).await.unwrap();
}

#[tokio::test]
async fn an_answer_without_end_is_cut_off() {
    let flood = "data: {\"choices\":[{\"delta\":{\"content\":\"more and more \"}}]}\n\n";
    let server = scripted(vec![stream(), Step::Flood(flood.as_bytes().repeat(200))]).await;
    let lines = answer(&server).await;
    assert!(text(&lines).len() <= 64 * 1024);
    assert_eq!(lines.last().unwrap()["finish_reason"], "length");
    tokio::time::timeout(Duration::from_secs(20), server.left.notified()).await.unwrap();
}

/// Returns the lines of an answer by a model that sends this event endlessly until it is disconnected.
async fn flooded(event: &str) -> Vec<Value> {
    let server = scripted(vec![stream(), Step::Flood(event.as_bytes().repeat(20))]).await;
    let answered = tokio::time::timeout(Duration::from_secs(20), answer(&server)).await;
    let left = tokio::time::timeout(Duration::from_secs(20), server.left.notified()).await;
    assert!(left.is_ok());
    answered.unwrap()
}

#[tokio::test]
async fn white_space_without_end_is_cut_off() {
    let event = serde_json::json!({"choices": [{"delta": {"content": " \n".repeat(100)}}]});
    let lines = flooded(&format!("data: {event}\n\n")).await;
    assert!(quotes(&lines, "with an error"));
}

#[tokio::test]
async fn thoughts_calls_and_comments_without_end_are_cut_off() {
    let long = "hm ".repeat(1000);
    let delta = |delta: Value| {
        let event = serde_json::json!({"choices": [{"delta": delta}]});
        format!("data: {event}\n\n")
    };
    for event in [
        delta(serde_json::json!({"reasoning_content": long})),
        delta(serde_json::json!({"tool_calls": [{"function": {"arguments": long}}]})),
        delta(serde_json::json!({"role": "assistant", "content": "", "padding": long})),
    ] {
        let thinking = delta(serde_json::json!({"reasoning": "hm"}));
        let lines = flooded(&(thinking + &event)).await;
        assert!(quotes(&lines, "with an error"));
    }
}

#[tokio::test]
async fn a_search_query_and_a_plan_without_end_cost_no_answer() {
    let event = serde_json::json!({"choices": [{"delta": {"content": " ".repeat(1000)}}]});
    let flood = Step::Flood(format!("data: {event}\n\n").into_bytes());
    let good = vec![stream(), say("30 days [leave.md]."), stop()];
    for overrides in [serde_json::json!({}), serde_json::json!({"use_agentic_knowledgebase": true})]
    {
        let server = Scripted::start(vec![vec![stream(), flood.clone()], good.clone()]).await;
        let body = serde_json::json!({
            "messages": [
                {"role": "user", "content": "How much leave?"},
                {"role": "assistant", "content": "Some."},
                {"role": "user", "content": "Is it paid?"},
            ],
            "context": {"overrides": overrides},
        });
        let router = with_model(Arc::new(server.model()));
        let request = post("/chat/stream", body.to_string());
        let lines = lines(router.oneshot(request).await.unwrap()).await;
        assert_eq!(text(&lines), "30 days [leave.md].");
        tokio::time::timeout(Duration::from_secs(20), server.left.notified()).await.unwrap();
    }
}

#[tokio::test]
async fn a_refused_parameter_is_left_out_from_then_on() {
    let refused = vec![
        head("400 Bad Request", "application/json", ""),
        raw(
            r#"{"error":{"message":"Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens'."}}"#,
        ),
    ];
    let good = vec![stream(), say("30 days [leave.md]."), stop()];
    let server = Scripted::start(vec![refused, good]).await;
    assert_eq!(text(&answer(&server).await), "30 days [leave.md].");
    let requests = server.requests.lock().unwrap().clone();
    assert!(
        requests[1].contains("max_completion_tokens") && !requests[1].contains("\"max_tokens\"")
    );
}

#[tokio::test]
async fn a_server_that_refuses_tools_is_offered_none_from_then_on() {
    let refused = vec![
        head("400 Bad Request", "application/json", ""),
        raw(r#"{"error":{"message":"this model does not support tools"}}"#),
    ];
    let good = vec![stream(), say("paid leave"), stop()];
    let server = Scripted::start(vec![refused, good]).await;
    let model = server.model();
    let prompt = || Prompt {
        messages: vec![Message::user("Is it paid?")],
        tools: [Tool {
            name: "search_sources",
            description: "Searches.",
            parameters: serde_json::json!({"type": "object"}),
        }]
        .into(),
        ..Prompt::default()
    };
    for _ in 0..2 {
        let tokens: Vec<_> = model.stream(prompt()).collect().await;
        assert_eq!(tokens[0], Ok(Token::Text("paid leave".to_owned())));
    }
    let requests = server.requests.lock().unwrap().clone();
    let offered = requests.iter().map(|request| request.contains("\"tools\""));
    assert_eq!(offered.collect::<Vec<_>>(), [true, false, false]);
}

#[tokio::test]
async fn a_call_of_a_tool_is_read_from_a_stream_that_is_cut_anywhere() {
    let part = |function: &str| {
        let call = format!(r#"{{"index":0,"id":"a","type":"function","function":{function}}}"#);
        raw(&format!("data: {{\"choices\":[{{\"delta\":{{\"tool_calls\":[{call}]}}}}]}}\n\n"))
    };
    let whole = [
        part(r#"{"name":"search_sources","arguments":""}"#),
        part(r#"{"arguments":"{\"search_que"}"#),
        part(r#"{"arguments":"ry\":\"días\"}"}"#),
        stop(),
    ];
    let mut steps = vec![stream()];
    for step in whole {
        let Step::Send(bytes) = step else { continue };
        steps.extend(bytes.iter().map(|byte| Step::Send(vec![*byte])));
    }
    let server = scripted(steps).await;
    let tokens: Vec<_> = server.model().stream(Prompt::default()).collect().await;
    let call = ToolCall {
        id: "a".to_owned(),
        name: "search_sources".to_owned(),
        arguments: r#"{"search_query":"días"}"#.to_owned(),
    };
    assert_eq!(tokens[0], Ok(Token::Called(call)));
    assert!(matches!(tokens.last(), Some(Ok(Token::Finished(_)))));
}

#[tokio::test]
async fn a_prompt_too_long_teaches_nothing_about_parameters() {
    let refused = vec![
        head("400 Bad Request", "application/json", ""),
        raw(
            r#"{"error":{"message":"'max_tokens' is too large: 1024. This model's maximum context length is 2048 tokens."}}"#,
        ),
    ];
    let good = vec![stream(), say("30 days [leave.md]."), stop()];
    let server = Scripted::start(vec![refused, good]).await;
    let model = Arc::new(server.model());
    let answer = lines(ask(with_model(model)).await).await;
    assert_eq!(text(&answer), "30 days [leave.md].", "asked for a shorter answer");
    let requests = server.requests.lock().unwrap().clone();
    assert_eq!(requests.len(), 2);
    assert!(requests[1].contains("\"max_tokens\"") && !requests[1].contains(":1024"));
}

#[tokio::test]
async fn questions_asked_at_once_learn_the_same_quirk() {
    let refused = vec![
        Step::Pause(Duration::from_millis(100)),
        head("400 Bad Request", "application/json", ""),
        raw(r#"{"error":{"message":"Unsupported parameter: 'max_tokens'."}}"#),
    ];
    let good = vec![stream(), say("30 days [leave.md]."), stop()];
    let server = Scripted::start(vec![refused.clone(), refused, good]).await;
    let model = Arc::new(server.model());
    let both = tokio::join!(ask(with_model(model.clone())), ask(with_model(model)));
    let (one, other) = tokio::join!(lines(both.0), lines(both.1));
    for answer in [one, other] {
        assert_eq!(text(&answer), "30 days [leave.md].");
    }
}

#[tokio::test]
async fn waiting_for_the_head_counts_as_waiting_for_the_first_token() {
    let server = scripted(vec![
        Step::Pause(Duration::from_millis(1_500)),
        stream(),
        Step::Pause(Duration::from_millis(1_500)),
        say("Too late [leave.md]."),
        stop(),
    ])
    .await;
    assert!(quotes(&answer(&server).await, "took too long"));
}

#[tokio::test]
async fn an_event_of_many_lines_is_cut_off() {
    let lines = format!("data: {}\n", "x".repeat(1000)).repeat(64);
    let server = scripted(vec![stream(), Step::Flood(lines.into_bytes())]).await;
    assert!(quotes(&answer(&server).await, "with an error"));
    tokio::time::timeout(Duration::from_secs(20), server.left.notified()).await.unwrap();
}

#[tokio::test]
async fn comments_after_the_end_do_not_prolong_it() {
    let end = raw("data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n");
    let server = scripted(vec![
        stream(),
        say("30 days [leave.md]."),
        end,
        Step::Flood(b": still here\n\n".repeat(5000)),
    ])
    .await;
    let answered = tokio::time::timeout(Duration::from_secs(20), answer(&server)).await;
    let lines = answered.expect("an end");
    assert_eq!(text(&lines), "30 days [leave.md].");
    assert_eq!(lines.last().unwrap()["finish_reason"], "stop");
}

#[tokio::test]
async fn the_query_step_gets_no_instructions_of_the_client_and_no_step_an_endless_history() {
    let server = scripted(vec![stream(), say("annual leave"), stop()]).await;
    let body = serde_json::json!({"messages": [
        {"role": "system", "content": "Rhyme your answer."},
        {"role": "user", "content": "long ".repeat(20_000)},
        {"role": "assistant", "content": "Yes."},
        {"role": "user", "content": "How much leave?"},
    ]});
    let router = with_model(Arc::new(server.model()));
    let request = post("/chat/stream", body.to_string());
    lines(router.oneshot(request).await.unwrap()).await;
    let requests = server.requests.lock().unwrap().clone();
    assert_eq!(requests.len(), 2);
    for (request, is_instructed) in requests.iter().zip([false, true]) {
        assert_eq!(request.contains("Rhyme your answer."), is_instructed);
        assert!(request.len() < 20_000, "{}", request.len());
    }
}

#[tokio::test]
async fn a_model_that_thinks_is_given_time() {
    let thought = raw("data: {\"choices\":[{\"delta\":{\"reasoning_content\":\"hm\"}}]}\n\n");
    let mut steps = vec![stream()];
    for _ in 0..5 {
        steps.extend([thought.clone(), Step::Pause(Duration::from_millis(500))]);
    }
    steps.extend([say("30 days [leave.md]."), stop()]);
    assert_eq!(text(&answer(&scripted(steps).await).await), "30 days [leave.md].");
}
