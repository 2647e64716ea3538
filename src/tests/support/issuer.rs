//! A small issuer of OpenID Connect, which says what the test wants.

use std::sync::{Arc, Mutex, MutexGuard};

use axum::extract::State;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Form, Json, Router};
use base64::prelude::*;
use footnote_store::keys::now;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use ring::signature::{Ed25519KeyPair, KeyPair as _};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tokio::net::TcpListener;

/// The beginning of every private key of Ed25519 in DER, before its 32 bytes.
const KEY_HEAD: [u8; 16] = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20];

/// What the issuer says.
#[derive(Clone, Debug)]
pub(crate) struct Saying {
    /// The number of its key.
    pub(crate) key: u8,
    /// Claims in place of the good ones; `null` takes one away.
    pub(crate) claims: Value,
    /// True if it answers nothing but errors.
    pub(crate) is_away: bool,
    /// Claims that it tells beside the ID token.
    pub(crate) beside: Value,
    /// The client for which it signs those claims; `None` if it does not sign them.
    pub(crate) signs_beside_for: Option<&'static str>,
    /// Changes to its metadata; `null` removes an entry.
    pub(crate) metadata: Value,
    /// The client that has a code changed: its header, and its fields in the form.
    pub(crate) client: (Option<String>, Vec<String>),
    /// How often it was read.
    pub(crate) read: usize,
}

/// The issuer.
#[derive(Clone)]
pub(crate) struct TestIssuer {
    pub(crate) address: String,
    saying: Arc<Mutex<Saying>>,
}

impl TestIssuer {
    #[expect(clippy::disallowed_methods, reason = "the test's runtime ends the server")]
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let saying = Saying {
            key: 1,
            claims: json!({}),
            is_away: false,
            beside: json!({}),
            signs_beside_for: None,
            metadata: json!({}),
            // `footnote:hush` in Base64.
            client: (Some("Basic Zm9vdG5vdGU6aHVzaA==".to_owned()), Vec::new()),
            read: 0,
        };
        let issuer = Self { address, saying: Arc::new(Mutex::new(saying)) };
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(metadata))
            .route("/keys", get(keys))
            .route("/token", post(token))
            .route("/me", get(me))
            .with_state(issuer.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        issuer
    }

    pub(crate) fn saying(&self) -> MutexGuard<'_, Saying> {
        self.saying.lock().unwrap()
    }

    /// An ID token with what the issuer says.
    pub(crate) fn token(&self, nonce: Option<&str>) -> String {
        let Saying { key, claims, .. } = self.saying().clone();
        let good = json!({
            "iss": self.address, "aud": "footnote", "sub": "7", "email": "Ada@Example.org", "email_verified": true,
            "groups": ["hr"], "iat": now(), "exp": now() + 300, "nonce": nonce,
        });
        signed(key, &changed(good, &claims))
    }

    /// What the issuer sends a browser back with that came to this address: the code and the state.
    pub(crate) fn returned(&self, address: &str) -> String {
        let uri: Uri = address.parse().unwrap();
        let field = |name: &str| {
            let mut fields = uri.query().unwrap().split('&');
            fields.find_map(|field| field.strip_prefix(&format!("{name}="))).unwrap().to_owned()
        };
        assert!(address.starts_with(&format!("{}/authorize?", self.address)), "{address}");
        assert_eq!((&*field("code_challenge_method"), &*field("client_id")), ("S256", "footnote"));
        let code = format!("{}.{}", field("nonce"), field("code_challenge"));
        format!("code={code}&state={}", field("state"))
    }
}

/// A token with these claims, signed with the key of this number.
fn signed(key: u8, claims: &Value) -> String {
    let head = Header { kid: Some(format!("k{key}")), ..Header::new(Algorithm::EdDSA) };
    let key = EncodingKey::from_ed_der(&[KEY_HEAD.as_slice(), &[key; 32]].concat());
    encode(&head, claims, &key).unwrap()
}

/// These fields with others in their place; `null` takes one away.
fn changed(mut fields: Value, others: &Value) -> Value {
    for (name, field) in others.as_object().unwrap() {
        fields[name] = field.clone();
    }
    fields.as_object_mut().unwrap().retain(|_, field| !field.is_null());
    fields
}

/// The answer of an issuer, unless it is away.
fn answer(issuer: &TestIssuer, answer: Value) -> Response {
    issuer.saying().read += 1;
    if issuer.saying().is_away {
        return StatusCode::BAD_GATEWAY.into_response();
    }
    Json(answer).into_response()
}

async fn metadata(State(issuer): State<TestIssuer>) -> Response {
    let at = |path: &str| format!("{}/{path}", issuer.address);
    let metadata = json!({
        "issuer": issuer.address, "authorization_endpoint": at("authorize"),
        "token_endpoint": at("token"), "jwks_uri": at("keys"), "userinfo_endpoint": at("me"),
        "end_session_endpoint": at("end"), "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["EdDSA", "HS256"],
    });
    let others = issuer.saying().metadata.clone();
    answer(&issuer, changed(metadata, &others))
}

async fn keys(State(issuer): State<TestIssuer>) -> Response {
    let key = issuer.saying().key;
    let pair = Ed25519KeyPair::from_seed_unchecked(&[key; 32]).unwrap();
    let x = BASE64_URL_SAFE_NO_PAD.encode(pair.public_key());
    let own =
        json!({"kty": "OKP", "crv": "Ed25519", "use": "sig", "kid": format!("k{key}"), "x": x});
    // As Keycloak has them: one for another purpose, and one of a kind that nobody knows here.
    let strange = json!({"kty": "NEW", "kid": "new", "alg": "NEW"});
    answer(&issuer, json!({"keys": [strange, own]}))
}

async fn token(
    State(issuer): State<TestIssuer>,
    headers: axum::http::HeaderMap,
    Form(sent): Form<Vec<(String, String)>>,
) -> Response {
    let field = |name: &str| sent.iter().find(|(key, _)| key == name).map(|(_, value)| &**value);
    let (nonce, challenge) = field("code").unwrap().split_once('.').unwrap();
    let verifier = Sha256::digest(field("code_verifier").unwrap());
    let header = headers.get("authorization").map(|header| header.to_str().unwrap().to_owned());
    let fields = sent.iter().filter(|(key, _)| key.starts_with("client_"));
    let fields: Vec<String> = fields.map(|(key, value)| format!("{key}={value}")).collect();
    let is_client = issuer.saying().client == (header, fields);
    if BASE64_URL_SAFE_NO_PAD.encode(verifier) != challenge || !is_client {
        let refused = json!({"error": "invalid_grant", "error_description": "top secret"});
        return (StatusCode::BAD_REQUEST, Json(refused)).into_response();
    }
    let token = issuer.token(Some(nonce));
    answer(&issuer, json!({"access_token": "a", "token_type": "Bearer", "id_token": token}))
}

async fn me(State(issuer): State<TestIssuer>) -> Response {
    let Saying { mut beside, signs_beside_for: client, key, .. } = issuer.saying().clone();
    beside["sub"] = "7".into();
    let Some(client) = client else {
        return answer(&issuer, beside);
    };
    let claims = changed(beside, &json!({"iss": issuer.address, "aud": client}));
    ([("content-type", "application/jwt")], signed(key, &claims)).into_response()
}
