//! A folder of the documents, as the page shows it for choosing a scope.

use serde::{Deserialize, Serialize};

/// The contents of one folder.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct FolderListing {
    /// Subfolders, by name.
    pub folders: Vec<Subfolder>,
    /// One page of the documents directly in the folder, by name.
    pub documents: Vec<DocumentName>,
    /// Total number of documents directly in the folder.
    pub all: usize,
    /// Kinds of all documents, most frequent first; only with the root folder.
    pub kinds: Vec<DocumentKind>,
}

impl FolderListing {
    /// Maximum number of documents per page.
    pub const DOCUMENTS: usize = 100;
}

/// A subfolder.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subfolder {
    /// Name of the subfolder, without its path.
    pub name: String,
    /// Number of documents in it, at any depth.
    pub documents: usize,
}

/// A document's path and title.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentName {
    /// Its path.
    pub path: String,
    /// Title; empty if unknown.
    pub title: String,
}

/// A kind of documents.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentKind {
    /// Usual file name extension of the kind.
    pub name: String,
    /// Number of documents of the kind.
    pub documents: usize,
}
