//! Identifies the client and the reader of each request: by the headers of a trusted proxy, an API key or ID token, the
//! cookie of a browser in which a reader has signed in, and that of an operator's browser. Nothing else makes anybody a
//! reader or an operator.

use std::net::SocketAddr;

use axum::extract::{ConnectInfo, Request, State};
use axum::middleware::Next;
use axum::response::Response;
use footnote_documents::acl::Reader;
use footnote_documents::hash::hash;
use footnote_engine::config::{Proxies, ReaderHeaders};
use footnote_protocol::ProtocolError;
use footnote_sign_in::Person;
use http::{Extensions, HeaderMap};

use super::body::Refusal;
use super::browsers::SentBrowser;
use super::client::{Client, ClientId, client_of};
use super::keyring::{Keyring, SentKey, bearer};
use super::paths;
use super::sign_in::SignInService;
use super::unidentified::{EXPIRED, UNKNOWN, UNREADABLE, Unidentified};

/// Maximum length of a user name, in bytes: that of a file name; user directories allow less.
const MAX_USER_LEN: usize = 255;

/// Rejects a request whose user name is too long.
///
/// # Errors
///
/// Fails for a name over [`MAX_USER_LEN`].
pub(crate) fn check(readers: &ReaderHeaders, headers: &HeaderMap) -> Result<(), Refusal> {
    let user = readers.user.as_ref().and_then(|name| headers.get(name));
    if user.is_some_and(|user| user.len() > MAX_USER_LEN) {
        let message = format!("the name of the user is longer than {MAX_USER_LEN} bytes");
        return Err(ProtocolError::refused(message).into());
    }
    Ok(())
}

/// Settings by which the sender of a request is identified.
#[derive(Clone)]
pub(crate) struct Identification {
    /// Proxies that may name the client and the reader.
    pub(crate) proxies: Proxies,
    /// Headers in which they name the reader.
    pub(crate) readers: ReaderHeaders,
    /// Keys of operators and machines.
    pub(crate) keyring: Keyring,
    /// Sign-in, if readers sign in here.
    pub(crate) sign_in: Option<SignInService>,
}

/// The reader who sent the request with these `extensions`.
pub(crate) fn reader_of(extensions: &Extensions) -> Reader {
    extensions.get().cloned().unwrap_or_default()
}

/// Adds the client and the reader to the extensions of each request. Only listed proxies may name the reader.
pub(crate) async fn identify(
    State(identification): State<Identification>,
    mut request: Request,
    next: Next,
) -> Response {
    let Identification { proxies, readers, keyring, sign_in } = &identification;
    if let Some(ConnectInfo(peer)) = request.extensions().get::<ConnectInfo<SocketAddr>>() {
        let peer = peer.ip();
        let client = client_of(proxies, peer, request.headers());
        if !proxies.list(peer.to_canonical()) {
            for name in readers.names() {
                request.headers_mut().remove(name);
            }
        }
        request.extensions_mut().insert(client);
    }
    if let Err(refusal) = check(readers, request.headers()) {
        return refusal.response_to(request.uri(), request.headers());
    }
    let (mut found, reader) = identification.reader(request.headers()).await;
    let is_operator = keyring.is_operator(request.headers());
    let must_sign_in = sign_in.as_ref().is_some_and(SignInService::is_required);
    let is_nobody = reader == Reader::default() && !is_operator;
    if must_sign_in && is_nobody && found.get::<Unidentified>().is_none() {
        found.insert(Unidentified::SignIn);
    }
    let is_let_in = is_operator || is_open(request.uri().path());
    if is_let_in && found.get() == Some(&Unidentified::SignIn) {
        found.remove::<Unidentified>();
    }
    request.extensions_mut().extend(found);
    request.extensions_mut().insert(if is_operator { reader.operating() } else { reader });
    next.run(request).await
}

/// True for paths that need no reader: those that make somebody one, and one that looks at machines.
fn is_open(path: &str) -> bool {
    paths::is_of_sign_in(path) || [paths::OPERATOR, paths::METRICS].contains(&path)
}

impl Identification {
    /// The reader who sends these headers, and what else they say of the sender.
    async fn reader(&self, headers: &HeaderMap) -> (Extensions, Reader) {
        let mut found = Extensions::new();
        let reader = match (self.keyring.sent(headers), bearer(headers), &self.sign_in) {
            (SentKey::Known(key), ..) => {
                found.insert(Client(Some(ClientId::Key(hash(&key.hash)))));
                Ok(reader(&key.name, &key.groups))
            }
            (SentKey::Expired, ..) => Err(Unidentified::Key(EXPIRED)),
            (SentKey::Unreadable, ..) => Err(Unidentified::Key(UNREADABLE)),
            (_, Ok(Some(token)), Some(sign_in)) => {
                let person = sign_in.person(token).await;
                person.map(|Person { name, groups }| reader(&name, &groups))
            }
            (SentKey::Unknown, ..) => Err(Unidentified::Key(UNKNOWN)),
            (SentKey::None, ..) => self.reader_without_key(headers, &mut found).await,
        };
        let reader = reader.unwrap_or_else(|unidentified| {
            found.insert(unidentified);
            Reader::default()
        });
        (found, reader)
    }

    /// The reader whom a proxy names, or who has signed in in the browser that sends these headers.
    async fn reader_without_key(
        &self,
        headers: &HeaderMap,
        found: &mut Extensions,
    ) -> Result<Reader, Unidentified> {
        let named = self.readers.reader(headers);
        if self.sign_in.is_none() || named.user().is_some() {
            return Ok(named);
        }
        match self.keyring.browser(headers).await {
            Ok(SentBrowser::None) => Ok(named),
            Ok(SentBrowser::Known(browser)) => {
                let reader = reader(&browser.name, &browser.groups);
                found.insert(browser);
                Ok(reader)
            }
            Ok(SentBrowser::Ended) => Err(Unidentified::SignIn),
            Err(error) => {
                let cause = std::error::Error::source(&error);
                tracing::error!(?cause, "a browser cannot be looked up: {error}");
                Err(Unidentified::Unreachable)
            }
        }
    }
}

/// The reader with this name and these groups.
fn reader(name: &str, groups: &[String]) -> Reader {
    Reader::new(Some(name), groups.iter().map(String::as_str))
}

#[cfg(test)]
mod tests {
    use http::HeaderName;

    use super::*;

    fn headers() -> ReaderHeaders {
        let name = HeaderName::from_static;
        ReaderHeaders { user: Some(name("x-user")), groups: Some(name("x-groups")) }
    }

    #[test]
    fn a_name_that_is_too_long_is_refused() {
        let [longest, longer] = [MAX_USER_LEN, MAX_USER_LEN + 1].map(|length| {
            let mut headers = HeaderMap::new();
            headers.insert("x-user", "a".repeat(length).parse().unwrap());
            headers
        });
        assert!(check(&headers(), &longest).is_ok() && check(&headers(), &longer).is_err());
        assert!(check(&ReaderHeaders::default(), &longer).is_ok());
    }
}
