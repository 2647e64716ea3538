//! The indexed documents, as the page shows them.

use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use serde::{Deserialize, Serialize};

use super::RetrievalMode;

/// State of the index, for the page's start screen and status line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct LibraryStatus {
    /// True while the folder is being indexed.
    pub running: bool,
    /// Number of files found in this pass.
    pub seen: u32,
    /// Number of files processed in this pass.
    pub done: u32,
    /// End of the last pass, in seconds since 1970.
    pub finished_at: Option<u64>,
    /// Error of the last scan of the folder; earlier results stay in use.
    pub problem: Option<String>,
    /// True if the documents are those that come with Footnote.
    pub is_sample: bool,
    /// Number of documents that can be searched.
    pub ready: usize,
    /// Number of files that could not be read.
    pub unread: usize,
    /// Images without text.
    pub images: FileGroup,
    /// Files in unsupported formats.
    pub others: FileGroup,
    /// The shown page of the list.
    pub listing: Listing,
    /// Number of documents that match the listing, on all pages.
    pub listed: usize,
    /// Documents on this page of the list, in order.
    pub documents: Vec<DocumentSummary>,
    /// The unfolded part of the folder tree, each folder before its subfolders; empty if the listing shows no folders.
    pub folders: Vec<Folder>,
    /// The first files waiting to be read, in the order of reading.
    pub pending: Vec<PendingFile>,
    /// Maximum total size of uploads, in megabytes; `None` if the reader may not upload.
    pub uploads: Option<u64>,
    /// The reader's groups, with which documents can be shared.
    pub groups: Vec<String>,
    /// The first files that could not be read, by name.
    pub failed: Vec<FailedFile>,
    /// Files that the reader has uploaded since the server started and that could not be read, newest first.
    pub brought: Vec<FailedFile>,
    /// Suggested questions, derived from the documents.
    pub examples: Vec<String>,
    /// Name of the chat model; `None` if passages are shown.
    pub model: Option<String>,
    /// Available search modes; the first one is the default.
    pub modes: Vec<RetrievalMode>,
    /// Number of embedded passages, and of all that are to be; `None` without an embedding model.
    pub embedded: Option<(u32, u32)>,
    /// Time that embedding the rest takes, in minutes; `None` until it is known.
    pub embedding_minutes: Option<u32>,
}

impl LibraryStatus {
    /// True while documents are being read.
    pub fn is_moving(&self) -> bool {
        self.running || !self.pending.is_empty()
    }
}

/// Returns the number of images without text, in words; `None` if there are none.
pub fn images_in_words(images: usize) -> Option<String> {
    match images {
        0 => None,
        1 => Some("1 image without text".to_owned()),
        images => Some(format!("{images} images without text")),
    }
}

/// A page of the list of documents. The field names are those in the page's address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Listing {
    /// Number of the page, from 1.
    #[serde(rename = "documents")]
    pub page: usize,
    /// Text to find in paths or titles, ignoring case; empty for all documents.
    pub named: String,
    /// Sort order of the list.
    pub order: Order,
    /// Path of the folder whose documents are listed, at any depth; empty for all. `None` if no folders are shown.
    pub folder: Option<String>,
}

/// A folder of documents.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Folder {
    /// Path of the folder.
    pub path: String,
    /// Number of documents in it, at any depth.
    pub documents: usize,
}

impl Folder {
    /// Returns the name of the folder, without its path.
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }

    /// Nesting depth: the number of its parent folders.
    pub fn depth(&self) -> usize {
        self.path.matches('/').count()
    }

    /// Returns true if the folder at `path` is this one or within it.
    pub fn encloses(&self, path: &str) -> bool {
        path == self.path || lies_in(path, &self.path)
    }
}

/// Returns true if the file or folder at `path` is within `folder`, at any depth.
pub fn lies_in(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

/// Sort order of a list of documents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// By path, in natural order: numbers by value, ignoring case and accents.
    #[default]
    Name,
    /// Most recently changed first.
    Changed,
    /// Largest file first.
    Size,
    /// Most pages first.
    Pages,
}

impl Order {
    /// All orders.
    pub const ALL: [Self; 4] = [Self::Name, Self::Changed, Self::Size, Self::Pages];

    /// Returns the order with this name; by name if it is unknown.
    pub fn named(name: &str) -> Self {
        let named = Self::ALL.into_iter().find(|order| order.name() == name);
        named.unwrap_or_default()
    }

    /// Returns the name of the order in the page's address.
    pub fn name(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Changed => "changed",
            Self::Size => "size",
            Self::Pages => "pages",
        }
    }
}

impl Listing {
    /// Number of documents per page.
    pub const DOCUMENTS: usize = 100;

    /// Returns the page this many pages further on; `None` before the first.
    pub fn turned(&self, pages: isize) -> Option<Self> {
        let page = self.page.checked_add_signed(pages).filter(|page| *page > 0)?;
        Some(Self { page, ..self.clone() })
    }

    /// Returns the first page of the documents that match this text.
    #[must_use]
    pub fn narrowed(self, named: String) -> Self {
        Self { page: 1, named, ..self }
    }

    /// Returns the first page of the documents in the folder at `path`; of all documents if it is empty.
    #[must_use]
    pub fn in_folder(self, path: &str) -> Self {
        Self { page: 1, folder: Some(path.to_owned()), ..self }
    }

    /// Returns the same, with folders shown.
    #[must_use]
    pub fn with_folders(mut self) -> Self {
        self.folder.get_or_insert_default();
        self
    }

    /// Returns the folder whose documents are listed; `None` if all are.
    pub fn chosen_folder(&self) -> Option<&str> {
        self.folder.as_deref().filter(|path| !path.is_empty())
    }

    /// Returns true if the file at `path` matches, by its folder and the text in its path.
    pub fn asks_for(&self, path: &str) -> bool {
        let named = self.named.trim().to_lowercase();
        self.lies_in_folder(path) && path.to_lowercase().contains(&named)
    }

    /// Returns true if all documents are listed.
    pub fn is_of_all(&self) -> bool {
        self.named.is_empty() && self.chosen_folder().is_none()
    }

    /// Returns true if the file at `path` is within the listed folder.
    pub fn lies_in_folder(&self, path: &str) -> bool {
        self.chosen_folder().is_none_or(|folder| lies_in(path, folder))
    }

    /// Parses the query of the page's address; the default listing if it is invalid.
    pub fn of_query(query: &str) -> Self {
        let mut listing = Self::default();
        let pairs = query.trim_start_matches('?').split('&');
        for (name, value) in pairs.filter_map(|pair| pair.split_once('=')) {
            // Forms encode spaces as plus signs.
            let value = value.replace('+', " ");
            let value = percent_decode_str(&value).decode_utf8_lossy();
            match name {
                "documents" => listing.page = value.parse().map_or(1, |page: usize| page.max(1)),
                "named" => listing.named = value.into_owned(),
                "order" => listing.order = Order::named(&value),
                "folder" => listing.folder = Some(value.trim_matches('/').to_owned()),
                _ => {}
            }
        }
        listing
    }

    /// Returns the query of the page's address for this listing.
    pub fn query(&self) -> String {
        let page = (self.page > 1).then(|| format!("documents={}", self.page));
        let encoded = |text| utf8_percent_encode(text, NON_ALPHANUMERIC);
        let named = (!self.named.is_empty()).then(|| format!("named={}", encoded(&self.named)));
        let is_usual = self.order == Order::default();
        let order = (!is_usual).then(|| format!("order={}", self.order.name()));
        let folder = self.chosen_folder().map(|path| format!("folder={}", encoded(path)));
        let parts = [page, named, order, folder].into_iter().flatten();
        format!("?{}", parts.collect::<Vec<_>>().join("&"))
    }

    /// Returns the number of documents on the previous pages.
    pub fn before(&self) -> usize {
        self.page.saturating_sub(1).saturating_mul(Self::DOCUMENTS)
    }
}

impl Default for Listing {
    fn default() -> Self {
        Self { page: 1, named: String::new(), order: Order::default(), folder: None }
    }
}

/// A document that can be searched.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct DocumentSummary {
    /// Path relative to the folder.
    pub path: String,
    /// Title; empty if unknown.
    pub title: String,
    /// Number of pages.
    pub pages: u32,
    /// Number of passages.
    pub passages: u32,
    /// File size, in bytes.
    pub size: u64,
    /// Day of its last modification in UTC, such as 2026-11-25; empty if unknown.
    pub modified: String,
    /// True if the reader may share and remove it.
    pub own: bool,
    /// Time since which its file cannot be read, in UTC, such as 2026-11-25 14:05; empty if it can be read.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub unreachable: String,
    /// The parts that were left out of it, such as "2 charts, 1 hidden sheet".
    #[serde(skip_serializing_if = "String::is_empty")]
    pub left_out: String,
}

/// A notice after an upload, a removal or a change of sharing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notice {
    /// A sentence.
    pub text: String,
    /// True if something failed.
    pub failed: bool,
    /// Path of the uploaded document; empty if the notice is about something else.
    #[serde(default)]
    pub path: String,
    /// Data to undo a removal.
    pub undo: Option<Undo>,
}

/// Data to undo the removal of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Undo {
    /// Path of the document.
    pub path: String,
    /// Number under which it was removed.
    pub number: u64,
}

/// A large group of files that are not errors.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct FileGroup {
    /// Total number of files.
    pub count: usize,
    /// The first files whose names match the listing, by name; without reasons.
    pub files: Vec<FailedFile>,
}

/// A file waiting to be read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct PendingFile {
    /// Path relative to the folder.
    pub path: String,
    /// True while it is being read.
    pub begun: bool,
    /// The last page read; 0 if none.
    pub page: u32,
    /// Number of pages; 0 until known.
    pub pages: u32,
}

/// A file that could not be read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FailedFile {
    /// Path relative to the folder.
    pub path: String,
    /// True if the reader may remove it.
    #[serde(default)]
    pub own: bool,
    /// True if the reader may retry reading it, and a retry may help.
    #[serde(default)]
    pub again: bool,
    /// The reason, as the end of a sentence that starts with the file's name.
    pub reason: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_holds_any_listing() {
        for (page, named, order, folder, query) in [
            (1, "", Order::Name, None, "?"),
            (2, "a&b+ü", Order::Name, None, "?documents=2&named=a%26b%2B%C3%BC"),
            (1, "", Order::Size, Some("hr/pay & co"), "?order=size&folder=hr%2Fpay%20%26%20co"),
        ] {
            let (named, folder) = (named.to_owned(), folder.map(str::to_owned));
            let listing = Listing { page, named, order, folder };
            assert_eq!(listing.query(), query);
            assert_eq!(Listing::of_query(query), listing);
        }
    }

    #[test]
    fn a_folder_encloses_itself_and_what_lies_in_it() {
        let folder = Folder { path: "hr/pay".to_owned(), documents: 3 };
        assert_eq!((folder.name(), folder.depth()), ("pay", 1));
        let enclosed =
            ["hr/pay", "hr/pay/2024", "hr/payroll", "hr"].map(|path| folder.encloses(path));
        assert_eq!(enclosed, [true, true, false, false]);
    }

    #[test]
    fn an_address_that_is_not_understood_asks_for_the_usual() {
        for query in ["", "?documents=0&order=by", "documents=-1&named", "x=%ff&&="] {
            assert_eq!(Listing::of_query(query), Listing::default(), "{query}");
        }
        assert_eq!(Listing::of_query("named=tea+time").named, "tea time");
    }
}
