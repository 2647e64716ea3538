//! Choosing the chat model at runtime: permissions, trials, discovery, storage and messages.

use std::io::{Read, Write};
use std::path::Path;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response, StatusCode};
use footnote_documents::acl::Allowed;
use footnote_engine::config::ReaderHeaders;
use footnote_models::ChatModel;
use footnote_models::choice::{ChoiceTerms, FILE, LocalServer, ModelChoice};
use footnote_models::open_ai::Endpoint;
use footnote_protocol::{ModelChange, ModelState};
use futures_util::StreamExt;
use serde_json::{Value, json};
use tempfile::TempDir;
use tower::ServiceExt;

use crate::support::open_ai::{KEY, Scripted, Step, head, raw, say, stop, stream};
use crate::support::{post, question, text, with_choice};

/// A server with its data folder, on which some readers may choose.
struct Site {
    router: Router,
    folder: TempDir,
}

fn terms(allowed: Allowed, servers: Vec<LocalServer>) -> ChoiceTerms {
    ChoiceTerms { allowed, servers, ..ChoiceTerms::default() }
}

fn site(allowed: Allowed, servers: Vec<LocalServer>) -> Site {
    let folder = tempfile::tempdir().unwrap();
    let choice = ModelChoice::kept_in(folder.path().join(FILE), terms(allowed, servers));
    Site { router: with_choice(choice, readers()), folder }
}

fn readers() -> ReaderHeaders {
    let name = |name: &str| Some(name.parse().unwrap());
    ReaderHeaders { user: name("x-user"), groups: name("x-groups") }
}

impl Site {
    async fn send(&self, path: &str, body: Value) -> (StatusCode, String) {
        send(&self.router, post(path, body.to_string())).await
    }

    async fn choose(&self, draft: Value) -> ModelChange {
        let (status, said) = self.send("/page/model/choose", json!({"draft": draft})).await;
        assert_eq!(status, StatusCode::OK, "{said}");
        assert!(!said.contains(KEY), "{said}");
        serde_json::from_str(&said).unwrap()
    }

    async fn answer(&self) -> String {
        send(&self.router, question("/chat", "How much leave do staff get?")).await.1
    }

    fn kept(&self) -> Option<String> {
        std::fs::read_to_string(self.folder.path().join(FILE)).ok()
    }
}

async fn send(router: &Router, request: Request<Body>) -> (StatusCode, String) {
    let response = router.clone().oneshot(request).await.unwrap();
    (response.status(), text(response).await)
}

/// Starts a server that always answers with these words.
async fn saying(words: &str) -> Scripted {
    Scripted::start(vec![vec![stream(), say(words), stop()]]).await
}

fn draft(server: &Scripted) -> Value {
    json!({"address": format!("http://{}", server.address), "model": "m", "key": KEY})
}

#[tokio::test]
async fn a_model_that_answers_is_kept_and_writes_from_then_on() {
    let site = site(Allowed::Everybody, Vec::new());
    assert!(site.answer().await.contains("[leave.md]"), "it quotes");
    let server = saying("White.").await;
    let change = site.choose(draft(&server)).await;
    assert!(change.done && change.said.starts_with("Test passed."), "{}", change.said);
    let ModelState { model, address, has_key, .. } = change.state;
    assert_eq!((model.as_deref(), has_key), (Some("m"), true));
    assert_eq!(address, format!("http://{}/v1", server.address));
    assert!(site.answer().await.contains("White."));
    let requests = server.requests.lock().unwrap().clone();
    assert!(requests.iter().all(|request| request.contains(&format!("Bearer {KEY}"))));
    assert!(site.kept().unwrap().contains(KEY));
    let (_, page) = send(&site.router, Request::get("/").body(Body::empty()).unwrap()).await;
    assert!(!page.contains(KEY));
    let again = ModelChoice::kept_in(site.folder.path().join(FILE), ChoiceTerms::default());
    assert_eq!(again.slot().current().unwrap().name(), "m", "over a restart");
}

/// Starts a server that answers with one word, and then reports the context size of its model.
async fn telling() -> Scripted {
    let send = r#"{"models":[{"name":"m:latest","context_length":4096}]}"#;
    let send = vec![head("200 OK", "application/json", ""), raw(send)];
    Scripted::start(vec![vec![stream(), say("White."), stop()], send]).await
}

#[tokio::test]
async fn the_context_that_a_loaded_model_has_told_is_known_over_a_restart() {
    let site = site(Allowed::Everybody, Vec::new());
    let change = site.choose(draft(&telling().await)).await;
    assert_eq!((change.state.context, change.state.set_context), (Some(4096), None));
    let again = ModelChoice::kept_in(site.folder.path().join(FILE), ChoiceTerms::default());
    assert_eq!(again.slot().current().unwrap().context(), Some(4096));
}

#[tokio::test]
async fn a_server_that_tells_nothing_of_its_model_is_asked_again() {
    let server = telling().await;
    let endpoint = Endpoint::open_ai(&format!("http://{}/v1", server.address), None, "m").unwrap();
    let choice = ModelChoice::named(endpoint, ChoiceTerms::default()).unwrap();
    let slot = choice.slot();
    let known = async {
        while slot.current().unwrap().context().is_none() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    tokio::select! {
        () = choice.poll_context(Duration::from_millis(1)) => {}
        known = tokio::time::timeout(Duration::from_mins(1), known) => known.unwrap(),
    }
}

#[tokio::test]
async fn another_model_of_the_same_server_goes_on_with_its_key_and_forgetting_ends_it() {
    let site = site(Allowed::Everybody, Vec::new());
    let server = saying("White.").await;
    site.choose(draft(&server)).await;
    let other = json!({"address": format!("http://{}", server.address), "model": "other"});
    let change = site.choose(other).await;
    assert!(change.done && change.state.has_key);
    assert_eq!(change.state.model.as_deref(), Some("other"));
    let (_, said) = site.send("/page/model/forget", json!({})).await;
    let change: ModelChange = serde_json::from_str(&said).unwrap();
    assert_eq!(change.state.model, None);
    assert_eq!(site.kept(), None);
    assert!(site.answer().await.contains("30 days of annual leave"));
}

#[tokio::test]
async fn an_answer_keeps_the_model_that_it_began_with() {
    let site = site(Allowed::Everybody, Vec::new());
    let server = saying("White.").await;
    site.choose(draft(&server)).await;
    let asked = question("/chat/stream", "How much leave do staff get?");
    let begun = site.router.clone().oneshot(asked).await.unwrap();
    let mut lines = begun.into_body().into_data_stream();
    lines.next().await.unwrap().unwrap();
    site.send("/page/model/forget", json!({})).await;
    let rest = text(Response::new(Body::from_stream(lines))).await;
    assert!(rest.contains("White.") && rest.contains("\"model\":\"m\""), "{rest}");
}

/// Starts a server that rejects every request.
async fn refusing(status: &str, body: &str) -> Scripted {
    Scripted::start(vec![vec![head(status, "application/json", ""), raw(body)]]).await
}

#[tokio::test]
async fn what_is_wrong_with_a_model_is_said_in_words_and_nothing_is_kept() {
    let site = site(Allowed::Everybody, Vec::new());
    let list = head("200 OK", "application/json", "");
    let short = |error: &str| format!("{{\"error\":{{\"message\":\"{error}\"}}}}");
    let own_words = short(&format!("CUDA out of memory\\n for {KEY}."));
    let small = short("This model's maximum context length is 200 tokens.");
    let refusals = [
        (refusing("401 No", "{}").await, "rejected the API key"),
        (refusing("403 No", "{}").await, "rejected the API key"),
        (refusing("404 No", "{}").await, "No model m was found at"),
        (refusing("429 No", "{}").await, "refuses more requests"),
        (refusing("500 No", "{}").await, "is not an OpenAI-compatible server"),
        (
            refusing("500 No", &own_words).await,
            "answered with an error: “CUDA out of memory for …”.",
        ),
        (refusing("400 No", &small).await, "context window of 200 tokens is too small"),
        (refusing("200 OK", "[]").await, "is not an OpenAI-compatible server"),
        (
            Scripted::start(vec![vec![head("200 OK", "text/html", ""), raw("<p>Hello</p>")]]).await,
            "is not an OpenAI-compatible server",
        ),
        (
            Scripted::start(vec![
                vec![head("404 No", "application/json", ""), raw("{}")],
                vec![list, raw(r#"{"data":[{"id":"one"},{"id":"two"}]}"#)],
            ])
            .await,
            "Available: one, two.",
        ),
    ];
    for (server, expected) in refusals {
        let change = site.choose(draft(&server)).await;
        assert!(!change.done && change.said.contains(expected), "{}", change.said);
        assert_eq!(change.state.model, None);
    }
    let server = refusing("401 No", "{}").await;
    let keyless = json!({"address": format!("http://{}", server.address), "model": "m"});
    assert!(site.choose(keyless).await.said.ends_with("requires an API key."));
    assert_eq!(site.kept(), None);
}

/// Returns the address of a server without TLS, which takes a handshake for a bad request.
fn plain() -> std::net::SocketAddr {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n");
            let _ = stream.read_to_end(&mut Vec::new());
        }
    });
    address
}

#[tokio::test]
async fn an_address_where_nothing_listens_or_nothing_is_encrypted_is_explained() {
    let site = site(Allowed::Everybody, Vec::new());
    let nobody = {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.local_addr().unwrap()
    };
    let plain = plain();
    for (address, expected) in [
        (format!("http://{nobody}"), "Nothing answers at"),
        (format!("https://{plain}"), "No encrypted connection"),
        ("localhost:11434".to_owned(), "begins with http:// or https://"),
    ] {
        let change = site.choose(json!({"address": address, "model": "m"})).await;
        assert!(!change.done && change.said.contains(expected), "{}", change.said);
    }
}

#[tokio::test]
async fn whoever_may_not_choose_is_refused_and_sees_nothing_of_it() {
    let groups = Allowed::Groups(vec!["admins".to_owned()]);
    let site = site(groups, Vec::new());
    let routes = [
        ("/page/model/look", json!({})),
        ("/page/model/choose", json!({"draft": {}})),
        ("/page/model/forget", json!({})),
    ];
    for (path, body) in routes {
        let ask = |groups: &'static str| {
            let mut request = post(path, body.to_string());
            let headers = request.headers_mut();
            headers.insert("x-user", "alice".parse().unwrap());
            headers.insert("x-groups", groups.parse().unwrap());
            request
        };
        let (status, said) = send(&site.router, ask("staff")).await;
        assert_eq!(status, StatusCode::FORBIDDEN, "{path} {said}");
        assert!(said.contains("You are not allowed to choose"), "{said}");
        assert_eq!(send(&site.router, ask("admins")).await.0, StatusCode::OK, "{path}");
    }
    let page = |groups: &str| {
        let request = Request::get("/").header("x-user", "alice").header("x-groups", groups);
        request.body(Body::empty()).unwrap()
    };
    // A field in the data of the settings, once their views are loaded.
    let shows = "set_context";
    assert!(!send(&site.router, page("staff")).await.1.contains(shows));
    assert!(send(&site.router, page("admins")).await.1.contains(shows));
}

#[tokio::test]
async fn the_settings_win_over_a_choice() {
    let endpoint = Endpoint::open_ai("http://127.0.0.1:9/v1", Some(KEY), "named").unwrap();
    let choice = ModelChoice::named(endpoint, terms(Allowed::Everybody, Vec::new())).unwrap();
    let site =
        Site { router: with_choice(choice, readers()), folder: tempfile::tempdir().unwrap() };
    let server = saying("White.").await;
    let change = site.choose(draft(&server)).await;
    assert!(!change.done && change.said.contains("set by the server"), "{}", change.said);
    assert!(change.state.is_fixed && change.state.model.as_deref() == Some("named"));
    assert!(server.requests.lock().unwrap().is_empty(), "nothing was tried");
    let (_, said) = site.send("/page/model/look", json!({})).await;
    assert!(!said.contains(KEY), "{said}");
}

/// Returns a server that lists these models.
async fn listing(models: &Value) -> Scripted {
    let body = json!({"data": models}).to_string();
    Scripted::start(vec![vec![head("200 OK", "application/json", ""), raw(&body)]]).await
}

#[tokio::test]
async fn models_on_this_machine_are_found_but_for_those_that_cannot_write() {
    let llama = listing(&json!([{"id": "llama3.2"}, {"id": "nomic-embed-text"}])).await;
    let footnote = listing(&json!([{"id": "footnote", "owned_by": "footnote"}])).await;
    let own = listing(&json!([{"id": "mine"}])).await;
    let page = Scripted::start(vec![vec![head("200 OK", "text/html", ""), raw("<p>")]]).await;
    let silent = Scripted::start(vec![vec![Step::Hang]]).await;
    let servers = [&llama, &footnote, &own, &page, &silent];
    let servers = servers.map(|one| LocalServer { program: "P", port: one.address.port() });
    let folder = tempfile::tempdir().unwrap();
    let terms = terms(Allowed::Everybody, servers.to_vec());
    let choice = ModelChoice::kept_in(folder.path().join(FILE), terms);
    choice.set_own_port(own.address.port());
    choice.discover().await;
    let found = choice.state().found;
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].models, ["llama3.2"]);
    assert_eq!(found[0].address, format!("http://{}/v1", llama.address));
    assert!(choice.slot().current().is_none(), "nothing is switched on by itself");
    assert!(own.requests.lock().unwrap().is_empty());
}

#[tokio::test]
async fn a_draft_without_a_model_takes_the_only_one_that_is_listed_or_offers_them() {
    let list = |models: &Value| {
        let body = json!({"data": models}).to_string();
        vec![head("200 OK", "application/json", ""), raw(&body)]
    };
    let site = site(Allowed::Everybody, Vec::new());
    let draft =
        |server: &Scripted| json!({"address": format!("http://{}", server.address), "key": KEY});
    let several = json!([{"id": "one"}, {"id": "two"}, {"id": "one-embed"}]);
    let change = site.choose(draft(&Scripted::start(vec![list(&several)]).await)).await;
    assert_eq!((change.done, change.said.as_str()), (false, "Select one of the 2 models."));
    assert_eq!(change.offered, ["one", "two"]);
    let only = list(&json!([{"id": "only"}]));
    let server = Scripted::start(vec![only, vec![stream(), say("White."), stop()]]).await;
    let change = site.choose(draft(&server)).await;
    assert_eq!(change.state.model.as_deref(), Some("only"), "{}", change.said);
    let no_list = vec![head("404 No", "application/json", ""), raw("{}")];
    for none in [list(&json!([])), list(&json!([{"id": " "}])), no_list] {
        let change = site.choose(draft(&Scripted::start(vec![none]).await)).await;
        let said = change.said;
        assert!(said.ends_with("lists no models. Enter the name of the model."), "{said}");
        assert_eq!(change.offered, [""; 0]);
    }
}

#[tokio::test]
async fn what_runs_on_this_machine_can_be_looked_for_again() {
    let llama = listing(&json!([{"id": "llama3.2"}])).await;
    let servers = vec![LocalServer { program: "Ollama", port: llama.address.port() }];
    let site = site(Allowed::Everybody, servers);
    let (_, said) = site.send("/page/model/look", json!({})).await;
    let state: ModelState = serde_json::from_str(&said).unwrap();
    assert_eq!(state.found[0].program, "Ollama");
}

#[tokio::test]
async fn a_file_that_cannot_be_understood_is_no_choice() {
    let folder = tempfile::tempdir().unwrap();
    let place: &Path = &folder.path().join(FILE);
    for wrong in ["{", r#"{"address":"x","model":"m"}"#] {
        std::fs::write(place, wrong).unwrap();
        let choice = ModelChoice::kept_in(place.to_owned(), ChoiceTerms::default());
        assert!(choice.slot().current().is_none());
    }
}

#[tokio::test]
async fn the_context_that_a_server_tells_is_asked_for() {
    let server = listing(&json!([{"id": "scripted", "max_model_len": 4096}])).await;
    let model = server.model();
    model.ask_context(Duration::from_secs(5)).await;
    assert_eq!(model.context(), Some(4096));
    model.set_context(2048);
    model.ask_context(Duration::from_secs(5)).await;
    assert_eq!(model.context(), Some(2048), "what is set wins");
}

#[tokio::test]
async fn the_server_itself_and_others_of_its_kind_are_no_model() {
    let list = r#"{"data":[{"id":"quotations","owned_by":"footnote"}]}"#;
    let list = vec![head("200 OK", "application/json", ""), raw(list)];
    let server = Scripted::start(vec![vec![stream(), say("White."), stop()], list]).await;
    let folder = tempfile::tempdir().unwrap();
    let choice = ModelChoice::kept_in(
        folder.path().join(FILE),
        ChoiceTerms { allowed: Allowed::Everybody, ..ChoiceTerms::default() },
    );
    let try_out = async || choice.choose(serde_json::from_value(draft(&server)).unwrap()).await;
    let change = try_out().await;
    assert!(!change.done && change.said.starts_with("This is another Footnote,"), "{change:?}");
    choice.set_own_port(server.address.port());
    let change = try_out().await;
    assert!(!change.done && change.said.contains("Footnote itself"), "{change:?}");
    assert!(choice.slot().current().is_none() && !folder.path().join(FILE).exists());
}
