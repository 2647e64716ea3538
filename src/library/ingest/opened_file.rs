//! An opened file: its own ACL, its content and its hash.

use std::fs;
use std::io::{self, Read as _, Seek as _};

use footnote_documents::Stamp;
use footnote_documents::acl::Acl;
use footnote_documents::hash::{hash, hash_of};
use footnote_extract::FileContent;

use super::fault::ReadFault;
use crate::folders::Folders;

/// Maximum size of a file, in bytes. Larger files are data rather than documents, and would exhaust memory.
pub const MAX_BYTES: u64 = 100 * 1024 * 1024;

/// Maximum size of front matter, in bytes.
const MAX_FRONT_MATTER_BYTES: u64 = 64 * 1024;

/// An opened file: its content, and the ACL in its own text, which is known even if the file is too large.
pub(super) struct OpenedFile {
    pub(super) own: Option<Acl>,
    pub(super) content: Result<FileContent, ReadFault>,
    pub(super) hash: u128,
    pub(super) source: Option<(fs::File, Stamp)>,
}

impl OpenedFile {
    /// Opens the file of the document `path`, and reads what must be known before its text.
    pub(super) fn new(folders: &Folders, path: &str) -> io::Result<Self> {
        let mut file = folders.open(path)?.ok_or(io::ErrorKind::NotFound)?;
        let metadata = file.metadata()?;
        let mut bytes = Vec::new();
        (&mut file).take(MAX_FRONT_MATTER_BYTES).read_to_end(&mut bytes)?;
        let is_whole = file.read(&mut [0])? == 0;
        let own = footnote_extract::acl(path, head(&bytes, is_whole), !is_whole);
        if metadata.len() > MAX_BYTES {
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
        let (hash, _) = hash_of(&file, MAX_BYTES)?;
        file.rewind()?;
        let source = Some((file.try_clone()?, Stamp::of(&metadata)));
        Ok(Self { own, content: Ok(FileContent::File(bytes, file)), hash, source })
    }
}

/// The start of a file, cut at a character boundary: half a character would suggest another encoding.
fn head(bytes: &[u8], is_whole: bool) -> &[u8] {
    let end = bytes.iter().rposition(u8::is_ascii);
    let end = end.filter(|_| !is_whole);
    end.and_then(|end| bytes.get(..=end)).unwrap_or(bytes)
}
