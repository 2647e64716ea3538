//! A file as it lies in the folder: who may read it, what it holds, and its hash.

use std::fs;
use std::io::{self, Read as _, Seek as _};

use footnote_documents::Stamp;
use footnote_documents::acl::Acl;
use footnote_documents::extract::{self, FileContent};
use footnote_documents::hash::{hash, hash_of};

use super::fault::ReadFault;
use crate::corpus::folders::Folders;

/// The largest file in bytes. Larger ones are refused: they are data, not documents, and would fill the
/// memory.
pub const MOST_BYTES: u64 = 100 * 1024 * 1024;

/// The most bytes of front matter.
const MOST_FRONT_MATTER_BYTES: u64 = 64 * 1024;

/// A file that could be opened: who may read it by its own words, known even where it is too large, and what
/// it holds.
pub(super) struct OpenedFile {
    pub(super) own: Option<Acl>,
    pub(super) content: Result<FileContent, ReadFault>,
    pub(super) hash: u128,
    pub(super) source: Option<(fs::File, Stamp)>,
}

impl OpenedFile {
    /// Reads the file of the document `path`, as far as it need be known before its text.
    pub(super) fn new(folders: &Folders, path: &str) -> io::Result<Self> {
        let mut file = folders.open(path)?.ok_or(io::ErrorKind::NotFound)?;
        let metadata = file.metadata()?;
        let mut bytes = Vec::new();
        (&mut file).take(MOST_FRONT_MATTER_BYTES).read_to_end(&mut bytes)?;
        let is_whole = file.read(&mut [0])? == 0;
        let own = extract::acl(path, head(&bytes, is_whole), !is_whole);
        if metadata.len() > MOST_BYTES {
            let fault = ReadFault::Permanent("is larger than 100 MB".to_owned());
            return Ok(Self { own, content: Err(fault), hash: 0, source: None });
        }
        if is_whole {
            return Ok(Self {
                own,
                hash: hash(&bytes),
                content: Ok(FileContent::Bytes(bytes)),
                source: None,
            });
        }
        file.rewind()?;
        let (hash, _) = hash_of(&file, MOST_BYTES)?;
        file.rewind()?;
        let source = Some((file.try_clone()?, Stamp::of(&metadata)));
        Ok(Self { own, content: Ok(FileContent::File(bytes, file)), hash, source })
    }
}

/// The beginning of a file without half a letter, which would be taken for another encoding.
fn head(bytes: &[u8], is_whole: bool) -> &[u8] {
    let end = bytes.iter().rposition(u8::is_ascii);
    let end = end.filter(|_| !is_whole);
    end.and_then(|end| bytes.get(..=end)).unwrap_or(bytes)
}
