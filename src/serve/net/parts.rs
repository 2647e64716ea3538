//! The parts of a multipart form. The body is received with backpressure, which also limits bytes that do not complete
//! a part or a piece of one.

use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::body::Body;
use axum::extract::multipart::{Field, Multipart, MultipartError};
use axum::extract::{DefaultBodyLimit, FromRequest, Request};
use bytes::Bytes;
use footnote_protocol::ProtocolError;
use http::HeaderMap;

use super::backpressure::BackpressuredBody;
use super::body::essence;

/// True if the body is `multipart/form-data`.
pub(crate) fn is_multipart(headers: &HeaderMap) -> bool {
    essence(headers) == "multipart/form-data"
}

/// Iterates over the parts of a request.
pub(crate) struct FormParts {
    parts: Multipart,
    unread: Arc<AtomicUsize>,
}

impl FormParts {
    /// Starts reading the parts of a request whose body has at most `most` bytes.
    ///
    /// # Errors
    ///
    /// Fails if the content type has no boundary.
    pub(crate) async fn of(request: Request, most: usize) -> Result<Self, ProtocolError> {
        let unread = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&unread);
        let mut request = request.map(|body| {
            Body::from_stream(BackpressuredBody::new(body.into_data_stream(), counted))
        });
        DefaultBodyLimit::max(most).apply(&mut request);
        let parts = Multipart::from_request(request, &()).await;
        let parts = parts.map_err(|error| ProtocolError::refused(error.body_text()))?;
        Ok(Self { parts, unread })
    }

    /// Returns the next part; discards what is left of the current one.
    ///
    /// # Errors
    ///
    /// Fails if the body is too large, ends early, or is malformed.
    pub(crate) async fn next(&mut self) -> Result<Option<FormPart<'_>>, MultipartError> {
        let field = self.parts.next_field().await?;
        self.unread.store(0, Ordering::Relaxed);
        Ok(field.map(|field| FormPart { field, unread: &self.unread }))
    }
}

/// One part, with its name and content.
pub(crate) struct FormPart<'p> {
    field: Field<'p>,
    unread: &'p AtomicUsize,
}

impl FormPart<'_> {
    /// Returns the next piece of the content.
    ///
    /// # Errors
    ///
    /// As [`FormParts::next`].
    pub(crate) async fn chunk(&mut self) -> Result<Option<Bytes>, MultipartError> {
        let chunk = self.field.chunk().await?;
        self.unread.store(0, Ordering::Relaxed);
        Ok(chunk)
    }
}

impl<'p> Deref for FormPart<'p> {
    type Target = Field<'p>;

    fn deref(&self) -> &Field<'p> {
        &self.field
    }
}
