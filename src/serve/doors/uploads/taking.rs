//! Taking the files of a request, each for itself: one that is refused holds no other up.

use axum::extract::multipart::{Field, Multipart, MultipartError};
use axum::extract::{FromRequest, Request};
use http::StatusCode;
use tokio::time::{Duration, timeout};

use crate::protocol::ProtocolError;
use crate::rag::corpus::acl::Reader;
use crate::rag::corpus::uploads::{UploadError, Uploads};
use crate::serve::net::body::{Refusal, Room};
use crate::serve::net::shares::Shares;

/// The most bytes of one request: ten of the largest files.
pub(super) const MOST_BYTES: usize = 1024 * 1024 * 1024;

/// Time without a byte after which a file is given up.
const PATIENCE: Duration = Duration::from_secs(30);

/// Time limit for all files of a request.
const WHOLE_PATIENCE: Duration = Duration::from_mins(15);

/// The requests that bring files at once, in all and for one client; files are written to the disk as they
/// come.
static COMING: Shares = Shares::new(16, 4);

/// The files of a request; `more` is true if there are others than the first `most`.
#[derive(Debug, Default)]
pub(super) struct Files {
    /// The paths of the first documents, or the reasons why they were refused.
    pub(super) taken: Vec<Result<String, UploadError>>,
    /// True if others came after them.
    pub(super) more: bool,
}

/// Takes the first `most` files of a request.
///
/// # Errors
///
/// A refusal: the reader may not, too many come in, too slow, or no parts of a form.
pub(super) async fn take(
    uploads: &Uploads,
    reader: &Reader,
    request: Request,
    most: usize,
) -> Result<Files, Refusal> {
    if !uploads.admits(reader) {
        return Err(Refusal::forbidden(&UploadError::Forbidden.to_string()));
    }
    let mut place = Room::for_client(&COMING, request.extensions());
    place.take(1)?;
    let taken = timeout(WHOLE_PATIENCE, take_all(uploads, reader, request, most)).await;
    taken.unwrap_or_else(|_| Err(Refusal::too_slow()))
}

async fn take_all(
    uploads: &Uploads,
    reader: &Reader,
    request: Request,
    most: usize,
) -> Result<Files, Refusal> {
    let parts = Multipart::from_request(request, &()).await;
    let mut parts = parts.map_err(|error| ProtocolError::refused(error.body_text()))?;
    let mut files = Files::default();
    while let Some(part) = patiently(parts.next_field()).await? {
        if part.file_name().is_none_or(str::is_empty) {
            continue;
        }
        if files.taken.len() == most {
            files.more = true;
            break;
        }
        files.taken.push(take_one(uploads, reader, part).await?);
    }
    Ok(files)
}

/// Takes one file; all of one that is refused is read and dropped, for the next stands behind it.
async fn take_one(
    uploads: &Uploads,
    reader: &Reader,
    mut part: Field<'_>,
) -> Result<Result<String, UploadError>, Refusal> {
    let name = part.file_name().unwrap_or_default();
    let mut coming = uploads.begin(reader, name).await;
    while let Some(chunk) = patiently(part.chunk()).await? {
        coming = match coming {
            Ok(mut file) => file.write(&chunk).await.map(|()| file),
            refused => refused,
        };
    }
    Ok(match coming {
        Ok(file) => file.finish().await,
        Err(error) => Err(error),
    })
}

/// The next piece of a body, as long as it does not take too long.
async fn patiently<T>(
    next: impl Future<Output = Result<Option<T>, MultipartError>>,
) -> Result<Option<T>, Refusal> {
    let next = timeout(PATIENCE, next).await;
    let next = next.map_err(|_| Refusal::too_slow())?;
    Ok(next.map_err(|error| ProtocolError::refused(error.body_text()))?)
}

/// Logs the reason why a document cannot be written, if that is the error.
pub(super) fn log(error: &UploadError) {
    if let UploadError::Io(error) = error {
        tracing::error!(%error, "an uploaded document cannot be written");
    }
}

/// The status that says why a document is not taken, listed or removed.
pub(super) fn status(error: &UploadError) -> StatusCode {
    match error {
        UploadError::Forbidden => StatusCode::FORBIDDEN,
        UploadError::Unknown => StatusCode::NOT_FOUND,
        UploadError::Taken => StatusCode::CONFLICT,
        UploadError::Format(_) | UploadError::Empty(_) => StatusCode::BAD_REQUEST,
        UploadError::TooLarge(_) | UploadError::Full(_) => StatusCode::PAYLOAD_TOO_LARGE,
        UploadError::Io(_) => StatusCode::INTERNAL_SERVER_ERROR,
    }
}
