//! The part of the documents that a read may see.

use footnote_documents::acl::{Acl, Reader};

/// The part of the documents that a read may see. Every read of a store has one, and answers as if there were nothing
/// else.
#[derive(Clone, Copy, Debug)]
pub enum Access<'a> {
    /// Everything that this reader may read.
    Of(&'a Reader),
    /// Everything; for passes that maintain the stores, and for operators.
    Full,
}

impl Access<'_> {
    /// True if this access includes items with this ACL.
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
