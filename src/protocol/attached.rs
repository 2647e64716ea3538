//! Files attached to a conversation of the page.

use serde::{Deserialize, Serialize};

/// The files of a conversation, and the session that holds them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AttachedFiles {
    /// Id of the session that holds the files: that of the conversation if the server keeps it, otherwise a secret
    /// known only to the page.
    pub session: String,
    /// The files, by name.
    pub files: Vec<AttachedFile>,
}

/// A file attached to a conversation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct AttachedFile {
    /// Name of the file.
    pub name: String,
    /// Number of passages; 0 for an image.
    pub passages: usize,
    /// Number of invisible characters that were removed.
    pub hidden: usize,
}

impl AttachedFiles {
    /// Returns the session that holds the files, if there are any.
    pub fn session(&self) -> Option<String> {
        (!self.is_empty()).then(|| self.session.clone())
    }

    /// Returns true if there are no files.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }
}
