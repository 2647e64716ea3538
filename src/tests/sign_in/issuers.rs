//! Tests over issuers of all kinds: how they want to be asked, what they tell, which keys they have, and when they are away.

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use footnote_store::SqliteKeys;
use serde_json::{Value, json};

use super::{get, keeping, site, with};
use crate::support::issuer::TestIssuer;
use crate::support::question;

#[tokio::test]
async fn what_the_token_lacks_is_asked_for() {
    let site = site().await;
    site.issuer.saying().claims = json!({"email": null, "groups": null});
    site.issuer.saying().beside =
        json!({"email": "eve@example.org", "email_verified": true, "groups": ["hr"]});
    for client in [None, Some("footnote")] {
        site.issuer.saying().signs_beside_for = client;
        let came = site.signed_in().await;
        let page = site.visit("/insights", came.reader().unwrap()).await;
        assert_eq!(page.status, StatusCode::OK, "{client:?}");
    }
    site.issuer.saying().signs_beside_for = Some("another");
    assert_eq!(site.signed_in().await.reader(), None);
}

#[tokio::test]
async fn what_is_told_beside_the_token_is_about_the_same_person() {
    let site = site().await;
    site.issuer.saying().claims = json!({"sub": "8", "groups": null});
    let came = site.signed_in().await;
    assert_eq!((came.status, came.reader()), (StatusCode::FORBIDDEN, None));
}

#[tokio::test]
async fn a_client_proves_itself_in_the_way_that_the_issuer_wants() {
    let in_body = json!({"token_endpoint_auth_methods_supported": ["client_secret_post"]});
    // `a+b%3Ac%26` after the colon: a secret is encoded as in a form before it is in Base64.
    let basic = "Basic Zm9vdG5vdGU6YStiJTNBYyUyNg==".to_owned();
    let fields = |fields: &[&str]| fields.iter().map(|&field| field.to_owned()).collect();
    for (metadata, secret, client) in [
        (json!({}), Some("a b:c&"), (Some(basic), Vec::new())),
        (in_body, Some("a b:c&"), (None, fields(&["client_id=footnote", "client_secret=a b:c&"]))),
        (json!({}), None, (None, fields(&["client_id=footnote"]))),
    ] {
        let issuer = TestIssuer::start().await;
        issuer.saying().metadata = metadata;
        issuer.saying().client = client;
        let keys = Arc::new(SqliteKeys::in_memory().unwrap());
        let site = keeping(issuer, true, keys, secret).await;
        assert!(site.signed_in().await.reader().is_some(), "{secret:?}");
    }
}

#[tokio::test]
async fn an_issuer_that_calls_itself_something_else_signs_nobody_in() {
    for (name, field) in [
        ("issuer", json!("https://another.example")),
        ("issuer", Value::Null),
        ("jwks_uri", Value::Null),
        ("token_endpoint", json!("ftp://login.example")),
        ("authorization_endpoint", json!("javascript:alert(1)")),
        ("end_session_endpoint", json!("javascript:alert(1)")),
    ] {
        let issuer = TestIssuer::start().await;
        issuer.saying().metadata = json!({name: field});
        let site = with(issuer, true).await;
        let led = site.visit("/sign-in", "").await;
        assert_eq!(led.status, StatusCode::SERVICE_UNAVAILABLE, "{name}: {field}");
        assert!(led.body.contains("cannot be reached"), "{}", led.body);
    }
}

#[tokio::test]
async fn a_new_key_of_the_issuer_is_fetched_and_no_stranger_has_it_fetched_often() {
    let site = site().await;
    assert_eq!(site.asked(get("/insights"), &site.issuer.token(None)).await.status, StatusCode::OK);
    site.issuer.saying().key = 2;
    let new = site.issuer.token(None);
    tokio::time::pause();
    tokio::time::advance(Duration::from_secs(11)).await;
    tokio::time::resume();
    assert_eq!(site.asked(get("/insights"), &new).await.status, StatusCode::OK);
    let read = site.issuer.saying().read;
    site.issuer.saying().key = 3;
    let strange = site.issuer.token(None);
    site.issuer.saying().key = 2;
    for _ in 0..3 {
        let told = site.asked(get("/insights"), &strange).await;
        assert_eq!(told.status, StatusCode::UNAUTHORIZED);
    }
    assert_eq!(site.issuer.saying().read, read, "it was read a moment ago");
}

#[tokio::test]
async fn while_the_issuer_is_away_whoever_has_signed_in_stays_and_others_are_told() {
    let issuer = TestIssuer::start().await;
    issuer.saying().is_away = true;
    let site = with(issuer, true).await;
    let away = site.visit("/sign-in", "").await;
    assert_eq!((away.status, away.reader()), (StatusCode::SERVICE_UNAVAILABLE, None));
    assert!(away.body.contains("127.0.0.1 cannot be reached"), "{}", away.body);
    let told = site.asked(question("/chat", "Leave?"), &site.issuer.token(None)).await;
    assert_eq!(told.status, StatusCode::SERVICE_UNAVAILABLE, "{}", told.body);
    site.issuer.saying().is_away = false;
    tokio::time::pause();
    tokio::time::advance(Duration::from_secs(11)).await;
    tokio::time::resume();
    let came = site.signed_in().await;
    let reader = came.reader().unwrap();
    let (attempt, back) = site.begun("/sign-in").await;
    site.issuer.saying().is_away = true;
    assert_eq!(site.visit("/documents", reader).await.status, StatusCode::OK);
    assert_eq!(site.visit(&back, &attempt).await.status, StatusCode::SERVICE_UNAVAILABLE);
}
