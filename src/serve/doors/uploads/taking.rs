//! Taking the files of a request, each for itself: one that is refused holds no other up.

use axum::extract::Request;
use axum::extract::multipart::MultipartError;
use footnote_documents::acl::Reader;
use footnote_protocol::ProtocolError;
use footnote_retrieval::corpus::uploads::{IncomingUpload, UploadError, Uploads};
use footnote_retrieval::store::StoreError;
use http::StatusCode;
use tokio::time::{Duration, Instant, timeout};

use crate::serve::net::body::{Refusal, Reservation};
use crate::serve::net::parts::{FormPart, FormParts};
use crate::serve::net::quota::Quota;

/// The most bytes of one request: ten of the largest files.
const MOST_BYTES: usize = 1024 * 1024 * 1024;

/// The time that a request may be waited for until [`LEAST`] bytes of its files have come.
const WINDOW: Duration = Duration::from_secs(30);

/// The least bytes in that time: two kilobytes a second, less than any line that files are sent over.
const LEAST: usize = 64 * 1024;

/// Time limit for all files of a request.
const WHOLE_PATIENCE: Duration = Duration::from_mins(15);

/// The requests whose files come in at once, in all and for one client; files are written to the disk as they
/// come.
static COMING: Quota = Quota::new(32, 4);

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
    admit(uploads, reader)?;
    let place = Reservation::for_client(&COMING, request.extensions());
    let taken = timeout(WHOLE_PATIENCE, take_all(uploads, reader, request, most, place)).await;
    taken.unwrap_or_else(|_| Err(Refusal::too_slow()))
}

/// Refuses a reader who may bring no files.
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
    let mut parts = FormParts::of(request, MOST_BYTES).await?;
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

/// Takes one file; all of one that is refused is read and dropped, for the next stands behind it.
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
        // An empty file is refused in its own words.
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

/// How fast the files of one request come in, and their place among those of others.
struct Arrival {
    place: Reservation,
    /// True once the place is taken, with the first byte of a file.
    taken: bool,
    /// The time that the request was waited for since enough bytes had come. Writing them is not its fault.
    waited: Duration,
    /// The bytes of files that have come since.
    bytes: usize,
}

impl Arrival {
    /// What comes next; a request that has been waited for too long is given up.
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

    /// Counts bytes of a file.
    fn came(&mut self, bytes: usize) -> Result<(), Refusal> {
        if !self.taken {
            self.place.grow(1)?;
            self.taken = true;
        }
        self.bytes += bytes;
        if self.bytes >= LEAST {
            (self.waited, self.bytes) = (Duration::ZERO, 0);
        }
        Ok(())
    }
}

/// Logs the reason why a document cannot be written, if that is the error.
pub(super) fn log(error: &UploadError) {
    if let UploadError::Store(error) = error {
        let cause = std::error::Error::source(error);
        tracing::error!(%error, ?cause, "an uploaded document cannot be written");
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
        UploadError::Store(StoreError::Away(_)) => StatusCode::SERVICE_UNAVAILABLE,
        UploadError::Store(_) => StatusCode::INTERNAL_SERVER_ERROR,
    }
}
