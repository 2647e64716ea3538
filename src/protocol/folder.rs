//! A folder of the documents as the page shows it, for choosing what to ask.

use serde::{Deserialize, Serialize};

/// A part of the tree of folders: what lies in one of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct FolderListing {
    /// The folders in it, by name.
    pub folders: Vec<Subfolder>,
    /// A page of the documents that lie in it themselves, by name.
    pub documents: Vec<DocumentName>,
    /// The number of the documents that lie in it themselves.
    pub all: usize,
    /// The kinds of all documents, the most frequent first; told with the topmost folder alone.
    pub kinds: Vec<DocumentKind>,
}

impl FolderListing {
    /// The most documents of a page.
    pub const DOCUMENTS: usize = 100;
}

/// A folder in another.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subfolder {
    /// Its own name.
    pub name: String,
    /// The number of documents in it, at any depth.
    pub documents: usize,
}

/// A document by its names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentName {
    /// Its path.
    pub path: String,
    /// Its title; empty if unknown.
    pub title: String,
}

/// The documents of a kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentKind {
    /// The usual ending of their names.
    pub name: String,
    /// The number of them.
    pub documents: usize,
}
