//! The way of a code: the address from which the issuer sends one, what it is changed for, and what is asked beside.

use serde::Deserialize;

use crate::attempt::Attempt;
use crate::claims::{Claims, EMAIL, VERIFIED};
use crate::client_config::ClientConfig;
use crate::discovery::Discovery;
use crate::error::{SignInError, TokenError};
use crate::http_client::{HttpClient, Url};
use crate::token::signed_claims;

/// Tokens that the issuer gives for a code.
#[derive(Deserialize)]
pub(crate) struct Tokens {
    access_token: String,
    pub(crate) id_token: Option<String>,
}

/// Why the issuer gives nothing.
#[derive(Deserialize)]
struct Refusal {
    /// Name of the error. Its description is left out, as it may repeat what was sent.
    error: String,
}

/// The address at the issuer to which the browser of an attempt is sent; it comes back to `redirect` with a code.
pub(crate) fn address(
    discovery: &Discovery,
    config: &ClientConfig,
    attempt: &Attempt,
    redirect: &str,
) -> Url {
    let scopes = std::iter::once("openid").chain(config.scopes.iter().map(String::as_str));
    let mut address = discovery.metadata.authorization_endpoint.0.clone();
    address
        .query_pairs_mut()
        .append_pair("response_type", "code")
        .append_pair("client_id", &config.client)
        .append_pair("redirect_uri", redirect)
        .append_pair("scope", &scopes.collect::<Vec<_>>().join(" "))
        .append_pair("state", &attempt.state())
        .append_pair("nonce", &attempt.nonce())
        .append_pair("code_challenge", &attempt.challenge())
        .append_pair("code_challenge_method", "S256");
    address
}

/// Changes a code for tokens. A client with a secret proves itself by it, in the way that the issuer wants.
pub(crate) async fn exchange(
    discovery: &Discovery,
    config: &ClientConfig,
    http: &HttpClient,
    (attempt, code, redirect): (&Attempt, &str, &str),
) -> Result<Tokens, SignInError> {
    let (client, secret) = (config.client.as_str(), config.secret.as_deref());
    let mut fields = vec![
        ("grant_type", "authorization_code"),
        ("code", code),
        ("code_verifier", attempt.secret()),
        ("redirect_uri", redirect),
    ];
    let (header, body) = match secret {
        Some(secret) if discovery.metadata.wants_secret_in_body() => (None, Some(secret)),
        secret => (secret, None),
    };
    if header.is_none() {
        fields.push(("client_id", client));
    }
    fields.extend(body.map(|secret| ("client_secret", secret)));
    let request = http.post(&discovery.metadata.token_endpoint.0, &fields);
    let request = match header {
        // Encoded as in a form before it is encoded as a header: RFC 6749, section 2.3.1.
        Some(secret) => request.basic_auth(encoded(client), Some(encoded(secret))),
        None => request,
    };
    let answer = http.answer(request).await?;
    if let Some(Refusal { error }) = answer.is_error().then(|| answer.json().ok()).flatten() {
        return Err(SignInError::Refused(error));
    }
    Ok(answer.good()?.json()?)
}

fn encoded(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

/// More claims about the person whom `claims` are about, if the issuer tells them; those of the ID token count first.
pub(crate) async fn more_claims(
    discovery: &Discovery,
    config: &ClientConfig,
    http: &HttpClient,
    (tokens, claims): (&Tokens, Claims),
) -> Result<Claims, SignInError> {
    let Some(address) = &discovery.metadata.userinfo_endpoint else {
        return Ok(claims);
    };
    let request = http.get(&address.0).bearer_auth(&tokens.access_token);
    let answer = http.answer(request).await?.good()?;
    let all = match answer.token() {
        Some(token) => signed_claims(token, discovery, config)?,
        None => answer.json()?,
    };
    if all.get("sub") != claims.get("sub") {
        return Err(TokenError::Subject.into());
    }
    Ok(merged(all, claims))
}

/// The claims of both, of which the `first` count. An address and the word on whether it is verified are of the same.
fn merged(mut others: Claims, mut first: Claims) -> Claims {
    let is_there = |name: &&str| first.get(*name).is_some_and(|claim| !claim.is_null());
    if ![EMAIL, VERIFIED].iter().all(is_there) {
        first.retain(|name, _| ![EMAIL, VERIFIED].contains(&name.as_str()));
    }
    others.extend(first);
    others
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn an_address_is_verified_by_who_names_it() {
        let claims = |value: Value| value.as_object().unwrap().clone();
        let beside = json!({"sub": "7", "email": "eve@b.example", "email_verified": true});
        for (token, beside, expected) in [
            (json!({"email": "ada@b.example"}), beside.clone(), json!(["eve@b.example", true])),
            (json!({"email": "ada@b.example"}), json!({}), json!([null, null])),
            (
                json!({"email": "ada@b.example"}),
                json!({"email_verified": true}),
                json!([null, true]),
            ),
            (
                json!({"email_verified": true}),
                json!({"email": "eve@b.example"}),
                json!(["eve@b.example", null]),
            ),
            (
                json!({"email": "ada@b.example", "email_verified": false}),
                beside.clone(),
                json!(["ada@b.example", false]),
            ),
            (
                json!({"email": null, "email_verified": null}),
                beside,
                json!(["eve@b.example", true]),
            ),
        ] {
            let all = merged(claims(beside.clone()), claims(token.clone()));
            assert_eq!(json!([all.get(EMAIL), all.get(VERIFIED)]), expected, "{token} {beside}");
        }
    }
}
