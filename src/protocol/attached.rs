//! The files that are attached to a conversation of the page.

use serde::{Deserialize, Serialize};

/// The files of a conversation, and the name under which the server keeps them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AttachedFiles {
    /// The id of the session that has them: that of the conversation where the server keeps it, otherwise a secret of
    /// the page's.
    pub session: String,
    /// The files, by name.
    pub files: Vec<AttachedFile>,
}

/// A file of a conversation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct AttachedFile {
    /// Its name.
    pub name: String,
    /// The number of its passages; 0 of an image.
    pub passages: usize,
    /// The characters that no reader sees, and that were left out.
    pub hidden: usize,
}

impl AttachedFiles {
    /// The session that has them, if there are any.
    pub fn session(&self) -> Option<String> {
        (!self.is_empty()).then(|| self.session.clone())
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }
}
