//! A sign of life while an answer is silent: proxies and browsers give up connections on which nothing
//! comes.

use std::time::Duration;

use axum::body::Body;
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use bytes::Bytes;
use futures_util::StreamExt;
use http::header;
use server_fn::ContentType;
use tokio::time::timeout;

use crate::api::codec::JsonLines;
use crate::protocol::dialect::Framing;

/// The time that an answer may be silent: a quarter of the minute after which proxies commonly give up.
const SILENCE: Duration = Duration::from_secs(15);

/// Sends `sign` whenever nothing of `response` comes for a while. Its parts must be whole values, since
/// the sign stands between two of them.
pub(crate) fn beating(response: Response, sign: Bytes) -> Response {
    response.map(|body| {
        let mut parts = body.into_data_stream();
        Body::from_stream(async_stream::stream! {
            loop {
                match timeout(SILENCE, parts.next()).await {
                    Ok(Some(part)) => yield part,
                    Ok(None) => return,
                    Err(_) => yield Ok(sign.clone()),
                }
            }
        })
    })
}

/// Gives the streams of the page's doors their sign of life.
pub(crate) async fn of_page(request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    let form = Framing::Lines(JsonLines::CONTENT_TYPE);
    let kind = response.headers().get(header::CONTENT_TYPE);
    if kind.is_some_and(|kind| kind == form.content_type()) {
        return beating(response, Bytes::from_static(form.nothing()));
    }
    response
}
