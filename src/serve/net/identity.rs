//! Identifies the client and the reader of each request: by the headers of a trusted proxy, an API key, and the cookie
//! of an operator's browser. Nothing else makes anybody a reader or an operator.

use std::net::SocketAddr;

use axum::extract::{ConnectInfo, Request, State};
use axum::middleware::Next;
use axum::response::Response;
use footnote_documents::acl::Reader;
use footnote_documents::hash::hash;
use footnote_engine::config::{Proxies, ReaderHeaders};
use footnote_protocol::ProtocolError;
use http::{Extensions, HeaderMap};

use super::body::Refusal;
use super::client::{Client, ClientId, client_of};
use super::keyring::{Keyring, SentKey};

/// The error for an API key that nobody has created, or that was revoked.
const UNKNOWN: &str = "This API key is not known here.";

/// The error for an API key that has expired.
const EXPIRED: &str = "This API key has expired.";

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
}

/// An API key that is refused, with the message for its sender.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RefusedKey(pub(crate) &'static str);

/// The reader who sent the request with these `extensions`.
pub(crate) fn reader_of(extensions: &Extensions) -> Reader {
    extensions.get().cloned().unwrap_or_default()
}

/// Adds the client and the reader to the extensions of each request. Only listed proxies may name the reader.
pub(crate) async fn identify(
    State(Identification { proxies, readers, keyring }): State<Identification>,
    mut request: Request,
    next: Next,
) -> Response {
    if let Some(ConnectInfo(peer)) = request.extensions().get::<ConnectInfo<SocketAddr>>() {
        let peer = peer.ip();
        let client = client_of(&proxies, peer, request.headers());
        if !proxies.list(peer.to_canonical()) {
            for name in readers.names() {
                request.headers_mut().remove(name);
            }
        }
        request.extensions_mut().insert(client);
    }
    if let Err(refusal) = check(&readers, request.headers()) {
        return refusal.response_to(request.uri(), request.headers());
    }
    let named = readers.reader(request.headers());
    let reader = match keyring.sent(request.headers()) {
        SentKey::Known(key) => {
            let id = hash(&key.hash);
            request.extensions_mut().insert(Client(Some(ClientId::Key(id))));
            Reader::new(Some(&key.name), key.groups.iter().map(String::as_str))
        }
        SentKey::None => named,
        refused => {
            let message = if refused == SentKey::Expired { EXPIRED } else { UNKNOWN };
            request.extensions_mut().insert(RefusedKey(message));
            Reader::default()
        }
    };
    let is_operator = keyring.is_operator(request.headers());
    let reader = if is_operator { reader.operating() } else { reader };
    request.extensions_mut().insert(reader);
    next.run(request).await
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
