//! Identifies the client and the reader of each request, as far as proxy headers can be trusted.

use std::net::SocketAddr;

use axum::extract::{ConnectInfo, Request, State};
use axum::middleware::Next;
use axum::response::Response;
use footnote_engine::config::{Proxies, ReaderHeaders};
use footnote_protocol::ProtocolError;
use http::HeaderMap;

use super::body::Refusal;
use super::client::{client_of, may_name_readers};

/// Maximum length of a user name, in bytes: that of a file name; user directories allow less.
const LONGEST_USER: usize = 255;

/// Rejects a request whose user name is too long.
///
/// # Errors
///
/// Fails for a name over [`LONGEST_USER`].
pub(crate) fn check(readers: &ReaderHeaders, headers: &HeaderMap) -> Result<(), Refusal> {
    let user = readers.user.as_ref().and_then(|name| headers.get(name));
    if user.is_some_and(|user| user.len() > LONGEST_USER) {
        let message = format!("the name of the user is longer than {LONGEST_USER} bytes");
        return Err(ProtocolError::refused(message).into());
    }
    Ok(())
}

/// Adds the client to the extensions of each request. If proxies are listed, only they may name the reader.
pub(crate) async fn identify(
    State((proxies, readers)): State<(Proxies, ReaderHeaders)>,
    mut request: Request,
    next: Next,
) -> Response {
    if let Some(ConnectInfo(peer)) = request.extensions().get::<ConnectInfo<SocketAddr>>() {
        let peer = peer.ip();
        let client = client_of(&proxies, peer, request.headers());
        if !may_name_readers(&proxies, peer) {
            for name in readers.names() {
                request.headers_mut().remove(name);
            }
        }
        request.extensions_mut().insert(client);
    }
    if let Err(refusal) = check(&readers, request.headers()) {
        return refusal.response_to(request.uri(), request.headers());
    }
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
        let [longest, longer] = [LONGEST_USER, LONGEST_USER + 1].map(|length| {
            let mut headers = HeaderMap::new();
            headers.insert("x-user", "a".repeat(length).parse().unwrap());
            headers
        });
        assert!(check(&headers(), &longest).is_ok() && check(&headers(), &longer).is_err());
        assert!(check(&ReaderHeaders::default(), &longer).is_ok());
    }
}
