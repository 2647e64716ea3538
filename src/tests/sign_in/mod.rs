//! Sign-in at an issuer of OpenID Connect: who gets in and out, and with which ID tokens nobody does.

mod issuers;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode};
use footnote_documents::acl::Allowed;
use footnote_engine::config::{InsightTerms, Policy, SignInTerms};
use footnote_serve::{Keyring, SignInService, router};
use footnote_sign_in::ClientConfig;
use footnote_store::SqliteKeys;
use footnote_store::keys::now;
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::support::issuer::TestIssuer;
use crate::support::{documents, post, question, state, text};

/// A server where readers sign in; insights are for the group `hr`.
struct Site {
    router: Router,
    keys: Arc<SqliteKeys>,
    issuer: TestIssuer,
}

/// What a server told a browser.
struct Told {
    status: StatusCode,
    headers: HeaderMap,
    body: String,
}

impl Told {
    fn location(&self) -> &str {
        assert_eq!(self.status, StatusCode::SEE_OTHER, "{}", self.body);
        self.headers["location"].to_str().unwrap()
    }

    /// The cookies that it sets, without their attributes; those that it removes have no value.
    fn cookies(&self) -> Vec<&str> {
        let all = self.headers.get_all("set-cookie").iter();
        all.map(|cookie| cookie.to_str().unwrap().split(';').next().unwrap()).collect()
    }

    /// The cookie by which a browser is known, if it sets one.
    fn reader(&self) -> Option<&str> {
        let cookies = self.cookies();
        cookies.into_iter().find(|it| it.starts_with("footnote-reader-") && !it.ends_with('='))
    }
}

async fn site() -> Site {
    with(TestIssuer::start().await, true).await
}

async fn with(issuer: TestIssuer, is_required: bool) -> Site {
    over(issuer, is_required, Arc::new(SqliteKeys::in_memory().unwrap())).await
}

async fn over(issuer: TestIssuer, is_required: bool, keys: Arc<SqliteKeys>) -> Site {
    keeping(issuer, is_required, keys, Some("hush")).await
}

async fn keeping(
    issuer: TestIssuer,
    is_required: bool,
    keys: Arc<SqliteKeys>,
    secret: Option<&str>,
) -> Site {
    let terms = ClientConfig {
        issuer: issuer.address.clone(),
        client: "footnote".to_owned(),
        secret: secret.map(str::to_owned),
        scopes: vec!["email".to_owned()],
        user_claim: "email".to_owned(),
        groups_claim: "groups".to_owned(),
    };
    let (address, lifetime) = (Some("https://docs.example".to_owned()), Duration::from_hours(8));
    let terms = SignInTerms { issuer: terms, address, lifetime, is_required };
    let mut state = state(&documents());
    state.sign_in = Some(SignInService::new(&terms).unwrap());
    state.keyring = Keyring::open(keys.clone()).await.unwrap();
    let allowed = Allowed::Groups(vec!["hr".to_owned()]);
    state.insight_terms = InsightTerms { allowed, ..InsightTerms::default() };
    Site { router: router(state, Policy::default()), keys, issuer }
}

impl Site {
    async fn told(&self, request: Request<Body>) -> Told {
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (status, headers) = (response.status(), response.headers().clone());
        Told { status, headers, body: text(response).await }
    }

    /// What a browser is told that visits a page with these cookies.
    async fn visit(&self, path: &str, cookies: &str) -> Told {
        let visit = Request::get(path).header("accept", "text/html").header("cookie", cookies);
        self.told(visit.body(Body::empty()).unwrap()).await
    }

    /// What a program is told that asks with this token.
    async fn asked(&self, mut request: Request<Body>, token: &str) -> Told {
        let bearer = format!("Bearer {token}");
        request.headers_mut().insert("authorization", bearer.parse().unwrap());
        self.told(request).await
    }

    /// Begins to sign in; returns the cookie of the attempt, and the way back from the issuer.
    async fn begun(&self, path: &str) -> (String, String) {
        let begun = self.visit(path, "").await;
        let back = self.issuer.returned(begun.location());
        let cookie = begun.cookies().into_iter().find(|it| it.starts_with("footnote-sign-in-"));
        (cookie.unwrap().to_owned(), format!("/sign-in/callback?{back}"))
    }

    /// Signs in.
    async fn signed_in(&self) -> Told {
        let (attempt, back) = self.begun("/sign-in?to=/documents").await;
        self.visit(&back, &attempt).await
    }
}

fn get(path: &str) -> Request<Body> {
    Request::get(path).body(Body::empty()).unwrap()
}

#[tokio::test]
async fn a_visitor_is_led_to_sign_in_and_back_and_signs_out_for_good() {
    let site = site().await;
    let led = site.visit("/documents?sort=name", "").await;
    assert_eq!(led.location(), "/sign-in?to=/documents%3Fsort%3Dname");
    let (attempt, back) = site.begun(led.location()).await;
    let came = site.visit(&back, &attempt).await;
    assert_eq!(came.location(), "/documents?sort=name");
    for cookie in came.headers.get_all("set-cookie") {
        assert!(cookie.to_str().unwrap().ends_with("; SameSite=Lax; HttpOnly; Secure"));
    }
    let reader = came.reader().unwrap();
    let page = site.visit("/documents", reader).await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.body.contains("ada@example.org") && page.body.contains(">Sign out<"));
    assert_eq!(site.visit("/insights", reader).await.status, StatusCode::OK);

    let out = |more: (&'static str, &'static str)| {
        let out = Request::post("/sign-out").header("cookie", reader).header(more.0, more.1);
        out.body(Body::empty()).unwrap()
    };
    let foreign = site.told(out(("sec-fetch-site", "cross-site"))).await;
    assert_eq!(foreign.status, StatusCode::FORBIDDEN);
    assert_eq!(site.visit("/documents", reader).await.status, StatusCode::OK);
    let gone = site.told(out(("sec-fetch-site", "same-origin"))).await;
    assert!(gone.body.contains("You are signed out") && gone.body.contains("/end?client_id="));
    assert!(gone.cookies()[0].ends_with('='), "{:?}", gone.cookies());
    // A copy of the cookie is worth nothing.
    assert!(site.visit("/documents", reader).await.location().starts_with("/sign-in"));
    let asked = Request::get("/list_uploaded").header("cookie", reader);
    let asked = site.told(asked.body(Body::empty()).unwrap()).await;
    assert_eq!(asked.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn without_signing_in_only_the_health_and_the_way_in_are_open() {
    let site = site().await;
    assert_eq!(site.told(get("/healthz")).await.status, StatusCode::OK);
    for path in ["/", "/content/leave.md", "/openapi.json", "/v1/models", "/nowhere"] {
        assert_eq!(site.told(get(path)).await.status, StatusCode::UNAUTHORIZED, "{path}");
    }
    let asked = site.told(question("/chat", "How much leave?")).await;
    assert_eq!(asked.status, StatusCode::UNAUTHORIZED);
    assert!(asked.body.contains("\"error\"") && asked.body.contains("Sign in"), "{}", asked.body);
}

#[tokio::test]
async fn where_public_documents_are_open_visitors_may_sign_in_and_need_not() {
    let site = with(TestIssuer::start().await, false).await;
    let page = site.visit("/documents", "").await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.body.contains(">Sign in<") && !page.body.contains(">Sign out<"));
    assert_eq!(site.visit("/insights", "").await.status, StatusCode::FORBIDDEN);
    let came = site.signed_in().await;
    assert_eq!(site.visit("/insights", came.reader().unwrap()).await.status, StatusCode::OK);
}

#[tokio::test]
async fn nobody_is_signed_in_with_a_token_that_is_not_meant() {
    let site = site().await;
    for claims in [
        json!({"nonce": "another"}),
        json!({"nonce": null}),
        json!({"aud": "another"}),
        json!({"aud": ["footnote", "another"]}),
        json!({"aud": ["footnote"], "azp": "another"}),
        json!({"iss": "https://another.example"}),
        json!({"exp": now() - 90}),
        json!({"iat": now() + 90}),
        json!({"email": "a\nuser:eve@example.org"}),
        json!({"nbf": now() + 90}),
        json!({"email_verified": false}),
        json!({"email_verified": null}),
    ] {
        site.issuer.saying().claims = claims.clone();
        let came = site.signed_in().await;
        assert_eq!((came.status, came.reader()), (StatusCode::FORBIDDEN, None), "{claims}");
        assert!(came.body.contains("127.0.0.1"), "the page names the issuer");
    }
    // Clocks differ a little.
    site.issuer.saying().claims = json!({"exp": now() - 30, "iat": now() + 30});
    assert!(site.signed_in().await.reader().is_some());
}

#[tokio::test]
async fn nobody_is_signed_in_with_the_answer_of_another_attempt() {
    let site = site().await;
    let [(own, back), (others, others_back)] =
        [site.begun("/sign-in").await, site.begun("/sign-in").await];
    let forged = back.replace("state=", "state=0");
    let code = |back: &str| back.split("state=").next().unwrap().to_owned();
    let state = back.split("state=").nth(1).unwrap();
    let mixed = format!("{}state={state}", code(&others_back));
    for (back, cookie, status) in [
        (&back, others.as_str(), 400),
        (&back, "", 400),
        (&forged, own.as_str(), 400),
        (&"/sign-in/callback".to_owned(), own.as_str(), 400),
        (&format!("/sign-in/callback?error=access_denied&state={state}"), own.as_str(), 403),
        (&mixed, own.as_str(), 403),
    ] {
        let came = site.visit(back, cookie).await;
        assert_eq!((came.status.as_u16(), came.reader()), (status, None), "{back}");
        assert!(!came.body.contains("top secret") && came.body.contains(">Sign in<"));
    }
    // Two tabs sign in at once.
    let both = format!("{own}; {others}");
    assert!(site.visit(&back, &both).await.reader().is_some());
    assert!(site.visit(&others_back, &both).await.reader().is_some());
}

#[tokio::test]
async fn the_way_back_stays_on_this_server() {
    let site = site().await;
    for to in ["//evil.example/", "https://evil.example/", "/%5C/evil.example/", "/sign-in"] {
        let (attempt, back) = site.begun(&format!("/sign-in?to={to}")).await;
        let came = site.visit(&back, &attempt).await;
        let location = came.location();
        let second = location.chars().nth(1);
        assert!(location.starts_with('/') && second != Some('/') && second != Some('\\'), "{to}");
    }
}

#[tokio::test]
async fn a_browser_is_known_to_all_machines_and_a_new_sign_in_ends_the_old_one() {
    let one = site().await;
    let other = over(one.issuer.clone(), true, one.keys.clone()).await;
    let came = one.signed_in().await;
    let old = came.reader().unwrap();
    assert_eq!(other.visit("/documents", old).await.status, StatusCode::OK);
    let (attempt, back) = other.begun("/sign-in").await;
    let came = other.visit(&back, &format!("{attempt}; {old}")).await;
    let new = came.reader().unwrap();
    assert_eq!(one.visit("/documents", new).await.status, StatusCode::OK);
    assert!(one.visit("/documents", old).await.location().starts_with("/sign-in"));
}

#[tokio::test]
async fn an_id_token_asks_in_the_name_and_the_groups_of_its_reader() {
    let site = site().await;
    assert_eq!(site.asked(get("/insights"), &site.issuer.token(None)).await.status, StatusCode::OK);
    site.issuer.saying().claims = json!({"groups": ["staff"]});
    let asked = site.asked(get("/insights"), &site.issuer.token(None)).await;
    assert_eq!(asked.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn an_id_token_that_is_not_valid_is_refused_in_the_shape_of_each_form() {
    let site = site().await;
    let good = site.issuer.token(None);
    let (rest, _) = good.rsplit_once('.').unwrap();
    let mut bad = vec![(format!("{rest}.AAAA"), "not valid"), ("sk-any".to_owned(), "not known")];
    for (claims, message) in [
        (json!({"exp": now() - 90}), "expired"),
        (json!({"aud": "another"}), "not valid"),
        (json!({"iss": "https://another.example"}), "not valid"),
        (json!({"nbf": now() + 36_000}), "not valid"),
        (json!({"email": null}), "not valid"),
        (json!({"email_verified": null}), "not valid"),
    ] {
        site.issuer.saying().claims = claims;
        bad.push((site.issuer.token(None), message));
    }
    let asked = r#"{"model": "m", "messages": [{"role": "user", "content": "How much leave?"}]}"#;
    for (token, message) in bad {
        let told = site.asked(post("/v1/chat/completions", asked), &token).await;
        let said: Value = serde_json::from_str(&told.body).unwrap();
        assert_eq!(told.status, StatusCode::UNAUTHORIZED, "{said}");
        assert!(said["error"]["message"].as_str().unwrap().contains(message), "{said}");
        let told = site.asked(question("/chat", "How much leave?"), &token).await;
        assert_eq!(told.status, StatusCode::UNAUTHORIZED);
        assert!(told.body.contains("\"error\"") && told.body.contains(message), "{}", told.body);
        let told = site.asked(get("/list_uploaded"), &token).await;
        assert!(told.body.contains("\"status\":\"failed\""), "{}", told.body);
    }
}
