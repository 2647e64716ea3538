//! Receives the files of a request one by one; a rejected file does not affect the others.

use axum::extract::Request;
use axum::extract::multipart::MultipartError;
use footnote_documents::acl::Reader;
use footnote_library::uploads::{IncomingUpload, UploadError, Uploads};
use footnote_protocol::ProtocolError;
use footnote_store::StoreError;
use http::StatusCode;
use tokio::time::{Duration, Instant, timeout};

use crate::net::body::{Refusal, Reservation};
use crate::net::parts::{FormPart, FormParts};
use crate::net::quota::Quota;

/// Maximum size of a request, in bytes: ten of the largest files.
const MAX_BYTES: usize = 1024 * 1024 * 1024;

/// Time within which a request has to deliver [`MIN_BYTES`] bytes of its files.
const WINDOW: Duration = Duration::from_secs(30);

/// Minimum number of bytes per [`WINDOW`]: two kilobytes a second, slower than any line that people send files over.
const MIN_BYTES: usize = 64 * 1024;

/// Time limit for all files of a request.
const WHOLE_PATIENCE: Duration = Duration::from_mins(15);

/// Time that an upload waits until the file has been read: clients ask about it right after.
pub(super) const READ_TIMEOUT: Duration = Duration::from_mins(1);

/// Quota of concurrent uploads: 32 in all, 4 per client. Files are written to disk while they arrive.
static COMING: Quota = Quota::new(32, 4);

/// The files of a request.
#[derive(Debug, Default)]
pub(super) struct Files {
    /// Paths of the accepted documents, or the errors of the rejected ones.
    pub(super) taken: Vec<Result<String, UploadError>>,
    /// True if the request has more files than the first `most`.
    pub(super) more: bool,
}

/// Receives the first `most` files of a request.
///
/// # Errors
///
/// Rejects readers who may not upload, too many concurrent uploads, a slow request, and a malformed form.
pub(super) async fn take(
    uploads: &Uploads,
    reader: &Reader,
    request: Request,
    most: usize,
) -> Result<Files, Refusal> {
    admit(uploads, reader)?;
    let place = Reservation::for_client(&COMING, request.extensions());
    let taken = timeout(WHOLE_PATIENCE, take_all(uploads, reader, request, most, place)).await;
    taken.unwrap_or_else(|_| Err(Refusal::too_slow()))
}

/// Rejects a reader who may not upload files.
pub(super) fn admit(uploads: &Uploads, reader: &Reader) -> Result<(), Refusal> {
    let refused = || Refusal::forbidden(&UploadError::Forbidden.to_string());
    uploads.admits(reader).then_some(()).ok_or_else(refused)
}

async fn take_all(
    uploads: &Uploads,
    reader: &Reader,
    request: Request,
    most: usize,
    place: Reservation,
) -> Result<Files, Refusal> {
    let mut parts = FormParts::of(request, MAX_BYTES).await?;
    let mut arrival = Arrival { place, taken: false, waited: Duration::ZERO, bytes: 0 };
    let mut files = Files::default();
    while let Some(part) = arrival.next(parts.next()).await? {
        if part.file_name().is_none_or(str::is_empty) {
            continue;
        }
        if files.taken.len() == most {
            files.more = true;
            break;
        }
        files.taken.push(take_one(uploads, reader, part, &mut arrival).await?);
    }
    Ok(files)
}

/// Receives one file. A rejected file is still read to its end, because the next one follows it in the body.
async fn take_one(
    uploads: &Uploads,
    reader: &Reader,
    mut part: FormPart<'_>,
    arrival: &mut Arrival,
) -> Result<Result<String, UploadError>, Refusal> {
    let name = part.file_name().unwrap_or_default().to_owned();
    let mut coming: Option<Result<IncomingUpload, UploadError>> = None;
    while let Some(chunk) = arrival.next(part.chunk()).await? {
        arrival.came(chunk.len())?;
        let begun = match coming.take() {
            Some(begun) => begun,
            None => uploads.begin(reader, &name).await,
        };
        coming = Some(match begun {
            Ok(mut file) => file.write(&chunk).await.map(|()| file),
            refused => refused,
        });
    }
    let whole = match coming {
        Some(whole) => whole,
        // An empty file has an error message of its own.
        None => uploads.begin(reader, &name).await,
    };
    Ok(match whole {
        Ok(file) => file.finish().await,
        Err(error) => Err(error),
    })
}

fn broken(error: &MultipartError) -> ProtocolError {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        return ProtocolError::too_large("the body is larger than a gigabyte");
    }
    ProtocolError::refused(error.body_text())
}

/// Tracks how fast the files of one request arrive, and holds its place in the quota.
struct Arrival {
    place: Reservation,
    /// True once the request holds a place, from the first byte of a file on.
    taken: bool,
    /// Time spent waiting for the client since the last full window. Time spent writing to disk does not count.
    waited: Duration,
    /// Bytes of files received since then.
    bytes: usize,
}

impl Arrival {
    /// Awaits the next piece; fails once the client has been too slow.
    async fn next<T>(
        &mut self,
        next: impl Future<Output = Result<Option<T>, MultipartError>>,
    ) -> Result<Option<T>, Refusal> {
        let begun = Instant::now();
        let next = timeout(WINDOW.saturating_sub(self.waited), next).await;
        self.waited += begun.elapsed();
        let next = next.map_err(|_| Refusal::too_slow())?;
        Ok(next.map_err(|error| broken(&error))?)
    }

    /// Counts received bytes of a file.
    fn came(&mut self, bytes: usize) -> Result<(), Refusal> {
        if !self.taken {
            self.place.grow(1)?;
            self.taken = true;
        }
        self.bytes += bytes;
        if self.bytes >= MIN_BYTES {
            (self.waited, self.bytes) = (Duration::ZERO, 0);
        }
        Ok(())
    }
}

/// Logs why a document could not be written, if that was the error.
pub(super) fn log(error: &UploadError) {
    if let UploadError::Store(error) = error {
        let cause = std::error::Error::source(error);
        tracing::error!(%error, ?cause, "an uploaded document cannot be written");
    }
}

/// HTTP status for an error of uploading, listing or removing a document.
pub(super) fn status(error: &UploadError) -> StatusCode {
    match error {
        UploadError::Forbidden => StatusCode::FORBIDDEN,
        UploadError::Unknown => StatusCode::NOT_FOUND,
        UploadError::Exists => StatusCode::CONFLICT,
        UploadError::Format(_) | UploadError::Empty(_) => StatusCode::BAD_REQUEST,
        UploadError::TooLarge(_) | UploadError::Full(_) => StatusCode::PAYLOAD_TOO_LARGE,
        UploadError::Store(StoreError::Unreachable(_)) => StatusCode::SERVICE_UNAVAILABLE,
        UploadError::Store(_) => StatusCode::INTERNAL_SERVER_ERROR,
    }
}
