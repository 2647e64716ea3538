//! Tokens that the issuer has signed: which are valid, and what they claim.
//!
//! The library checks signatures. Claims are checked here, since it lets lists of issuers and several clients pass.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine as _};
use jsonwebtoken::errors::ErrorKind;
use jsonwebtoken::jwk::{AlgorithmParameters, EllipticCurve, Jwk, PublicKeyUse};
use jsonwebtoken::{Algorithm, DecodingKey, Validation, decode};
use serde::Deserialize;
use serde_json::Value;

use crate::claims::Claims;
use crate::client_config::ClientConfig;
use crate::discovery::Discovery;
use crate::error::TokenError;

/// Time by which the clocks of the issuer and of this machine may differ.
const LEEWAY: Duration = Duration::from_mins(1);

/// Algorithms that prove who has signed: only the issuer can. `none` and HMAC, whose secret others have too, do not.
const ALGORITHMS: [Algorithm; 9] = [
    Algorithm::RS256,
    Algorithm::RS384,
    Algorithm::RS512,
    Algorithm::PS256,
    Algorithm::PS384,
    Algorithm::PS512,
    Algorithm::ES256,
    Algorithm::ES384,
    Algorithm::EdDSA,
];

/// The header of a token.
#[derive(Deserialize)]
struct Header {
    alg: String,
    kid: Option<String>,
    typ: Option<String>,
    cty: Option<Value>,
    crit: Option<Value>,
}

impl Header {
    /// The header of this token.
    fn of(token: &str) -> Option<Self> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(token.split('.').next()?).ok()?;
        serde_json::from_slice(&bytes).ok()
    }

    /// True if it is that of a token like ours: no access token, no token in a token, and nothing that must be known.
    fn is_plain(&self) -> bool {
        let kind = self.typ.as_deref().unwrap_or("JWT").to_ascii_lowercase();
        let kind = kind.strip_prefix("application/").unwrap_or(&kind);
        matches!(kind, "jwt" | "jose") && self.cty.is_none() && self.crit.is_none()
    }
}

/// The claims of an ID token for this client, with the nonce that it must have.
///
/// # Errors
///
/// Fails if the token is not signed by the issuer, not for this client, of another time or of another attempt.
pub(crate) fn id_claims(
    token: &str,
    discovery: &Discovery,
    config: &ClientConfig,
    nonce: Option<&str>,
) -> Result<Claims, TokenError> {
    let claims = signed_claims(token, discovery, config)?;
    let text = |name: &str| claims.get(name).and_then(Value::as_str);
    let is_ours = |party: &Value| party.is_null() || party == config.client.as_str();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let time = |name: &str| claims.get(name).and_then(Value::as_f64);
    let is_past = |time: f64, now: Duration| time <= now.as_secs_f64();
    if !claims.get("azp").is_none_or(is_ours) {
        return Err(TokenError::Client);
    }
    if text("sub").is_none_or(str::is_empty) {
        return Err(TokenError::Subject);
    }
    if time("exp").is_none_or(|expires| is_past(expires, now.saturating_sub(LEEWAY))) {
        return Err(TokenError::Expired);
    }
    if !time("iat").is_some_and(|issued| is_past(issued, now + LEEWAY)) {
        return Err(TokenError::Future);
    }
    let begins = claims.get("nbf").filter(|begins| !begins.is_null());
    if begins.is_some_and(|it| !it.as_f64().is_some_and(|begins| is_past(begins, now + LEEWAY))) {
        return Err(TokenError::Future);
    }
    // The nonce is public once it was used, so its comparison may take a time that tells.
    if nonce.is_some() && text("nonce") != nonce {
        return Err(TokenError::Attempt);
    }
    Ok(claims)
}

/// The claims of a token that the issuer has signed for this client alone.
///
/// # Errors
///
/// Fails if another key, issuer or client is meant, or another kind of token.
pub(crate) fn signed_claims(
    token: &str,
    discovery: &Discovery,
    config: &ClientConfig,
) -> Result<Claims, TokenError> {
    let header = Header::of(token).ok_or(TokenError::Unreadable)?;
    if !header.is_plain() {
        return Err(TokenError::Kind);
    }
    let is_told = discovery.metadata.id_token_signing_alg_values_supported.contains(&header.alg);
    let algorithm = ALGORITHMS.iter().find(|it| is_told && format!("{it:?}") == header.alg);
    let algorithm = *algorithm.ok_or(TokenError::Algorithm)?;
    let key = key(&discovery.keys, header.kid.as_deref(), algorithm)?;
    let claims = claims_by(token, key, algorithm)?;
    if claims.get("iss").and_then(Value::as_str) != Some(&config.issuer) {
        return Err(TokenError::Issuer);
    }
    let is_ours = match claims.get("aud") {
        Some(Value::Array(clients)) => {
            !clients.is_empty() && clients.iter().all(|client| client == config.client.as_str())
        }
        client => client.is_some_and(|client| client == config.client.as_str()),
    };
    if is_ours { Ok(claims) } else { Err(TokenError::Client) }
}

/// The one key of the issuer that can have signed with this algorithm, and that has this name if one is given.
fn key<'k>(
    keys: &'k [Jwk],
    name: Option<&str>,
    algorithm: Algorithm,
) -> Result<&'k Jwk, TokenError> {
    let is_meant = |key: &&Jwk| name.is_none() || key.common.key_id.as_deref() == name;
    let mut fitting = keys.iter().filter(is_meant).filter(|key| fits(key, algorithm));
    match (fitting.next(), fitting.next()) {
        (Some(key), None) => Ok(key),
        (None, _) => Err(TokenError::Key),
        (Some(_), Some(_)) => Err(TokenError::Keys),
    }
}

/// True if signatures by this algorithm are made with keys of this type, and this one is for nothing else.
fn fits(key: &Jwk, algorithm: Algorithm) -> bool {
    use Algorithm::{ES256, ES384, EdDSA, PS256, PS384, PS512, RS256, RS384, RS512};
    let is_of_type = match &key.algorithm {
        AlgorithmParameters::RSA(_) => {
            matches!(algorithm, RS256 | RS384 | RS512 | PS256 | PS384 | PS512)
        }
        AlgorithmParameters::EllipticCurve(key) => matches!(
            (&key.curve, algorithm),
            (EllipticCurve::P256, ES256) | (EllipticCurve::P384, ES384)
        ),
        AlgorithmParameters::OctetKeyPair(key) => {
            key.curve == EllipticCurve::Ed25519 && algorithm == EdDSA
        }
        // A secret that is shared proves nothing.
        AlgorithmParameters::OctetKey(_) => false,
    };
    let is_signing =
        key.common.public_key_use.as_ref().is_none_or(|it| *it == PublicKeyUse::Signature);
    let named = key.common.key_algorithm;
    is_of_type && is_signing && named.is_none_or(|it| it.to_string() == format!("{algorithm:?}"))
}

/// The claims of a token that was signed with this key.
fn claims_by(token: &str, key: &Jwk, algorithm: Algorithm) -> Result<Claims, TokenError> {
    let mut signature_alone = Validation::new(algorithm);
    signature_alone.required_spec_claims.clear();
    signature_alone.validate_exp = false;
    signature_alone.validate_aud = false;
    let key = DecodingKey::from_jwk(key).map_err(|_| TokenError::Key)?;
    let token = decode(token, &key, &signature_alone).map_err(|error| match error.kind() {
        ErrorKind::InvalidSignature => TokenError::Signature,
        _ => TokenError::Unreadable,
    })?;
    Ok(token.claims)
}

#[cfg(test)]
#[path = "token_tests.rs"]
mod tests;
