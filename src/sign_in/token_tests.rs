//! Tests of tokens: each rule alone keeps out what breaks it.

use jsonwebtoken::EncodingKey;
use ring::rand::SystemRandom;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair as _,
};
use serde_json::json;

use super::*;

const ISSUER: &str = "https://login.example";

/// A key with which a token is signed, and its public half.
struct Signer {
    algorithm: Algorithm,
    private: EncodingKey,
    public: Value,
}

/// A key of Ed25519.
fn ed(name: &str) -> Signer {
    let der = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).unwrap();
    let pair = Ed25519KeyPair::from_pkcs8(der.as_ref()).unwrap();
    let x = BASE64_URL_SAFE_NO_PAD.encode(pair.public_key());
    let public = json!({"kty": "OKP", "crv": "Ed25519", "kid": name, "x": x});
    Signer { algorithm: Algorithm::EdDSA, private: EncodingKey::from_ed_der(der.as_ref()), public }
}

/// A key of an elliptic curve.
fn ec(name: &str) -> Signer {
    let (random, kind) = (SystemRandom::new(), &ECDSA_P256_SHA256_FIXED_SIGNING);
    let der = EcdsaKeyPair::generate_pkcs8(kind, &random).unwrap();
    let pair = EcdsaKeyPair::from_pkcs8(kind, der.as_ref(), &random).unwrap();
    let point = pair.public_key().as_ref();
    let [x, y] = [&point[1..33], &point[33..]].map(|half| BASE64_URL_SAFE_NO_PAD.encode(half));
    let public = json!({"kty": "EC", "crv": "P-256", "kid": name, "x": x, "y": y});
    Signer { algorithm: Algorithm::ES256, private: EncodingKey::from_ec_der(der.as_ref()), public }
}

/// A secret that the issuer gives away.
fn shared(name: &str) -> Signer {
    let public = json!({"kty": "oct", "kid": name, "k": BASE64_URL_SAFE_NO_PAD.encode("secret")});
    let private = EncodingKey::from_secret(b"secret");
    Signer { algorithm: Algorithm::HS256, private, public }
}

impl Signer {
    /// A token with good claims, except for these; `null` takes one away.
    fn token(&self, claims: Value) -> String {
        self.with(json!({}), claims)
    }

    /// A token with such fields in its header and such claims.
    fn with(&self, header: Value, claims: Value) -> String {
        let now = now();
        let mut good = json!({
            "iss": ISSUER, "aud": "footnote", "sub": "7", "iat": now, "exp": now + 300, "nonce": "n",
        });
        for (name, claim) in claims.as_object().unwrap() {
            good[name] = claim.clone();
        }
        good.as_object_mut().unwrap().retain(|_, claim| !claim.is_null());
        let mut head = json!({"alg": format!("{:?}", self.algorithm), "kid": self.public["kid"]});
        for (name, field) in header.as_object().unwrap() {
            head[name] = field.clone();
        }
        head.as_object_mut().unwrap().retain(|_, field| !field.is_null());
        let part = |part: &Value| BASE64_URL_SAFE_NO_PAD.encode(part.to_string());
        let signed = format!("{}.{}", part(&head), part(&good));
        let sign = jsonwebtoken::crypto::sign;
        let signature = sign(signed.as_bytes(), &self.private, self.algorithm).unwrap();
        format!("{signed}.{signature}")
    }
}

/// An issuer with these keys that signs by all algorithms.
fn discovery(keys: &[&Value]) -> Discovery {
    let address = format!("{ISSUER}/x");
    let ways = ["none", "HS256", "RS256", "PS256", "ES256", "EdDSA"];
    let metadata = json!({
        "issuer": ISSUER, "authorization_endpoint": address, "token_endpoint": address,
        "jwks_uri": address, "id_token_signing_alg_values_supported": ways,
    });
    let keys = keys.iter().map(|key| serde_json::from_value((*key).clone()).unwrap()).collect();
    Discovery { metadata: serde_json::from_value(metadata).unwrap(), keys }
}

fn config() -> ClientConfig {
    ClientConfig {
        issuer: ISSUER.to_owned(),
        client: "footnote".to_owned(),
        secret: None,
        scopes: Vec::new(),
        user_claim: "sub".to_owned(),
        groups_claim: "groups".to_owned(),
    }
}

/// Returns the flaw of a token, if it has one.
fn fault(discovery: &Discovery, token: &str) -> Option<TokenError> {
    id_claims(token, discovery, &config(), Some("n")).err()
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs()
}

#[test]
fn a_token_is_valid_with_the_claims_that_it_needs_and_with_none_else() {
    let signer = ed("k");
    let discovery = discovery(&[&signer.public]);
    for (claims, expected) in [
        (json!({}), None),
        (json!({"aud": ["footnote"], "azp": "footnote"}), None),
        (json!({"exp": now() - 30, "iat": now() + 30}), None),
        (json!({"iss": "https://login.example/"}), Some(TokenError::Issuer)),
        (json!({"iss": [ISSUER]}), Some(TokenError::Issuer)),
        (json!({"iss": null}), Some(TokenError::Issuer)),
        (json!({"aud": "another"}), Some(TokenError::Client)),
        (json!({"aud": ["footnote", "another"]}), Some(TokenError::Client)),
        (json!({"aud": []}), Some(TokenError::Client)),
        (json!({"aud": null}), Some(TokenError::Client)),
        (json!({"azp": "another"}), Some(TokenError::Client)),
        (json!({"sub": ""}), Some(TokenError::Subject)),
        (json!({"sub": null}), Some(TokenError::Subject)),
        (json!({"exp": now() - 90}), Some(TokenError::Expired)),
        (json!({"exp": null}), Some(TokenError::Expired)),
        (json!({"iat": now() + 90}), Some(TokenError::Future)),
        (json!({"iat": null}), Some(TokenError::Future)),
        (json!({"nbf": now() - 90}), None),
        (json!({"nbf": now() + 30}), None),
        (json!({"nbf": now() + 90}), Some(TokenError::Future)),
        (json!({"nbf": now() + 36_000}), Some(TokenError::Future)),
        (json!({"nbf": "soon"}), Some(TokenError::Future)),
        (json!({"nonce": "another"}), Some(TokenError::Attempt)),
        (json!({"nonce": null}), Some(TokenError::Attempt)),
    ] {
        assert_eq!(fault(&discovery, &signer.token(claims.clone())), expected, "{claims}");
    }
    // A program that sends a token of its own began no attempt.
    let own = |nbf: u64| signer.token(json!({"nonce": null, "nbf": nbf}));
    assert!(id_claims(&own(now()), &discovery, &config(), None).is_ok());
    assert_eq!(
        id_claims(&own(now() + 90), &discovery, &config(), None).err(),
        Some(TokenError::Future)
    );
}

#[test]
fn a_token_is_signed_by_the_key_that_it_names() {
    let (one, other, curve) = (ed("one"), ed("other"), ec("curve"));
    let discovery = discovery(&[&one.public, &other.public, &curve.public]);
    for signer in [&one, &other, &curve] {
        assert_eq!(fault(&discovery, &signer.token(json!({}))), None);
    }
    let named = |signer: &Signer, name: Value| signer.with(json!({"kid": name}), json!({}));
    assert_eq!(fault(&discovery, &named(&one, json!("other"))), Some(TokenError::Signature));
    assert_eq!(fault(&discovery, &named(&one, json!("strange"))), Some(TokenError::Key));
    // Of another type, whatever its name.
    assert_eq!(fault(&discovery, &named(&one, json!("curve"))), Some(TokenError::Key));
    assert_eq!(fault(&discovery, &named(&curve, json!("one"))), Some(TokenError::Key));
    // Without a name, the only key of the type counts.
    assert_eq!(fault(&discovery, &named(&curve, Value::Null)), None);
    assert_eq!(fault(&discovery, &named(&one, Value::Null)), Some(TokenError::Keys));
    let token = one.token(json!({}));
    let (signed, _) = token.rsplit_once('.').unwrap();
    let another = one.token(json!({"sub": "8"}));
    let (_, foreign) = another.rsplit_once('.').unwrap();
    assert_eq!(fault(&discovery, &format!("{signed}.{foreign}")), Some(TokenError::Signature));
}

#[test]
fn a_key_for_another_purpose_signs_nothing() {
    let signer = ed("k");
    for (field, value) in [("use", "enc"), ("alg", "ES256"), ("alg", "RSA-OAEP")] {
        let mut public = signer.public.clone();
        public[field] = value.into();
        let discovery = discovery(&[&public]);
        assert_eq!(
            fault(&discovery, &signer.token(json!({}))),
            Some(TokenError::Key),
            "{field}: {value}"
        );
    }
}

#[test]
fn a_token_that_is_not_signed_or_by_a_shared_secret_is_not_valid() {
    let (signer, shared) = (ed("k"), shared("s"));
    let discovery = discovery(&[&signer.public, &shared.public]);
    let unsigned = signer.with(json!({"alg": "none"}), json!({}));
    let (unsigned, _) = unsigned.rsplit_once('.').unwrap();
    assert_eq!(fault(&discovery, &format!("{unsigned}.")), Some(TokenError::Algorithm));
    assert_eq!(fault(&discovery, &shared.token(json!({}))), Some(TokenError::Algorithm));
    // The public key, taken for a secret.
    let x = BASE64_URL_SAFE_NO_PAD.decode(signer.public["x"].as_str().unwrap()).unwrap();
    let confused = Signer { private: EncodingKey::from_secret(&x), ..shared };
    let confused = confused.with(json!({"kid": "k"}), json!({}));
    assert_eq!(fault(&discovery, &confused), Some(TokenError::Algorithm));
}

#[test]
fn a_shared_secret_fits_no_algorithm_and_a_key_only_those_of_its_type() {
    let keys = [ed("k").public, ec("k").public, shared("k").public, rsa()["key"].clone()];
    let fitting = keys.map(|key| {
        let key: Jwk = serde_json::from_value(key).unwrap();
        let all = [Algorithm::HS256, Algorithm::RS256, Algorithm::ES256, Algorithm::EdDSA];
        all.map(|algorithm| u8::from(fits(&key, algorithm)))
    });
    assert_eq!(fitting, [[0, 0, 0, 1], [0, 0, 1, 0], [0, 0, 0, 0], [0, 1, 0, 0]]);
}

#[test]
fn a_token_is_signed_in_a_way_that_the_issuer_tells_of() {
    let signer = ed("k");
    let mut discovery = discovery(&[&signer.public]);
    discovery.metadata.id_token_signing_alg_values_supported = vec!["RS256".to_owned()];
    assert_eq!(fault(&discovery, &signer.token(json!({}))), Some(TokenError::Algorithm));
}

#[test]
fn another_kind_of_token_is_no_id_token() {
    let signer = ed("k");
    let discovery = discovery(&[&signer.public]);
    for (header, expected) in [
        (json!({"typ": "JWT"}), None),
        (json!({"typ": "application/jwt"}), None),
        (json!({"typ": "at+jwt"}), Some(TokenError::Kind)),
        (json!({"typ": "logout+jwt"}), Some(TokenError::Kind)),
        (json!({"cty": "JWT"}), Some(TokenError::Kind)),
        (json!({"crit": ["exp"]}), Some(TokenError::Kind)),
    ] {
        assert_eq!(
            fault(&discovery, &signer.with(header.clone(), json!({}))),
            expected,
            "{header}"
        );
    }
    for token in ["", "a", "a.b.c", "e30.e30.", "..", "é.é.é"] {
        assert_eq!(fault(&discovery, token), Some(TokenError::Unreadable), "{token}");
    }
}

/// A public key of RSA, and tokens that OpenSSL has signed with its private half.
fn rsa() -> Value {
    serde_json::from_str(include_str!("rsa_example.json")).unwrap()
}

#[test]
fn tokens_signed_with_rsa_are_checked_in_both_of_its_ways() {
    let rsa = rsa();
    let discovery = discovery(&[&rsa["key"]]);
    for way in ["RS256", "PS256"] {
        let token = rsa[way].as_str().unwrap();
        assert!(id_claims(token, &discovery, &config(), None).is_ok(), "{way}");
    }
    let (signed, _) = rsa["RS256"].as_str().unwrap().rsplit_once('.').unwrap();
    let (_, signature) = rsa["PS256"].as_str().unwrap().rsplit_once('.').unwrap();
    assert_eq!(fault(&discovery, &format!("{signed}.{signature}")), Some(TokenError::Signature));
}
