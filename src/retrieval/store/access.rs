//! The share of the documents that a read may see.

use footnote_documents::acl::{Acl, Reader};

/// The share of the documents that a read may see. Every read of a store is given one, and answers as if there were
/// nothing else.
#[derive(Clone, Copy, Debug)]
pub enum Access<'a> {
    /// The share that this reader may read.
    Of(&'a Reader),
    /// Everything: for the passes that keep the stores, and for operators of the server.
    Full,
}

impl Access<'_> {
    /// True if it lets in what has this ACL.
    pub fn admits(&self, acl: &Acl) -> bool {
        match self {
            Self::Of(reader) => acl.admits(reader),
            Self::Full => true,
        }
    }
}

impl<'a> From<&'a Reader> for Access<'a> {
    fn from(reader: &'a Reader) -> Self {
        Self::Of(reader)
    }
}
