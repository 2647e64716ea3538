//! Rejects requests of ambiguous length (request smuggling): a proxy in between may have used the other length.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use footnote_protocol::ProtocolError;
use http::{HeaderMap, HeaderValue, header};

use super::body::Refusal;

/// Maximum number of header fields; hyper rejects requests with more.
const MAX_FIELDS: usize = 100;

/// Set if a chunked request also had a `Content-Length`, which hyper removes from the parsed request. The connection
/// answers no further request, so one flag per connection is enough.
#[derive(Clone, Debug, Default)]
pub(crate) struct AmbiguousLength(Arc<AtomicBool>);

/// Parses the heads of requests on a connection, up to the first chunked request.
#[derive(Debug, Default)]
pub(crate) struct HeadParser {
    position: Position,
    ambiguous: AmbiguousLength,
}

/// The part of a request that the next byte belongs to.
#[derive(Debug)]
enum Position {
    /// A head; holds the bytes received so far.
    Head(Vec<u8>),
    /// A body; holds the number of missing bytes.
    Body(usize),
    /// The rest is not parsed.
    Done,
}

impl Default for Position {
    fn default() -> Self {
        Self::Head(Vec::new())
    }
}

impl HeadParser {
    /// Creates a parser that sets `ambiguous` for its connection.
    pub(crate) fn new(ambiguous: AmbiguousLength) -> Self {
        Self { position: Position::default(), ambiguous }
    }

    /// Parses the next bytes.
    pub(crate) fn feed(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let taken = match &mut self.position {
                Position::Done => return,
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

    /// Parses a complete head. If hyper cannot parse it either, hyper rejects it.
    fn end_head(&mut self, head: &[u8]) {
        let mut fields = [httparse::EMPTY_HEADER; MAX_FIELDS];
        let mut request = httparse::Request::new(&mut fields);
        let read = request.parse(head);
        let field = |name: header::HeaderName| {
            let mut fields = request.headers.iter();
            fields.find(|field| field.name.eq_ignore_ascii_case(name.as_str()))
        };
        let length = field(header::CONTENT_LENGTH);
        let in_chunks = field(header::TRANSFER_ENCODING).is_some();
        let length_value =
            length.and_then(|length| std::str::from_utf8(length.value).ok()?.parse().ok());
        self.position = match (read, length.is_some(), length_value) {
            (Ok(_), _, _) if in_chunks => {
                let both = length.is_some();
                self.ambiguous.0.store(both, Ordering::Relaxed);
                Position::Done
            }
            (Ok(_), true, Some(length_value)) if length_value > 0 => Position::Body(length_value),
            (Ok(_), false, _) | (Ok(_), _, Some(_)) => Position::default(),
            _ => Position::Done,
        };
    }
}

/// Appends the part of `bytes` that belongs to the head. Returns its length, and whether the head is complete.
fn take_head(head: &mut Vec<u8>, bytes: &[u8]) -> (usize, bool) {
    for (place, byte) in bytes.iter().enumerate() {
        // Skip empty lines before a request.
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

/// Rejects a request with two different ends, and closes the connection after every chunked request.
pub(crate) async fn reject_ambiguous_length(request: Request, next: Next) -> Response {
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

/// True if the end of a chunked request is ambiguous.
fn is_doubtful(headers: &HeaderMap, ambiguous: Option<&AmbiguousLength>) -> bool {
    let mut codings = headers.get_all(header::TRANSFER_ENCODING).iter();
    let is_plain = |coding: &HeaderValue| coding.as_bytes().eq_ignore_ascii_case(b"chunked");
    let plain = codings.next().is_some_and(is_plain) && codings.next().is_none();
    let twice = ambiguous.is_some_and(|twice| twice.0.load(Ordering::Relaxed));
    twice || !plain || headers.contains_key(header::CONTENT_LENGTH)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: &str = "POST / HTTP/1.1\r\nContent-Length: 3\r\ntransfer-encoding: chunked\r\n\r\n";

    /// True if `bytes` set the flag when fed in pieces of `size`.
    fn marked(bytes: &str, size: usize) -> bool {
        let ambiguous = AmbiguousLength::default();
        let mut parser = HeadParser::new(ambiguous.clone());
        for piece in bytes.as_bytes().chunks(size) {
            parser.feed(piece);
        }
        ambiguous.0.load(Ordering::Relaxed)
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
