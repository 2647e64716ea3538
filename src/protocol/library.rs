//! The indexed documents as the page knows them.

use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use serde::{Deserialize, Serialize};

use super::RetrievalMode;

/// The state of the index, for the page's empty state and its status line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct LibraryStatus {
    /// True while a pass over the folder is under way.
    pub running: bool,
    /// Files seen in this pass.
    pub seen: u32,
    /// Files done in this pass.
    pub done: u32,
    /// The time at which the last pass ended, in seconds since 1970.
    pub finished_at: Option<u64>,
    /// The reason why the last look through the folder failed; earlier findings stay in use.
    pub problem: Option<String>,
    /// The number of documents whose passages can be found.
    pub ready: usize,
    /// The number of files that could not be read.
    pub unread: usize,
    /// The images without text.
    pub images: FileGroup,
    /// The files in formats that are not read.
    pub others: FileGroup,
    /// The page of the list that is shown.
    pub listing: Listing,
    /// The number of documents that fit the listing, on all of its pages.
    pub listed: usize,
    /// The documents of this page of the listing, in its order.
    pub documents: Vec<DocumentSummary>,
    /// The tree of folders as far as it is unfolded, each folder in front of those in it; empty where the listing names
    /// none.
    pub folders: Vec<Folder>,
    /// The first files that are not read yet, in the order in which they are read.
    pub pending: Vec<PendingFile>,
    /// The most megabytes of all documents that are brought; `None` if the reader may not bring any.
    pub uploads: Option<u64>,
    /// The reader's groups, with which documents can be shared.
    pub groups: Vec<String>,
    /// The first files that could not be read, by name.
    pub failed: Vec<FailedFile>,
    /// Of the files that the reader has brought since the server started, those that could not be read, the newest
    /// first.
    pub brought: Vec<FailedFile>,
    /// Questions that the documents themselves suggest.
    pub examples: Vec<String>,
    /// The name of the chat model; `None` when answers quote.
    pub model: Option<String>,
    /// The ways to search that there are; the first is the usual one.
    pub modes: Vec<RetrievalMode>,
    /// The number of embedded passages, and of all; `None` without an embedding model.
    pub embedded: Option<(u32, u32)>,
}

impl LibraryStatus {
    /// True while documents are being read.
    pub fn is_moving(&self) -> bool {
        self.running || !self.pending.is_empty()
    }
}

/// The number of images without text in words; `None` if there are none.
pub fn images_in_words(images: usize) -> Option<String> {
    match images {
        0 => None,
        1 => Some("1 image without text".to_owned()),
        images => Some(format!("{images} images without text")),
    }
}

/// A page of the list of documents. The names of its fields are those of the page's address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Listing {
    /// The page of the list, from 1.
    #[serde(rename = "documents")]
    pub page: usize,
    /// Letters in the path or the title of each, of any case; empty for all.
    pub named: String,
    /// The order of the list.
    pub order: Order,
    /// The path of the folder whose documents are listed, at any depth; empty for all. `None` where no folders are shown.
    pub folder: Option<String>,
}

/// A folder of documents.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Folder {
    /// Its path.
    pub path: String,
    /// The number of documents in it, at any depth.
    pub documents: usize,
}

impl Folder {
    /// Its own name.
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }

    /// The number of folders that it lies in.
    pub fn depth(&self) -> usize {
        self.path.matches('/').count()
    }

    /// True if the folder at `path` is this one or lies in it.
    pub fn encloses(&self, path: &str) -> bool {
        path == self.path || lies_in(path, &self.path)
    }
}

/// True if the file or the folder at `path` lies in `folder`, at any depth.
pub fn lies_in(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

/// The order of a list of documents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// By path, as people look for names: numbers by their value, whatever the case and the accents.
    #[default]
    Name,
    /// The latest change first.
    Changed,
    /// The largest file first.
    Size,
    /// The document with the most pages comes first.
    Pages,
}

impl Order {
    /// All orders.
    pub const ALL: [Self; 4] = [Self::Name, Self::Changed, Self::Size, Self::Pages];

    /// The order of this name; by name if there is none.
    pub fn named(name: &str) -> Self {
        let named = Self::ALL.into_iter().find(|order| order.name() == name);
        named.unwrap_or_default()
    }

    /// Its name in the page's address.
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
    /// The number of documents on a page.
    pub const DOCUMENTS: usize = 100;

    /// The page that many pages on; `None` before the first.
    pub fn turned(&self, pages: isize) -> Option<Self> {
        let page = self.page.checked_add_signed(pages).filter(|page| *page > 0)?;
        Some(Self { page, ..self.clone() })
    }

    /// The first page of the documents that match this name.
    #[must_use]
    pub fn narrowed(self, named: String) -> Self {
        Self { page: 1, named, ..self }
    }

    /// The first page of the documents in the folder at `path`; of all if it is empty.
    #[must_use]
    pub fn in_folder(self, path: &str) -> Self {
        Self { page: 1, folder: Some(path.to_owned()), ..self }
    }

    /// The same, with the folders shown.
    #[must_use]
    pub fn with_folders(mut self) -> Self {
        self.folder.get_or_insert_default();
        self
    }

    /// The folder whose documents are listed; `None` if all are.
    pub fn chosen_folder(&self) -> Option<&str> {
        self.folder.as_deref().filter(|path| !path.is_empty())
    }

    /// True if it asks for the file at `path`, by its folder and the letters in its path.
    pub fn asks_for(&self, path: &str) -> bool {
        let named = self.named.trim().to_lowercase();
        self.lies_in_folder(path) && path.to_lowercase().contains(&named)
    }

    /// True if all documents are listed, whatever their names and folders.
    pub fn is_of_all(&self) -> bool {
        self.named.is_empty() && self.chosen_folder().is_none()
    }

    /// True if the file at `path` lies in the folder whose documents are listed.
    pub fn lies_in_folder(&self, path: &str) -> bool {
        self.chosen_folder().is_none_or(|folder| lies_in(path, folder))
    }

    /// The listing that the query of the page's address asks for; where it is not understood, the usual.
    pub fn of_query(query: &str) -> Self {
        let mut listing = Self::default();
        let pairs = query.trim_start_matches('?').split('&');
        for (name, value) in pairs.filter_map(|pair| pair.split_once('=')) {
            // Forms write spaces so.
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

    /// The query of the page's address that asks for it.
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

    /// The number of documents on the pages before.
    pub fn before(&self) -> usize {
        self.page.saturating_sub(1).saturating_mul(Self::DOCUMENTS)
    }
}

impl Default for Listing {
    fn default() -> Self {
        Self { page: 1, named: String::new(), order: Order::default(), folder: None }
    }
}

/// One document that can be asked about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct DocumentSummary {
    /// Its path relative to the folder.
    pub path: String,
    /// Its title; empty if unknown.
    pub title: String,
    /// The number of its pages.
    pub pages: u32,
    /// The number of its passages.
    pub passages: u32,
    /// Its size in bytes.
    pub size: u64,
    /// The day of its last modification in UTC, such as 2026-11-25; empty if unknown.
    pub modified: String,
    /// True if the reader may share and remove it.
    pub own: bool,
    /// The time in UTC since when its file cannot be read, such as 2026-11-25 14:05; empty if it can.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub unreachable: String,
    /// The parts that were left out of it, such as "2 charts, 1 hidden sheet".
    #[serde(skip_serializing_if = "String::is_empty")]
    pub left_out: String,
}

/// A notice about a document just brought, shared or removed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notice {
    /// A sentence.
    pub text: String,
    /// True if something was not done.
    pub failed: bool,
    /// The path of the document that was brought; empty where it is about something else.
    #[serde(default)]
    pub path: String,
    /// The way back from removing a document.
    pub undo: Option<Undo>,
}

/// The way back from removing a document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Undo {
    /// The document's path.
    pub path: String,
    /// The number that it was removed under.
    pub number: u64,
}

/// Files that are many, and about which nothing failed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct FileGroup {
    /// The number of all of them.
    pub count: usize,
    /// The first of them whose names hold the letters of the listing, by name; without a reason.
    pub files: Vec<FailedFile>,
}

/// One file that is not read yet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct PendingFile {
    /// Its path relative to the folder.
    pub path: String,
    /// True once its reading has begun.
    pub begun: bool,
    /// The last page that was read; 0 where none was.
    pub page: u32,
    /// The number of its pages; 0 until it is known.
    pub pages: u32,
}

/// One file that could not be read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FailedFile {
    /// Its path relative to the folder.
    pub path: String,
    /// True if the reader may remove it.
    #[serde(default)]
    pub own: bool,
    /// True if the reader may have it read again, and that may help.
    #[serde(default)]
    pub again: bool,
    /// The reason, as the end of a sentence that begins with the file's name.
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
