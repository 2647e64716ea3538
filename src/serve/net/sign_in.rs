//! Sign-in as the settings want it: the issuer, for how long, and what nobody may do without.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use footnote_engine::config::SignInTerms;
use footnote_sign_in::{Person, SignIn, SignInError};
use http::{Method, Uri};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::body::Refusal;
use super::paths;
use super::unidentified::{UNKNOWN, Unidentified};

/// All but letters, digits, and what separates the parts of a path.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'_').remove(b'.');

/// Maximum length of the address of a page to which a reader is led back, in bytes.
const MAX_PLACE_LEN: usize = 1024;

/// Sign-in as the settings want it; cheap to clone.
#[derive(Clone, Debug)]
pub struct SignInService(Arc<Service>);

#[derive(Debug)]
struct Service {
    issuer: SignIn,
    address: Option<String>,
    lifetime: Duration,
    is_required: bool,
}

impl SignInService {
    /// Sign-in on these terms.
    ///
    /// # Errors
    ///
    /// Fails if the system has no certificates to trust.
    pub fn new(terms: &SignInTerms) -> Result<Self, SignInError> {
        let SignInTerms { issuer, address, lifetime, is_required } = terms.clone();
        let issuer = SignIn::new(issuer)?;
        Ok(Self(Arc::new(Service { issuer, address, lifetime, is_required })))
    }

    /// The issuer.
    pub fn issuer(&self) -> &SignIn {
        &self.0.issuer
    }

    /// Time until a reader must sign in again.
    pub(crate) fn lifetime(&self) -> Duration {
        self.0.lifetime
    }

    /// True if nobody may do anything without.
    pub(crate) fn is_required(&self) -> bool {
        self.0.is_required
    }

    /// The address to which the issuer sends browsers back, on a server that this request reached at `origin`.
    pub(crate) fn callback(&self, origin: String) -> String {
        format!("{}{}", self.0.address.as_deref().unwrap_or(&origin), paths::CALLBACK)
    }

    /// The person of a token, or the error for its sender.
    pub(super) async fn person(&self, token: &str) -> Result<Person, Unidentified> {
        let is_token = token.split('.').count() == 3;
        if !is_token {
            return Err(Unidentified::Key(UNKNOWN));
        }
        self.0.issuer.person(token).await.map_err(|error| {
            tracing::debug!("an ID token is refused: {error}");
            match error {
                SignInError::Unreachable(_) => Unidentified::Unreachable,
                error if error.is_expired() => Unidentified::Key("This ID token has expired."),
                _ => Unidentified::Key("This ID token is not valid here."),
            }
        })
    }
}

/// Leads a browser to sign-in where a page needs it, and from there back to that page.
pub(crate) async fn lead(request: Request, next: Next) -> Response {
    let needs_it = request.extensions().get() == Some(&Unidentified::SignIn);
    let is_visit = matches!(*request.method(), Method::GET | Method::HEAD);
    if needs_it && is_visit && Refusal::is_for_person(request.headers()) {
        let place = request.uri().path_and_query().map(ToString::to_string);
        let place = place.unwrap_or_default();
        let place = utf8_percent_encode(&place, ENCODED);
        let way = Redirect::to(&format!("{}?to={place}", paths::SIGN_IN));
        return ([(http::header::CACHE_CONTROL, "no-store")], way).into_response();
    }
    next.run(request).await
}

/// The page to lead a reader back to: a path of this server, whatever was sent.
pub(crate) fn place(sent: &str) -> String {
    let uri = sent.parse::<Uri>().ok().filter(|_| sent.len() <= MAX_PLACE_LEN);
    let place = uri.and_then(|uri| Some(uri.path_and_query()?.as_str().to_owned()));
    let place = format!("/{}", place.unwrap_or_default().trim_start_matches(['/', '\\']));
    if paths::is_of_sign_in(place.split('?').next().unwrap_or_default()) {
        return "/".to_owned();
    }
    place
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_back_stays_on_this_server_and_leads_not_to_sign_in_again() {
        for (sent, expected) in [
            ("/c/a-1?x=1", "/c/a-1?x=1"),
            ("//evil.example/a", "/evil.example/a"),
            ("/\\evil.example", "/evil.example"),
            ("https://evil.example/a", "/a"),
            ("javascript:alert(1)", "/"),
            ("/sign-in/callback?code=1", "/"),
            ("/sign-out", "/"),
            ("", "/"),
        ] {
            assert_eq!(place(sent), expected, "{sent}");
        }
        assert_eq!(place(&format!("/{}", "a".repeat(MAX_PLACE_LEN))), "/");
    }
}
