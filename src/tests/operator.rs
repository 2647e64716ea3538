//! The link that makes a browser an operator's: what it permits, and that it works once.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode};
use footnote_documents::acl::Allowed;
use footnote_engine::config::{InsightTerms, Policy};
use footnote_models::choice::{ChoiceTerms, ModelChoice};
use footnote_serve::{Keyring, router};
use footnote_store::SqliteKeys;
use footnote_store::keys::{KeyStore as _, Secret};
use tempfile::TempDir;
use tower::ServiceExt;

use crate::support::{documents, post, state, text, uploads};

/// Routes for operators only, if the settings name no readers.
const ROUTES: [(&str, &str); 3] =
    [("GET", "/insights"), ("GET", "/metrics"), ("POST", "/page/model/look")];

/// The beginning of the hint how to add documents. In the page's list of texts, it follows a quotation mark.
const HINT: &str = ">Whoever runs this server adds documents";

/// The beginning of what the page says after the link has been opened.
const NEW: &str = ">You run this server";

/// A server whose settings name no readers.
struct Site {
    router: Router,
    keyring: Keyring,
    folder: TempDir,
}

async fn site() -> Site {
    let keyring = Keyring::open(Arc::new(SqliteKeys::in_memory().unwrap())).await.unwrap();
    with(keyring)
}

fn with(keyring: Keyring) -> Site {
    let folder = documents();
    let mut state = state(&folder);
    let terms = ChoiceTerms { allowed: Allowed::Operators, ..ChoiceTerms::default() };
    state.choice = ModelChoice::kept_in(folder.path().join("chosen.json"), terms);
    state.uploads = uploads(folder.path(), Allowed::Operators);
    state.insight_terms = InsightTerms { allowed: Allowed::Operators, ..InsightTerms::default() };
    state.keyring = keyring.clone();
    Site { router: router(state, Policy::default()), keyring, folder }
}

impl Site {
    /// Status, headers and body of a response to a browser with this cookie.
    async fn send(&self, way: &str, path: &str, cookie: &str) -> (StatusCode, HeaderMap, String) {
        let mut request = post(path, if way == "POST" { "{}" } else { "" });
        *request.method_mut() = way.parse().unwrap();
        request.headers_mut().insert("cookie", cookie.parse().unwrap());
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (status, headers) = (response.status(), response.headers().clone());
        (status, headers, text(response).await)
    }

    async fn statuses(&self, cookie: &str) -> [StatusCode; 3] {
        let mut statuses = [StatusCode::OK; 3];
        for (status, (way, path)) in statuses.iter_mut().zip(ROUTES) {
            *status = self.send(way, path, cookie).await.0;
        }
        statuses
    }

    async fn link(&self) -> String {
        format!("/operator?key={}", self.keyring.offer_link().await.unwrap())
    }

    /// Opens a fresh link; returns the cookie that it gives.
    async fn cookie(&self) -> String {
        let (_, headers, _) = self.send("GET", &self.link().await, "").await;
        let cookie = headers["set-cookie"].to_str().unwrap();
        cookie.split(';').next().unwrap().to_owned()
    }
}

#[tokio::test]
async fn the_browser_that_opens_the_link_may_what_is_for_operators_and_no_other_may() {
    let site = site().await;
    assert_eq!(site.statuses("").await, [StatusCode::FORBIDDEN; 3]);
    let link = site.link().await;
    let (status, headers, _) = site.send("GET", &link, "").await;
    assert_eq!(
        (status, &headers["location"]),
        (StatusCode::SEE_OTHER, &"/?operator".parse().unwrap())
    );
    assert_eq!(
        (&headers["cache-control"], &headers["referrer-policy"]),
        (&"no-store".parse().unwrap(), &"no-referrer".parse().unwrap())
    );
    let cookie = headers["set-cookie"].to_str().unwrap();
    assert!(cookie.ends_with("; SameSite=Lax; HttpOnly"), "{cookie}");
    let pair = cookie.split(';').next().unwrap();
    assert_eq!(site.statuses(&format!("other=1; {pair}")).await, [StatusCode::OK; 3]);
    let page = site.send("GET", "/documents", pair).await.2;
    assert!(page.contains(">Add documents<") && !page.contains(HINT), "{page}");
    // A second browser with the same link.
    let (status, headers, said) = site.send("GET", &link, "").await;
    assert_eq!((status, headers.get("set-cookie")), (StatusCode::FORBIDDEN, None), "{said}");
    assert!(said.contains("footnote operator"), "{said}");
    assert_eq!(site.statuses("").await, [StatusCode::FORBIDDEN; 3]);
    let page = site.send("GET", "/documents", "").await.2;
    assert!(!page.contains(">Add documents<") && page.contains(HINT));
}

#[tokio::test]
async fn only_an_operator_is_told_to_be_one_and_which_folder_is_read() {
    let site = site().await;
    let folder = site.folder.path().display().to_string();
    let cookie = site.cookie().await;
    let told = site.send("GET", "/?operator", &cookie).await.2;
    assert!(told.contains(NEW) && told.contains(&folder), "{told}");
    let later = site.send("GET", "/", &cookie).await.2;
    assert!(!later.contains(NEW) && later.contains(&folder));
    for path in ["/?operator", "/"] {
        let stranger = site.send("GET", path, "").await.2;
        assert!(!stranger.contains(NEW) && !stranger.contains(&folder), "{stranger}");
        assert!(stranger.contains(HINT));
    }
}

#[tokio::test]
async fn looking_at_a_link_does_not_use_it_up() {
    let site = site().await;
    let link = site.link().await;
    assert_eq!(site.send("HEAD", &link, "").await.1.get("set-cookie"), None);
    assert!(site.send("GET", &link, "").await.1.contains_key("set-cookie"));
}

#[tokio::test]
async fn a_cookie_for_a_page_that_came_encrypted_stays_encrypted() {
    let site = site().await;
    let request = Request::get(site.link().await)
        .header("host", "docs.example")
        .header("x-forwarded-proto", "https");
    let request = request.body(Body::empty()).unwrap();
    let response = site.router.clone().oneshot(request).await.unwrap();
    assert!(response.headers()["set-cookie"].to_str().unwrap().ends_with("; Secure"));
}

#[tokio::test]
async fn no_guess_and_no_change_of_a_cookie_opens_anything() {
    let site = site().await;
    for guess in ["", "fn-", &format!("fn-{}", "0".repeat(64)), "%00", "a&key=b"] {
        let (status, headers, _) = site.send("GET", &format!("/operator?key={guess}"), "").await;
        assert!(status.is_client_error() && !headers.contains_key("set-cookie"), "{guess}");
    }
    let cookie = site.cookie().await;
    let (name, value) = cookie.split_once('=').unwrap();
    let (at, signature) = value.split_once('.').unwrap();
    for forged in [
        format!("{name}="),
        format!("{name}={at}."),
        format!("{name}={at}.{}", "0".repeat(64)),
        format!("{name}=9{at}.{signature}"),
        format!("{name}={at}.{}", &signature[..62]),
        format!("other={value}"),
    ] {
        assert_eq!(site.statuses(&forged).await, [StatusCode::FORBIDDEN; 3], "{forged}");
    }
}

#[tokio::test]
async fn a_browser_stays_known_over_a_restart_until_all_are_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let open = || Arc::new(SqliteKeys::open(&folder.path().join("keys.db")));
    let before = with(Keyring::open(open()).await.unwrap());
    let cookie = before.cookie().await;
    let after = with(Keyring::open(open()).await.unwrap());
    assert_eq!(after.statuses(&cookie).await, [StatusCode::OK; 3]);
    open().replace_secret(Secret::random().unwrap()).await.unwrap();
    after.keyring.refresh().await.unwrap();
    assert_eq!(after.statuses(&cookie).await, [StatusCode::FORBIDDEN; 3]);
}
