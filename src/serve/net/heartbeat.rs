//! Sends heartbeats while an answer is silent, since proxies and browsers close idle connections.

use std::time::Duration;

use axum::body::Body;
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use bytes::Bytes;
use footnote_client::api::codec::JsonLines;
use footnote_protocol::dialect::Framing;
use futures_util::StreamExt;
use http::header;
use server_fn::ContentType;
use tokio::time::timeout;

/// Interval of heartbeats: a quarter of the minute after which proxies usually close an idle connection.
const INTERVAL: Duration = Duration::from_secs(15);

/// Sends `heartbeat` whenever `response` has been silent for an interval. Every chunk of the body must be a whole
/// value, since heartbeats are inserted between chunks.
pub(crate) fn with_heartbeat(response: Response, heartbeat: Bytes) -> Response {
    response.map(|body| {
        let mut parts = body.into_data_stream();
        Body::from_stream(async_stream::stream! {
            loop {
                match timeout(INTERVAL, parts.next()).await {
                    Ok(Some(part)) => yield part,
                    Ok(None) => return,
                    Err(_) => yield Ok(heartbeat.clone()),
                }
            }
        })
    })
}

/// Adds heartbeats to the streams of the page's server functions.
pub(crate) async fn for_page(request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    let form = Framing::Lines(JsonLines::CONTENT_TYPE);
    let kind = response.headers().get(header::CONTENT_TYPE);
    if kind.is_some_and(|kind| kind == form.content_type()) {
        return with_heartbeat(response, Bytes::from_static(form.nothing()));
    }
    response
}
