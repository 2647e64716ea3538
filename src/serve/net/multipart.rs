//! Questions with files, as the protocol's library sends them: a part `json`, and parts `messages[i].files[j]`.

use std::path::Path;
use std::time::Duration;

use axum::body::{Body, HttpBody as _};
use axum::extract::Request;
use axum::extract::multipart::MultipartError;
use footnote_documents::attach::{AttachError, Attached, File};
use footnote_protocol::ProtocolError;
use footnote_protocol::dialect::SentFile;
use http::{StatusCode, request};
use serde_json::Value;

use super::body::{self, Refusal, Reservation};
use super::client::Client;
use super::parts::{FormPart, FormParts};
use super::quota::Quota;
use super::reading_places::ReadingPlaces;

/// Maximum size of one file, in bytes: a long report, or a photograph.
const MAX_FILE_BYTES: usize = 5 * 1024 * 1024;

/// Maximum total size of the files of a question, in bytes.
const MAX_BYTES: usize = 20 * 1024 * 1024;

/// Maximum size of a body, in bytes: the files, and everything beside and between them.
const MAX_BODY_BYTES: usize = MAX_BYTES + 2 * body::MAX_BODY_BYTES;

/// Maximum number of files per question; each may need a process to read it.
const MAX_FILES: usize = 20;

/// Time limit for receiving the files.
const UPLOAD_TIMEOUT: Duration = Duration::from_mins(1);

/// Maximum number of questions whose files are extracted concurrently; each occupies a processor.
const CONCURRENT_EXTRACTIONS: usize = 4;

/// The same, per client.
const CONCURRENT_OF_CLIENT: usize = 2;

/// Time limit for extracting all files of a question, including the wait.
const EXTRACTION_TIMEOUT: Duration = Duration::from_secs(45);

static EXTRACTIONS: ReadingPlaces =
    ReadingPlaces::new(CONCURRENT_EXTRACTIONS, CONCURRENT_OF_CLIENT);

/// Quota of bytes of files in memory that have not been extracted yet: for all clients, and per client.
static FILE_QUOTA: Quota = Quota::new(8 * MAX_BYTES, 2 * MAX_BYTES);

/// A question with files.
#[derive(Debug)]
pub(crate) struct QuestionWithFiles {
    /// The JSON body of the same question without files.
    pub(crate) body: Value,
    /// The files.
    pub(crate) files: QuestionFiles,
}

/// The files of a question.
#[derive(Debug)]
pub(crate) struct QuestionFiles {
    /// The files, by message and by position there.
    pub(crate) files: Vec<File>,
    /// Reservation of their memory.
    pub(crate) reservation: Reservation,
}

impl QuestionFiles {
    /// No files; the reservation is for the client of this request.
    pub(crate) fn none(parts: &request::Parts) -> Self {
        Self {
            files: Vec::new(),
            reservation: Reservation::for_client(&FILE_QUOTA, &parts.extensions),
        }
    }
}

/// Reads the parts of the body.
///
/// # Errors
///
/// Rejects too many bytes, slow clients, too many concurrent uploads, and invalid parts.
pub(crate) async fn read(parts: &request::Parts, body: Body) -> Result<QuestionWithFiles, Refusal> {
    let reservation = Reservation::for_client(&FILE_QUOTA, &parts.extensions);
    let request = Request::from_parts(parts.clone(), body);
    let parsed = tokio::time::timeout(UPLOAD_TIMEOUT, parse(request, reservation)).await;
    Ok(parsed.map_err(|_| Refusal::too_slow())??)
}

/// Extracts a client's files, in a child process running `program` for formats that need one. Only a few questions are
/// extracted at a time; the others wait.
///
/// # Errors
///
/// Fails if a file cannot be read, or if there is too much text.
pub(crate) async fn attached(
    files: Vec<File>,
    Client(client): Client,
    program: &Path,
) -> Result<Attached, AttachError> {
    if files.is_empty() {
        return Ok(Attached::default());
    }
    let read = async {
        let _place = EXTRACTIONS.take(client).await;
        footnote_extract::attach::read(files, program).await
    };
    let read = tokio::time::timeout(EXTRACTION_TIMEOUT, read).await;
    read.unwrap_or(Err(AttachError::TooSlow))
}

/// Adds the files embedded in the JSON body.
///
/// # Errors
///
/// Rejects more files than a question may have.
pub(crate) fn with_sent(
    mut files: Vec<File>,
    sent: Vec<SentFile>,
) -> Result<Vec<File>, ProtocolError> {
    files.extend(sent.into_iter().map(|SentFile { name, content_type, bytes, .. }| File {
        name,
        content_type,
        bytes,
    }));
    if files.len() > MAX_FILES {
        return Err(too_many());
    }
    Ok(files)
}

fn too_many() -> ProtocolError {
    ProtocolError::too_large(format!("more than {MAX_FILES} files are attached"))
}

async fn parse(
    request: Request,
    reservation: Reservation,
) -> Result<QuestionWithFiles, ProtocolError> {
    if request.body().size_hint().lower() > MAX_BODY_BYTES as u64 {
        return Err(ProtocolError::too_large("the body is larger than 20 MiB"));
    }
    // The parts are counted below; this limit also covers what is between them.
    let mut parts = FormParts::of(request, MAX_BODY_BYTES).await?;
    let mut form = PartialForm { json: None, files: Vec::new(), bytes: 0, reservation };
    while let Some(part) = parts.next().await.map_err(broken)? {
        form.add(part).await?;
    }
    form.finish()
}

/// A form whose parts have been parsed so far.
struct PartialForm {
    json: Option<Value>,
    files: Vec<(FilePosition, File)>,
    bytes: usize,
    reservation: Reservation,
}

/// Position of a file: the index of its message, and its index within the message's files.
type FilePosition = (usize, usize);

impl PartialForm {
    async fn add(&mut self, part: FormPart<'_>) -> Result<(), ProtocolError> {
        let name = part.name().unwrap_or_default().to_owned();
        if name == "json" {
            if self.json.is_some() {
                return Err(ProtocolError::refused("there are two parts json"));
            }
            let content = self.content(part, body::MAX_BODY_BYTES, "part json");
            self.json = Some(body::parsed(&content.await?, "part json")?);
            return Ok(());
        }
        let Some(position) = position(&name) else {
            return Err(ProtocolError::refused(format!(
                "the part {name:?} is neither json nor one of messages[0].files[0] and so on"
            )));
        };
        if self.files.iter().any(|(other, _)| *other == position) {
            return Err(ProtocolError::refused(format!("there are two parts {name}")));
        }
        if self.files.len() == MAX_FILES {
            return Err(too_many());
        }
        let file = self.file(part).await?;
        self.bytes += file.bytes.len();
        if self.bytes > MAX_BYTES {
            return Err(ProtocolError::too_large(
                "the attached files are larger than 20 MiB together",
            ));
        }
        self.files.push((position, file));
        Ok(())
    }

    fn finish(mut self) -> Result<QuestionWithFiles, ProtocolError> {
        let Some(body) = self.json else {
            return Err(ProtocolError::refused("there is no part json"));
        };
        let messages = body.get("messages").and_then(Value::as_array);
        let messages = messages.map_or(0, Vec::len);
        self.files.sort_by_key(|(position, _)| *position);
        if let Some(((message, _), _)) = self.files.last()
            && *message >= messages
        {
            let wrong = format!("a file is attached to messages[{message}], which is not there");
            return Err(ProtocolError::refused(wrong));
        }
        let files = self.files.into_iter().map(|(_, file)| file).collect();
        Ok(QuestionWithFiles {
            body,
            files: QuestionFiles { files, reservation: self.reservation },
        })
    }

    async fn file(&mut self, part: FormPart<'_>) -> Result<File, ProtocolError> {
        let text = |text: Option<&str>| text.unwrap_or_default().to_owned();
        let (name, content_type) = (text(part.file_name()), text(part.content_type()));
        let what = if name.is_empty() {
            "attached file".to_owned()
        } else {
            format!("attached file {name:?}")
        };
        let bytes = self.content(part, MAX_FILE_BYTES, &what).await?;
        Ok(File { name, content_type, bytes })
    }

    /// Reads the content of a part of at most `most` bytes.
    async fn content(
        &mut self,
        mut part: FormPart<'_>,
        most: usize,
        what: &str,
    ) -> Result<Vec<u8>, ProtocolError> {
        let mut bytes = Vec::new();
        while let Some(chunk) = part.chunk().await.map_err(broken)? {
            if bytes.len() + chunk.len() > most {
                let most = most / (1024 * 1024);
                return Err(ProtocolError::too_large(format!(
                    "the {what} is larger than {most} MiB"
                )));
            }
            self.reservation.grow(chunk.len())?;
            bytes.extend_from_slice(&chunk);
        }
        Ok(bytes)
    }
}

/// Parses the position in a part's name: `messages[0].files[1]`.
fn position(name: &str) -> Option<FilePosition> {
    let (message, file) = name.strip_prefix("messages[")?.split_once("].files[")?;
    let number = |digits: &str| {
        let plain = digits.len() <= 4 && digits.bytes().all(|b| b.is_ascii_digit());
        digits.parse().ok().filter(|_| plain)
    };
    Some((number(message)?, number(file.strip_suffix(']')?)?))
}

fn broken(error: MultipartError) -> ProtocolError {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        return ProtocolError::too_large("the body is larger than 20 MiB");
    }
    ProtocolError::refused("the parts of the body cannot be told apart")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::client::{Client, ClientId};

    /// Reads an empty question with this form body from `client`, or from this machine if it is empty.
    async fn asked(client: &str) -> Result<Value, Refusal> {
        let body = "--b\r\ncontent-disposition: form-data; name=\"json\"\r\n\r\n{}\r\n--b--\r\n";
        let request = Request::post("/")
            .header("content-type", "multipart/form-data; boundary=b")
            .extension(Client(client.parse().ok().map(ClientId::Address)));
        let (parts, body) = request.body(Body::from(body)).unwrap().into_parts();
        read(&parts, body).await.map(|question| question.body)
    }

    /// Reserves bytes of the quota for `client`.
    fn taken(client: &str, bytes: usize) -> Reservation {
        let mut extensions = http::Extensions::new();
        extensions.insert(Client(client.parse().ok().map(ClientId::Address)));
        let mut reservation = Reservation::for_client(&FILE_QUOTA, &extensions);
        reservation.grow(bytes).unwrap();
        reservation
    }

    #[tokio::test]
    async fn files_that_there_is_no_room_for_are_refused() {
        let (one, other) = ("10.0.0.1", "10.0.0.2");
        let share = taken(one, 2 * MAX_BYTES);
        let refusal = asked(one).await.unwrap_err();
        assert!(refusal.message().contains("Ask again in a moment"));
        assert!(asked(other).await.is_ok() && asked("").await.is_ok());
        let rest = taken("", 6 * MAX_BYTES);
        assert!(asked(other).await.is_err() && asked("").await.is_err());
        drop((share, rest));
        assert_eq!(asked(one).await.unwrap(), serde_json::json!({}));
    }

    #[tokio::test(start_paused = true)]
    async fn files_that_wait_too_long_to_be_read_are_given_up() {
        let mut places = Vec::new();
        for _ in 0..CONCURRENT_EXTRACTIONS {
            places.push(EXTRACTIONS.take(None).await);
        }
        let begun = tokio::time::Instant::now();
        let read = attached(vec![File::default()], Client(None), Path::new("/nowhere")).await;
        assert_eq!(read, Err(AttachError::TooSlow));
        assert_eq!(begun.elapsed(), EXTRACTION_TIMEOUT);
        drop(places);
    }

    #[test]
    fn the_name_of_a_part_says_where_its_file_belongs() {
        assert_eq!(position("messages[0].files[0]"), Some((0, 0)));
        assert_eq!(position("messages[12].files[3]"), Some((12, 3)));
        for wrong in [
            "files",
            "messages[].files[0]",
            "messages[0].files[0",
            "messages[-1].files[0]",
            "messages[+1].files[0]",
            "messages[0].files[99999999999999999999]",
            "xmessages[0].files[0]",
        ] {
            assert_eq!(position(wrong), None, "{wrong}");
        }
    }
}
