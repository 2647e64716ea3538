//! One file into its record and passages, whatever is wrong with it.

use std::path::Path;

use tokio::io::AsyncReadExt as _;

use super::{count, folder::File};
use crate::rag::corpus::extract::ExtractError;
use crate::rag::corpus::index::{Record, Stamp};
use crate::rag::corpus::readers::Access;
use crate::rag::corpus::{FileState, Passage, extract, split};

/// Larger files are refused: they are data, not documents, and would fill the memory.
const MOST_BYTES: u64 = 100 * 1024 * 1024;

/// Front matter is at most so many bytes of a file.
const MOST_MATTER: u64 = 64 * 1024;

/// Reads a file; a failure is part of its record. The document itself says who may read it, or else its
/// folder does.
pub(super) async fn read(file: File, program: &Path) -> (Record, Vec<Passage>) {
    let (content, own) = content(&file).await;
    let outcome = match content {
        Ok(bytes) => passages(&file, bytes, program).await,
        Err(fault) => Err(fault),
    };
    // What is not the file's fault may pass, so it is read again with the next pass.
    let is_final = !matches!(outcome, Err(Fault::Passing(_)));
    if is_final && own == Some(Access::closed()) {
        let path = &file.path;
        tracing::warn!(
            path,
            "nobody may read a document: its front matter names no readers, or cannot be read fully"
        );
    }
    let access = own.or_else(|| file.access.clone()).unwrap_or_default();
    let (title, state, passages) = match outcome {
        Ok(mut read) => {
            for passage in &mut read.passages {
                passage.access = access.clone();
            }
            let state = FileState::Ready {
                passages: count(read.passages.len()),
                pages: read.pages,
            };
            (read.title, state, read.passages)
        }
        Err(Fault::Passing(reason) | Fault::Lasting(reason)) => {
            tracing::warn!(path = file.path, reason, "a document cannot be read");
            (String::new(), FileState::Failed(reason), Vec::new())
        }
    };
    let record = Record {
        path: file.path,
        stamp: if is_final {
            file.stamp
        } else {
            Stamp::default()
        },
        title,
        state,
        access,
        folder: file.access,
    };
    (record, passages)
}

/// Why a file cannot be read, in words for its reader.
enum Fault {
    /// Something around it: it may be readable the next time.
    Passing(String),
    /// The file itself.
    Lasting(String),
}

impl From<ExtractError> for Fault {
    fn from(error: ExtractError) -> Self {
        match error {
            ExtractError::NotStarted => Self::Passing(error.to_string()),
            _ => Self::Lasting(error.to_string()),
        }
    }
}

/// The content of a file, and who may read it by its own words: told even of a file that is too large,
/// and as it was known of one that cannot be opened.
async fn content(file: &File) -> (Result<Vec<u8>, Fault>, Option<Access>) {
    let is_too_large = file.stamp.size > MOST_BYTES;
    let most = if is_too_large {
        MOST_MATTER
    } else {
        MOST_BYTES
    };
    let bytes = match beginning(&file.place, most).await {
        Ok(bytes) => bytes,
        Err(error) => {
            let fault = Fault::Passing(format!("cannot be opened: {error}"));
            return (Err(fault), file.own.clone());
        }
    };
    let head = head(&bytes);
    let is_cut = is_too_large || head.len() < bytes.len();
    let own = extract::access(&file.path, head, is_cut);
    let content = if is_too_large {
        Err(Fault::Lasting("is larger than 100 MB".to_owned()))
    } else {
        Ok(bytes)
    };
    (content, own)
}

/// As much as `most` bytes of a file.
async fn beginning(place: &Path, most: u64) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = tokio::fs::File::open(place).await?;
    file.take(most).read_to_end(&mut bytes).await?;
    Ok(bytes)
}

/// The lines of a file that can be front matter.
fn head(bytes: &[u8]) -> &[u8] {
    let most = usize::try_from(MOST_MATTER).unwrap_or(usize::MAX);
    let Some(head) = bytes.get(..most) else {
        return bytes;
    };
    // Half a letter would be taken for another encoding.
    let end = head.iter().rposition(|byte| *byte == b'\n');
    end.and_then(|end| head.get(..=end)).unwrap_or(head)
}

struct Read {
    title: String,
    pages: u32,
    passages: Vec<Passage>,
}

async fn passages(file: &File, bytes: Vec<u8>, program: &Path) -> Result<Read, Fault> {
    let document = extract::extract(&file.path, bytes, program).await?;
    let path = file.path.clone();
    tokio::task::spawn_blocking(move || {
        let passages = split::passages(&path, &document);
        if passages.is_empty() {
            return Err(Fault::Lasting("has no text".to_owned()));
        }
        Ok(Read {
            pages: count(document.pages.len()),
            title: document.title,
            passages,
        })
    })
    .await
    .unwrap_or_else(|_| {
        let reason = "cannot be cut into passages";
        Err(Fault::Lasting(reason.to_owned()))
    })
}
