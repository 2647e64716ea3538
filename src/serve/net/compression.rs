//! Compresses responses, except documents and streamed answers, which a compressor may hold back.

use std::convert::Infallible;
use std::future::ready;

use axum::body::Body;
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use http::{Extensions, HeaderMap, StatusCode, Version, header};
use tower::{ServiceExt, service_fn};
use tower_http::compression::Compression;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};

use super::headers::Uncompressed;

/// Compresses a response if its client supports it and it is worth it.
pub(crate) async fn compress(request: Request, next: Next) -> Response {
    let taken = encodings(&request);
    let mut response = next.run(request).await;
    // Compressing keeps some kilobytes of state while a body is sent, and streams are many and long.
    if !worth_while().should_compress(&response) {
        return response;
    }
    let answer = service_fn(move |_: http::Request<()>| {
        ready(Ok::<_, Infallible>(std::mem::take(&mut response)))
    });
    let compressed = Compression::new(answer).compress_when(worth_while());
    let Ok(response) = compressed.oneshot(taken).await;
    response.map(Body::new)
}

/// A request that only has the accepted encodings of `request`.
fn encodings(request: &Request) -> http::Request<()> {
    let mut taken = http::Request::new(());
    for value in request.headers().get_all(header::ACCEPT_ENCODING) {
        taken.headers_mut().append(header::ACCEPT_ENCODING, value.clone());
    }
    taken
}

/// True for responses worth compressing.
fn worth_while() -> impl Predicate {
    DefaultPredicate::new()
        .and(|_: StatusCode, _: Version, _: &HeaderMap, marks: &Extensions| {
            marks.get::<Uncompressed>().is_none()
        })
        .and(NotForContentType::const_new("application/jsonl"))
        .and(NotForContentType::const_new("application/json-lines"))
        .and(NotForContentType::const_new("application/x-ndjson"))
        .and(NotForContentType::const_new("application/pdf"))
}
