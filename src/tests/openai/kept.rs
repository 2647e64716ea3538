//! Stored responses: returned again, listed, continued with their files, and compacted.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{RESPONSES, answer, asked, get, input};
use crate::support::text;

const COMPACT: &str = "/v1/responses/compact";

async fn refusal(path: &str, body: &Value) -> Value {
    let response = asked(path, body).await;
    assert_eq!(response.status(), StatusCode::BAD_REQUEST, "{path} {body}");
    let error: Value = serde_json::from_str(&text(response).await).unwrap();
    error["error"].clone()
}

#[tokio::test]
async fn a_response_that_was_kept_is_told_again() {
    let first = answer(RESPONSES, &input("How much leave?")).await;
    let id = first["id"].as_str().unwrap();
    let (status, again) = get(&format!("/v1/responses/{id}")).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!((&again["id"], &again["object"]), (&first["id"], &first["object"]));
    assert_eq!(again["output"][0]["content"][0]["annotations"][0]["title"], "leave.md");
    assert!(again["usage"]["total_tokens"].as_u64().unwrap() > 0, "{again}");
    // Raw results and prompts are not stored.
    let same = |response: &Value| {
        let mut response = response.clone();
        response["context"].as_object_mut().unwrap().remove("thoughts");
        // The server's address depends on the client's request.
        response.to_string().replace("http://localhost:3000/", "/")
    };
    assert_eq!(same(&again), same(&first));

    let mut next = input("And next year?");
    next["previous_response_id"] = first["id"].clone();
    let next = answer(RESPONSES, &next).await;
    let id = next["id"].as_str().unwrap();
    let (_, newest) = get(&format!("/v1/responses/{id}/input_items?limit=1")).await;
    assert_eq!(newest["data"][0]["content"][0]["text"], "And next year?");
    assert_eq!(newest["has_more"], true);
    let (_, all) = get(&format!("/v1/responses/{id}/input_items?order=asc")).await;
    let roles: Vec<_> = all["data"].as_array().unwrap().iter().map(|item| &item["role"]).collect();
    assert_eq!(roles, ["user", "assistant", "user"]);
}

#[tokio::test]
async fn what_is_not_kept_is_not_found_and_a_wrong_wish_is_refused() {
    for path in ["/v1/responses/resp_1", "/v1/responses/resp_1/input_items", "/api/v1/responses/é"]
    {
        let (status, error) = get(&path.replace('é', "%C3%A9")).await;
        assert_eq!((status, &error["error"]["code"]), (StatusCode::NOT_FOUND, &json!("not_found")));
    }
    let mut unkept = input("How much leave?");
    unkept["store"] = json!(false);
    let unkept = answer(RESPONSES, &unkept).await;
    let id = unkept["id"].as_str().unwrap();
    assert_eq!(get(&format!("/v1/responses/{id}")).await.0, StatusCode::NOT_FOUND);
    for query in ["?stream=true", "/input_items?order=up", "/input_items?limit=many"] {
        let (status, _) = get(&format!("/v1/responses/resp_1{query}")).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{query}");
    }
    let (status, _) = get(COMPACT).await;
    assert_eq!(status, StatusCode::METHOD_NOT_ALLOWED);
}

#[tokio::test]
async fn a_conversation_goes_on_from_its_compaction() {
    let said = json!([
        {"role": "user", "content": "What is tea?"},
        {"role": "assistant", "content": "A drink."},
    ]);
    let compaction = answer(COMPACT, &json!({"model": "any", "input": said})).await;
    assert_eq!(compaction["object"], "response.compaction");
    let mut items = compaction["output"].as_array().unwrap().clone();
    assert_eq!(items[0]["type"], "compaction");
    items.push(json!({"type": "message", "role": "user", "content": "How much leave?"}));
    let next = answer(RESPONSES, &json!({"model": "any", "input": items})).await;
    let id = next["id"].as_str().unwrap();
    let (_, all) = get(&format!("/v1/responses/{id}/input_items?order=asc")).await;
    let texts = all["data"].as_array().unwrap().iter().map(|item| &item["content"][0]["text"]);
    assert_eq!(texts.collect::<Vec<_>>(), ["What is tea?", "A drink.", "How much leave?"]);

    let body = json!({"model": "any", "previous_response_id": id});
    let of_kept = answer(COMPACT, &body).await;
    assert!(of_kept["usage"]["input_tokens"].as_u64() > Some(5), "{of_kept}");
}

#[tokio::test]
async fn bad_compactions_are_refused_by_the_field() {
    for (body, param, code) in [
        (json!({"input": "x"}), "model", "invalid_value"),
        (json!({"model": 7, "input": "x"}), "model", "invalid_value"),
        (json!({"model": "any"}), "input", "invalid_value"),
        (json!({"model": "any", "input": []}), "input", "invalid_value"),
        (
            json!({"model": "any", "previous_response_id": "resp_1"}),
            "previous_response_id",
            "previous_response_not_found",
        ),
    ] {
        let error = refusal(COMPACT, &body).await;
        assert_eq!((&error["param"], &error["code"]), (&json!(param), &json!(code)), "{error}");
    }
    let item = json!({"type": "compaction", "id": "cmp_1", "encrypted_content": "1"});
    let question = json!({"role": "user", "content": "x"});
    let error = refusal(RESPONSES, &json!({"input": [item, question]})).await;
    assert_eq!(error["code"], "previous_response_not_found");
}

#[tokio::test]
async fn a_file_stays_with_the_responses_that_go_on_from_it() {
    let data = "data:text/markdown;base64,VGhlIGxhbnRlcm4gb2YgdGhlIHBpZXIgaXMgbGl0IGF0IHNldmVuLg==";
    let ask = |text: &str| json!({"type": "input_text", "text": text});
    let file = json!({"type": "input_file", "filename": "lanterns.md", "file_data": data});
    let parts = json!([file, ask("When is the lantern lit?")]);
    let body = json!({"model": "any", "input": [{"role": "user", "content": parts}]});
    let mut last = answer(RESPONSES, &body).await;
    for question in ["And who lights it?", "And why?"] {
        let mut body = input(question);
        body["previous_response_id"] = last["id"].clone();
        last = answer(RESPONSES, &body).await;
        let sources = &last["context"]["data_points"]["citations"];
        let known = sources.as_array().unwrap().iter().any(|it| it == "attached/lanterns.md");
        assert!(known, "{question}: {sources}");
    }
    let empty = json!({"type": "input_file", "filename": "a.md", "file_data": "data:,"});
    let body = json!({"input": [{"role": "user", "content": [empty, ask("What?")]}]});
    let error = refusal(RESPONSES, &body).await;
    assert!(error["message"].as_str().unwrap().contains("a.md is empty"), "{error}");
}
