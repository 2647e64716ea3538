//! A small issuer of OpenID Connect, which says what the test wants.

use std::sync::{Arc, Mutex, MutexGuard};

use axum::extract::State;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Form, Json, Router};
use base64::prelude::*;
use footnote_retrieval::store::keys::now;
use openidconnect::core::{CoreEdDsaPrivateSigningKey, CoreJwsSigningAlgorithm};
use openidconnect::{JsonWebKeyId, PrivateSigningKey};
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
        let (claims, beside) = (json!({}), json!({}));
        let saying = Saying { key: 1, claims, is_away: false, beside, read: 0 };
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
        let mut all = json!({
            "iss": self.address, "aud": "footnote", "sub": "7", "email": "Ada@Example.org",
            "groups": ["hr"], "iat": now(), "exp": now() + 300, "nonce": nonce,
        });
        for (name, claim) in claims.as_object().unwrap() {
            all[name] = claim.clone();
        }
        all.as_object_mut().unwrap().retain(|_, claim| !claim.is_null());
        let part = |part: &Value| BASE64_URL_SAFE_NO_PAD.encode(part.to_string());
        let head = json!({"alg": "EdDSA", "kid": format!("k{key}")});
        let signed = format!("{}.{}", part(&head), part(&all));
        let algorithm = CoreJwsSigningAlgorithm::EdDsa;
        let signature = signing_key(key).sign(&algorithm, signed.as_bytes()).unwrap();
        format!("{signed}.{}", BASE64_URL_SAFE_NO_PAD.encode(signature))
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

fn signing_key(key: u8) -> CoreEdDsaPrivateSigningKey {
    let der = BASE64_STANDARD.encode([KEY_HEAD.as_slice(), &[key; 32]].concat());
    let pem = format!("-----BEGIN PRIVATE KEY-----\n{der}\n-----END PRIVATE KEY-----\n");
    let name = JsonWebKeyId::new(format!("k{key}"));
    CoreEdDsaPrivateSigningKey::from_ed25519_pem(&pem, Some(name)).unwrap()
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
    answer(&issuer, metadata)
}

async fn keys(State(issuer): State<TestIssuer>) -> Response {
    let key = signing_key(issuer.saying().key).as_verification_key();
    answer(&issuer, json!({"keys": [key]}))
}

async fn token(
    State(issuer): State<TestIssuer>,
    headers: axum::http::HeaderMap,
    Form(sent): Form<Vec<(String, String)>>,
) -> Response {
    let field = |name: &str| sent.iter().find(|(key, _)| key == name).map(|(_, value)| &**value);
    let (nonce, challenge) = field("code").unwrap().split_once('.').unwrap();
    let verifier = Sha256::digest(field("code_verifier").unwrap());
    // `footnote:hush` in Base64.
    let is_client = headers["authorization"] == "Basic Zm9vdG5vdGU6aHVzaA==";
    if BASE64_URL_SAFE_NO_PAD.encode(verifier) != challenge || !is_client {
        let refused = json!({"error": "invalid_grant", "error_description": "top secret"});
        return (StatusCode::BAD_REQUEST, Json(refused)).into_response();
    }
    let token = issuer.token(Some(nonce));
    answer(&issuer, json!({"access_token": "a", "token_type": "Bearer", "id_token": token}))
}

async fn me(State(issuer): State<TestIssuer>) -> Response {
    let mut beside = issuer.saying().beside.clone();
    beside["sub"] = "7".into();
    answer(&issuer, beside)
}
