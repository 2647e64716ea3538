//! Requests that say in two ways where they end: they are refused, since a proxy on their way may have
//! believed the other.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use http::{HeaderMap, HeaderValue, header};

use super::body::Refusal;
use crate::protocol::ProtocolError;

/// The most header fields of a request; hyper refuses those that have more.
const MOST_FIELDS: usize = 100;

/// A mark that the request of a connection that comes in chunks has a `Content-Length` too. In the parsed
/// request that field is gone. No further request of the connection is answered, so one mark is enough.
#[derive(Clone, Debug, Default)]
pub(crate) struct SaysTwice(Arc<AtomicBool>);

/// Reads along with what comes in on a connection, up to the first request in chunks.
#[derive(Debug, Default)]
pub(crate) struct Heads {
    position: Position,
    says_twice: SaysTwice,
}

/// The place in the requests of a connection to which the next byte belongs.
#[derive(Debug)]
enum Position {
    /// To a head, of which this has come.
    Head(Vec<u8>),
    /// To a body, of which so many bytes are to come.
    Body(usize),
    /// Behind what is looked at.
    Behind,
}

impl Default for Position {
    fn default() -> Self {
        Self::Head(Vec::new())
    }
}

impl Heads {
    /// Reads along for a connection whose requests are marked by `says_twice`.
    pub(crate) fn new(says_twice: SaysTwice) -> Self {
        Self { position: Position::default(), says_twice }
    }

    /// Takes in the next bytes.
    pub(crate) fn follow(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let taken = match &mut self.position {
                Position::Behind => return,
                Position::Body(left) => {
                    let taken = bytes.len().min(*left);
                    *left -= taken;
                    if *left == 0 {
                        self.position = Position::default();
                    }
                    taken
                }
                Position::Head(head) => {
                    let (taken, whole) = take_head(head, bytes);
                    if whole {
                        let head = std::mem::take(head);
                        self.end_head(&head);
                    }
                    taken
                }
            };
            bytes = bytes.get(taken..).unwrap_or_default();
        }
    }

    /// Looks at a whole head. What hyper cannot read either it refuses by itself.
    fn end_head(&mut self, head: &[u8]) {
        let mut fields = [httparse::EMPTY_HEADER; MOST_FIELDS];
        let mut request = httparse::Request::new(&mut fields);
        let read = request.parse(head);
        let field = |name: header::HeaderName| {
            let mut fields = request.headers.iter();
            fields.find(|field| field.name.eq_ignore_ascii_case(name.as_str()))
        };
        let length = field(header::CONTENT_LENGTH);
        let in_chunks = field(header::TRANSFER_ENCODING).is_some();
        let said = length.and_then(|length| std::str::from_utf8(length.value).ok()?.parse().ok());
        self.position = match (read, length.is_some(), said) {
            (Ok(_), _, _) if in_chunks => {
                let both = length.is_some();
                self.says_twice.0.store(both, Ordering::Relaxed);
                Position::Behind
            }
            (Ok(_), true, Some(said)) if said > 0 => Position::Body(said),
            (Ok(_), false, _) | (Ok(_), _, Some(_)) => Position::default(),
            _ => Position::Behind,
        };
    }
}

/// Adds to `head` what of `bytes` belongs to it: how many, and whether it is whole now.
fn take_head(head: &mut Vec<u8>, bytes: &[u8]) -> (usize, bool) {
    for (place, byte) in bytes.iter().enumerate() {
        // Empty lines before a request are skipped.
        if head.is_empty() && matches!(byte, b'\r' | b'\n') {
            continue;
        }
        head.push(*byte);
        if head.ends_with(b"\n\n") || head.ends_with(b"\n\r\n") {
            return (place + 1, true);
        }
    }
    (bytes.len(), false)
}

/// Refuses a request that says in two ways where it ends, and lets none follow one in chunks.
pub(crate) async fn say_once(request: Request, next: Next) -> Response {
    let headers = request.headers();
    if !headers.contains_key(header::TRANSFER_ENCODING) {
        return next.run(request).await;
    }
    let response = if is_doubtful(headers, request.extensions().get()) {
        let refusal: Refusal = ProtocolError::refused(
            "The request must say once where its body ends: by Content-Length, or by chunks.",
        )
        .into();
        refusal.response_to(request.uri(), headers)
    } else {
        next.run(request).await
    };
    ([(header::CONNECTION, "close")], response).into_response()
}

/// Returns whether it can be understood in two ways where a request in chunks ends.
fn is_doubtful(headers: &HeaderMap, says_twice: Option<&SaysTwice>) -> bool {
    let mut codings = headers.get_all(header::TRANSFER_ENCODING).iter();
    let is_plain = |coding: &HeaderValue| coding.as_bytes().eq_ignore_ascii_case(b"chunked");
    let plain = codings.next().is_some_and(is_plain) && codings.next().is_none();
    let twice = says_twice.is_some_and(|twice| twice.0.load(Ordering::Relaxed));
    twice || !plain || headers.contains_key(header::CONTENT_LENGTH)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: &str = "POST / HTTP/1.1\r\nContent-Length: 3\r\ntransfer-encoding: chunked\r\n\r\n";

    /// Returns whether `bytes` are marked when they come in pieces of `size`.
    fn marked(bytes: &str, size: usize) -> bool {
        let says_twice = SaysTwice::default();
        let mut heads = Heads::new(says_twice.clone());
        for piece in bytes.as_bytes().chunks(size) {
            heads.follow(piece);
        }
        says_twice.0.load(Ordering::Relaxed)
    }

    #[test]
    fn a_request_with_two_lengths_is_marked_wherever_it_stands_and_is_cut() {
        let get = "GET / HTTP/1.1\r\n\r\n";
        let post = "POST / HTTP/1.1\r\ncontent-length: 4\r\n\r\n\n\r\n\r";
        for before in ["", get, post, "\r\n\n"] {
            for size in [1, 2, 7, 1000] {
                assert!(marked(&format!("{before}{BOTH}"), size), "{before:?} {size}");
            }
        }
        let swapped = "POST / HTTP/1.1\nTransfer-Encoding: chunked\nCONTENT-LENGTH: x\n\n";
        assert!(marked(swapped, 5));
    }

    #[test]
    fn what_only_looks_like_two_lengths_in_a_body_is_not_marked() {
        let chunked = "POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n";
        let length = format!("POST / HTTP/1.1\r\ncontent-length: {}\r\n\r\n", BOTH.len());
        for bytes in [
            format!("{length}{BOTH}{chunked}"),
            format!("{chunked}{BOTH}"),
            format!("nonsense\r\n\r\n{BOTH}"),
        ] {
            assert!(!marked(&bytes, 9), "{bytes}");
        }
    }
}
