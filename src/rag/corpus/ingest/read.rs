//! One file into its record and passages, whatever is wrong with it.

use std::path::Path;

use super::{count, folder::File};
use crate::rag::corpus::extract::ExtractError;
use crate::rag::corpus::index::{Record, Stamp};
use crate::rag::corpus::readers::Access;
use crate::rag::corpus::{FileState, Passage, extract, split};

/// Larger files are refused: they are data, not documents, and would fill the memory.
const MOST_BYTES: u64 = 100 * 1024 * 1024;

/// Reads a file; a failure is part of its record. The document itself says who may read it, or else its
/// folder does.
pub(super) async fn read(file: File, program: &Path) -> (Record, Vec<Passage>) {
    let outcome = passages(&file, program).await;
    let folder = file.access.clone();
    // What is not the file's fault may pass, so it is read again with the next pass.
    let stamp = match &outcome {
        Err(Fault::Passing(_)) => Stamp::default(),
        _ => file.stamp,
    };
    let (title, state, access, passages) = match outcome {
        Ok(mut read) => {
            if read.access == Some(Access::closed()) {
                let path = &file.path;
                tracing::warn!(
                    path,
                    "nobody may read a document: its readers are not named as they must be"
                );
            }
            let access = read.access.or(folder).unwrap_or_default();
            for passage in &mut read.passages {
                passage.access = access.clone();
            }
            let state = FileState::Ready {
                passages: count(read.passages.len()),
                pages: read.pages,
            };
            (read.title, state, access, read.passages)
        }
        Err(Fault::Passing(reason) | Fault::Lasting(reason)) => {
            tracing::warn!(path = file.path, reason, "a document cannot be read");
            let access = folder.unwrap_or_default();
            (String::new(), FileState::Failed(reason), access, Vec::new())
        }
    };
    let record = Record {
        path: file.path,
        stamp,
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

struct Read {
    title: String,
    pages: u32,
    access: Option<Access>,
    passages: Vec<Passage>,
}

async fn passages(file: &File, program: &Path) -> Result<Read, Fault> {
    if file.stamp.size > MOST_BYTES {
        return Err(Fault::Lasting("is larger than 100 MB".to_owned()));
    }
    let bytes = tokio::fs::read(&file.place)
        .await
        .map_err(|error| Fault::Passing(format!("cannot be opened: {error}")))?;
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
            access: document.access,
            passages,
        })
    })
    .await
    .unwrap_or_else(|_| {
        let reason = "cannot be cut into passages";
        Err(Fault::Lasting(reason.to_owned()))
    })
}
