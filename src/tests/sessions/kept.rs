//! Conversations of the page that the server stores as they happen.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use footnote_models::{ChatModel, ModelError, Prompt, Token};
use futures_util::stream::{self, BoxStream, StreamExt as _};
use serde_json::{Value, json};
use tower::ServiceExt as _;

use super::Parrot;
use super::named::{header_of, keeping_users, of, request, with_users};
use crate::support::kept::keeping;
use crate::support::{post, text};

/// Returns the response of a route of the page to this user, or its status if it is not 200.
async fn page_route(server: &Router, user: &str, path: &str, arguments: Value) -> Value {
    let (status, said) =
        of(server, user, post(&format!("/page/{path}"), arguments.to_string())).await;
    if status == StatusCode::OK { said } else { json!(status.as_u16()) }
}

/// Returns the arguments of a question as the page asks it in the conversation `tea-1`.
fn asked(turn: &str, question: &str) -> Value {
    json!({
        "request": {"messages": [{"role": "user", "content": question}], "overrides": {}},
        "run": {"turn": turn, "conversation": "tea-1"},
    })
}

/// Returns the same, replacing an earlier turn.
fn asked_instead(turn: &str, question: &str, from: &str) -> Value {
    let mut asked = asked(turn, question);
    asked["run"]["from"] = json!(from);
    asked
}

/// Asks as this user, and reads the answer to its end; returns the status.
async fn ask(server: &Router, user: &str, asked: Value) -> u16 {
    let (status, _) = of(server, user, post("/page/stream", asked.to_string())).await;
    status.as_u16()
}

async fn turns(server: &Router, user: &str) -> Vec<Value> {
    let opened = page_route(server, user, "conversations/open", json!({"id": "tea-1"})).await;
    opened["turns"].as_array().cloned().unwrap_or_default()
}

async fn questions(server: &Router, user: &str) -> Vec<String> {
    let question = |turn: Value| turn["question"].as_str().unwrap().to_owned();
    turns(server, user).await.into_iter().map(question).collect()
}

async fn change(server: &Router, user: &str, change: Value) -> Value {
    page_route(server, user, "conversations/change", json!({"id": "tea-1", "change": change})).await
}

/// Returns servers, each with the name of its reader: an identified one, the only one, and a browser's cookie.
async fn servers() -> [(Router, String); 3] {
    let server = with_users();
    let cookie = cookie_of(&server).await;
    [
        (with_users(), "ada".to_owned()),
        (keeping(Arc::new(Parrot), None).0, String::new()),
        (server, cookie),
    ]
}

/// Returns the cookie that a browser gets with the page.
async fn cookie_of(server: &Router) -> String {
    let page = server.clone().oneshot(request("GET", "/")).await.unwrap();
    let cookie = page.headers()["set-cookie"].to_str().unwrap();
    assert!(cookie.contains("; SameSite=Lax; HttpOnly"), "{cookie}");
    cookie.split_once(';').unwrap().0.to_owned()
}

#[tokio::test]
async fn a_reader_who_is_known_finds_conversations_wherever_they_are_asked_for() {
    for (server, user) in &servers().await {
        let none = page_route(server, user, "conversations", json!({})).await;
        assert_eq!(none["conversations"], json!([]));
        assert_eq!(ask(server, user, asked("1", "When is tea?")).await, 200);
        assert_eq!(ask(server, user, asked("2", "And cake?")).await, 200);
        change(server, user, json!({"Rename": "Meals"})).await;
        let listed =
            &page_route(server, user, "conversations", json!({})).await["conversations"][0];
        assert_eq!((&listed["name"], &listed["first"]), (&json!("Meals"), &json!("When is tea?")));
        let found =
            page_route(server, user, "conversations/find", json!({"words": "AND CAKE"})).await;
        assert_eq!(found, json!([{"id": "tea-1", "snippet": "And cake?"}]));
        // The family's front ends see it too.
        let (_, chats) = of(server, user, request("GET", "/chats")).await;
        assert_eq!(chats, json!([{"id": "tea-1", "title": "Meals"}]));
        let mut page = Request::get("/c/tea-1").body(Body::empty()).unwrap();
        page.headers_mut().insert(header_of(user), user.parse().unwrap());
        let page = text(server.clone().oneshot(page).await.unwrap()).await;
        assert!(page.contains("And cake?") && page.contains("(When is tea?"), "without scripts");
        change(server, user, json!({"Discard": true})).await;
        let none = page_route(server, user, "conversations", json!({})).await;
        assert_eq!(none["conversations"], json!([]));
    }
}

#[tokio::test]
async fn a_temporary_question_is_kept_nowhere_whatever_conversation_it_names() {
    for (server, user) in &servers().await {
        for (turn, from) in [("1", Value::Null), ("2", json!("1")), ("3", Value::Null)] {
            let mut asked = asked(turn, "When is tea?");
            asked["run"]["temporary"] = json!(turn != "3");
            asked["run"]["from"] = from;
            assert_eq!(ask(server, user, asked.clone()).await, 200);
            asked["run"]["conversation"] = json!("tea-2");
            asked["run"]["turn"] = json!(format!("{turn}-2"));
            assert!(page_route(server, user, "answer", asked).await.is_object());
            let kept = questions(server, user).await.len();
            assert_eq!(kept, usize::from(turn == "3"), "{turn}");
        }
        let listed = page_route(server, user, "conversations", json!({})).await;
        assert_eq!(listed["conversations"].as_array().unwrap().len(), 2);
    }
}

#[tokio::test]
async fn nobody_asks_in_or_changes_a_conversation_of_somebody_else() {
    let server = with_users();
    ask(&server, "ada", asked("1", "When is tea?")).await;
    let before = turns(&server, "ada").await;
    for question in [asked("2", "Mine?"), asked("1", "Mine?"), asked_instead("2", "Mine?", "1")] {
        assert_eq!(ask(&server, "bob", question.clone()).await, 404);
        assert_eq!(page_route(&server, "bob", "answer", question).await, json!(404));
    }
    let judgement = json!({"Judge": ["1", {"helps": true, "remark": ""}]});
    for wish in
        [json!({"Rename": "Mine"}), json!({"Discard": true}), json!({"Restore": "1"}), judgement]
    {
        assert_eq!(change(&server, "bob", wish).await, json!(404));
    }
    assert_eq!(change(&server, "", json!({"Pin": true})).await, json!(400));
    assert_eq!(
        page_route(&server, "bob", "conversations/open", json!({"id": "tea-1"})).await,
        json!(null)
    );
    assert_eq!(turns(&server, "ada").await, before);
    let none = page_route(&server, "bob", "conversations", json!({})).await;
    assert_eq!(none["conversations"], json!([]));
}

#[tokio::test]
async fn the_page_of_one_reader_asks_nothing_for_the_next() {
    let server = with_users();
    let key =
        async |user| page_route(&server, user, "conversations", json!({})).await["owner"].clone();
    let (ada, bob) = (key("ada").await, key("bob").await);
    assert!(ada != bob && ada == key("ada").await && key("").await == json!(""));
    assert!(!ada.to_string().contains("ada"), "{ada}");
    let mut of_ada = asked("1", "When is tea?");
    of_ada["run"]["owner"] = ada;
    assert_eq!(ask(&server, "bob", of_ada.clone()).await, 404);
    assert_eq!(ask(&server, "", of_ada.clone()).await, 404);
    assert_eq!(ask(&server, "ada", of_ada).await, 200);
}

#[tokio::test]
async fn only_the_server_writes_what_was_answered() {
    let server = with_users();
    ask(&server, "ada", asked("1", "When is tea?")).await;
    let before = turns(&server, "ada").await[0]["answer"]["text"].clone();
    let forged = json!({
        "conversation": "tea-1",
        "turn": {"id": "1", "question": "When is tea?", "answer": "Never.", "detail": "{}"},
        "from": null,
    });
    assert!(page_route(&server, "ada", "conversations/keep", forged).await.is_number());
    let mut posted = asked("1", "When is tea?");
    posted["run"]["answer"] = json!("Never.");
    ask(&server, "ada", posted).await;
    assert_eq!(turns(&server, "ada").await[0]["answer"]["text"], before);
}

#[tokio::test]
async fn an_edited_question_replaces_its_turn_until_that_is_restored() {
    for (server, user) in &servers().await {
        for (turn, question) in [("1", "When is tea?"), ("2", "And cake?"), ("3", "And pie?")] {
            ask(server, user, asked(turn, question)).await;
        }
        let before = turns(server, user).await;
        ask(server, user, asked_instead("4", "And scones?", "2")).await;
        assert_eq!(questions(server, user).await, ["When is tea?", "And scones?"]);
        assert_eq!(change(server, user, json!({"Restore": "4"})).await, json!(null));
        assert_eq!(turns(server, user).await, before);
        assert_eq!(change(server, user, json!({"Restore": "4"})).await, json!(404));
        assert_eq!(ask(server, user, asked_instead("5", "And jam?", "4")).await, 404);
        assert_eq!(turns(server, user).await, before);
    }
}

#[tokio::test]
async fn an_answer_that_is_not_streamed_is_kept_too() {
    for (server, user) in &servers().await {
        let answer = page_route(server, user, "answer", asked("1", "When is tea?")).await;
        let kept = turns(server, user).await;
        assert_eq!((kept.len(), &kept[0]["answer"]["text"]), (1, &answer["text"]));
    }
}

#[tokio::test]
async fn a_judgement_is_kept_with_the_answer() {
    let server = with_users();
    ask(&server, "ada", asked("1", "When is tea?")).await;
    let judged = json!({"helps": false, "remark": "It is cold."});
    change(&server, "ada", json!({"Judge": ["1", judged]})).await;
    let kept = turns(&server, "ada").await.remove(0);
    assert_eq!(kept["judgement"], judged);
    assert!(kept["answer"]["text"].as_str().unwrap().contains("When is tea?"), "{kept}");
    assert_eq!(change(&server, "ada", json!({"Judge": ["2", judged]})).await, json!(404));
    change(&server, "ada", json!({"Judge": ["1", null]})).await;
    assert_eq!(turns(&server, "ada").await[0]["judgement"], json!(null));
}

/// Posts the form of the page; returns the status and the redirect.
async fn post_form(server: &Router, user: &str, path: &str, question: &str) -> (u16, String) {
    let mut form = Request::post(path).body(Body::from(format!("question={question}"))).unwrap();
    let kind = "application/x-www-form-urlencoded".parse().unwrap();
    form.headers_mut().insert("content-type", kind);
    form.headers_mut().insert(header_of(user), user.parse().unwrap());
    let response = server.clone().oneshot(form).await.unwrap();
    let address = response.headers().get("location").map(|it| it.to_str().unwrap().to_owned());
    (response.status().as_u16(), address.unwrap_or_default())
}

#[tokio::test]
async fn a_question_of_a_plain_form_is_kept_and_leads_to_its_conversation() {
    for (server, user) in &servers().await {
        let (status, address) = post_form(server, user, "/", "Tea%3F").await;
        assert_eq!(status, 303);
        let path = format!("/{}", address.strip_suffix("#turn-1").unwrap());
        let (status, address) = post_form(server, user, &path, "Cake%3F").await;
        assert_eq!((status, format!("/c/{address}")), (303, format!("{path}#turn-2")));
        let id = path.strip_prefix("/c/").unwrap();
        let opened = page_route(server, user, "conversations/open", json!({"id": id})).await;
        assert_eq!(opened["turns"][1]["question"], "Cake?");
        let answer = opened["turns"][1]["answer"]["text"].as_str().unwrap();
        assert!(answer.starts_with("(Tea? | ") && answer.contains("| Cake?)"), "{answer}");
        // A question that cannot be answered is not stored, and the page says so.
        assert_eq!(post_form(server, user, &path, "").await.0, 200);
    }
    let server = with_users();
    ask(&server, "ada", asked("1", "When is tea?")).await;
    assert_eq!(post_form(&server, "bob", "/c/tea-1", "Mine%3F").await.0, 200);
    assert_eq!(questions(&server, "ada").await, ["When is tea?"]);
    assert_eq!(post_form(&server, "", "/", "Tea%3F").await.0, 200, "the page has it");
}

/// A model that writes one word, and then nothing more.
struct Endless;

impl ChatModel for Endless {
    fn name(&self) -> &'static str {
        "endless"
    }

    fn stream(&self, _prompt: Prompt) -> BoxStream<'static, Result<Token, ModelError>> {
        let word = Ok(Token::Text("Tea is served [leave.md]. ".to_owned()));
        stream::iter([word]).chain(stream::pending()).boxed()
    }
}

#[tokio::test]
async fn an_answer_that_is_stopped_is_kept_as_far_as_it_came() {
    let server = keeping(Arc::new(Endless), None).0;
    let asked = post("/page/stream", asked("1", "When is tea?").to_string());
    let mut events = server.clone().oneshot(asked).await.unwrap().into_body().into_data_stream();
    // The text follows the basis of the answer.
    let mut said = String::new();
    while !said.contains("Tea is served") {
        let event = events.next().await.unwrap().unwrap();
        said.push_str(&String::from_utf8_lossy(&event));
    }
    let begun = turns(&server, "").await;
    assert_eq!(
        (&begun[0]["question"], &begun[0]["answer"]["text"]),
        (&json!("When is tea?"), &json!(""))
    );
    page_route(&server, "", "stop", json!({"turn": "1"})).await;
    let kept = turns(&server, "").await;
    assert!(kept[0]["answer"]["text"].as_str().unwrap().starts_with("Tea is served"), "{kept:?}");
    assert_eq!(kept[0]["stopped"], true);
}

#[tokio::test]
async fn of_who_is_not_known_nothing_is_kept_without_a_cookie() {
    let server = with_users();
    let none = json!({"owner": "", "conversations": []});
    assert_eq!(ask(&server, "", asked("1", "When is tea?")).await, 200);
    assert_eq!(page_route(&server, "", "conversations", json!({})).await, none);
    let made_up = format!("{}0", cookie_of(&server).await);
    assert_eq!(page_route(&server, &made_up, "conversations", json!({})).await, none);
    let named = json!({"id": "x".repeat(200), "words": "tea"});
    assert_eq!(page_route(&server, "", "conversations/find", named).await, json!(400));
}

#[tokio::test]
async fn what_an_earlier_version_kept_in_the_browser_of_an_unknown_reader_is_taken_over_once() {
    let (server, sessions) = keeping_users();
    let browser = cookie_of(&server).await;
    let rests_on = json!({"documents": ["leave.md"]});
    let answer = json!({
        "text": "At four [tea.md].", "context": {}, "finish": "stop", "model": "m", "usage": null,
        "error": null, "rests_on": rests_on,
    });
    let turn = json!({"id": "1", "question": "When is tea?", "answer": answer});
    let sent = json!({"id": "tea-1", "name": "Meals", "turns": [turn]});
    for _ in 0..2 {
        let taken = page_route(&server, &browser, "conversations/earlier", sent.clone()).await;
        assert_eq!(taken, json!(true));
        let kept = turns(&server, &browser).await;
        assert_eq!((kept.len(), &kept[0]["answer"]["text"]), (1, &turn["answer"]["text"]));
        assert_eq!(
            kept[0]["answer"]["rests_on"],
            Value::Null,
            "others are not shown what a browser says"
        );
    }
    let listed = page_route(&server, &browser, "conversations", json!({})).await;
    assert_eq!(listed["conversations"][0]["name"], "Meals");
    let other = cookie_of(&server).await;
    assert_eq!(
        page_route(&server, &other, "conversations/earlier", sent.clone()).await,
        json!(404)
    );
    assert_eq!(
        page_route(&server, "ada", "conversations/earlier", sent.clone()).await,
        json!(false)
    );
    assert_eq!(page_route(&server, "", "conversations/earlier", sent).await, json!(400));
    assert_eq!(sessions.export("", 9).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_browser_has_its_own_conversations_by_a_cookie_of_which_only_the_hash_is_kept() {
    let (server, sessions) = keeping_users();
    let (mine, other) = (cookie_of(&server).await, cookie_of(&server).await);
    assert_eq!(ask(&server, &mine, asked("1", "When is tea?")).await, 200);
    assert_eq!(questions(&server, &mine).await, ["When is tea?"]);
    assert_eq!(ask(&server, &other, asked("2", "Mine?")).await, 404);
    assert_eq!(questions(&server, &other).await, [""; 0]);
    let kept = sessions.export("", 9).await.unwrap();
    let (_, key) = mine.split_once('=').unwrap();
    assert!(kept.len() == 1 && kept[0].owner.starts_with('#'), "{kept:?}");
    assert!(key.len() > 64 && !format!("{kept:?}").contains(&key[3..]), "{kept:?}");
    // It keeps its cookie, for longer; a reader who is known needs none.
    let mut again = request("GET", "/");
    again.headers_mut().insert("cookie", mine.parse().unwrap());
    again.headers_mut().insert("x-forwarded-proto", "https".parse().unwrap());
    let again = server.clone().oneshot(again).await.unwrap();
    let cookie = again.headers()["set-cookie"].to_str().unwrap();
    assert!(cookie.starts_with(&mine) && cookie.ends_with("; Secure"), "{cookie}");
    let mut known = request("GET", "/");
    known.headers_mut().insert("x-user", "ada".parse().unwrap());
    let known = server.oneshot(known).await.unwrap();
    assert!(!known.headers().contains_key("set-cookie"));
}

#[tokio::test]
async fn an_answer_that_nobody_reads_to_its_end_is_kept_with_its_conversation() {
    let server = with_users();
    let mut request = post("/page/stream", asked("t-1", "How much leave?").to_string());
    request.headers_mut().insert("x-user", "ada".parse().unwrap());
    // Only the head of the response is awaited.
    drop(server.clone().oneshot(request).await.unwrap());
    let mut kept = turns(&server, "ada").await;
    while kept[0]["answer"]["text"].as_str().is_none_or(str::is_empty) {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        kept = turns(&server, "ada").await;
    }
    let kept = &kept[0];
    assert_eq!((&kept["id"], &kept["question"]), (&json!("t-1"), &json!("How much leave?")));
    // The reloaded page reads it from the beginning; nobody else can.
    let resume = async |user| {
        let mut request = post("/page/resume", json!({"turn": "t-1"}).to_string());
        request.headers_mut().insert("x-user", user);
        server.clone().oneshot(request).await.unwrap()
    };
    let again = text(resume("ada".parse().unwrap()).await).await;
    assert!(
        again.contains(kept["answer"]["text"].as_str().unwrap().split(' ').next().unwrap()),
        "{again}"
    );
    assert_eq!(text(resume("bob".parse().unwrap()).await).await, "");
}
