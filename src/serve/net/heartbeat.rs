//! A sign of life while an answer is silent: proxies and browsers give up connections on which nothing
//! comes.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::Body;
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use bytes::Bytes;
use http::header;
use hyper::body::Frame;
use tokio::time::{Instant, Sleep};

use crate::protocol::dialect::Dialect;
use crate::protocol::dialect::message_delta::MessageDelta;

/// The time that an answer may be silent: a quarter of the minute after which proxies commonly give up.
const SILENCE: Duration = Duration::from_secs(15);

/// Sends `sign` whenever nothing of `response` comes for a while. Its parts must be whole values, since
/// the sign stands between two of them.
pub(crate) fn beating(response: Response, sign: Bytes) -> Response {
    response.map(|body| {
        Body::new(Beating {
            body,
            sign,
            silence: Box::pin(tokio::time::sleep(SILENCE)),
        })
    })
}

/// Gives the streams of the page's doors their sign of life.
pub(crate) async fn of_page(request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    let form = MessageDelta.framing();
    let kind = response.headers().get(header::CONTENT_TYPE);
    if kind.is_some_and(|kind| kind == form.content_type()) {
        return beating(response, Bytes::from_static(form.nothing()));
    }
    response
}

/// A body that is never silent for long.
struct Beating {
    body: Body,
    sign: Bytes,
    silence: Pin<Box<Sleep>>,
}

impl hyper::body::Body for Beating {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let mut part = Pin::new(&mut self.body).poll_frame(cx);
        if part.is_pending() {
            ready!(self.silence.as_mut().poll(cx));
            part = Poll::Ready(Some(Ok(Frame::data(self.sign.clone()))));
        }
        self.silence.as_mut().reset(Instant::now() + SILENCE);
        part
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }
}
