//! The choices for a scope: the tree of folders, loaded level by level, and the kinds of documents.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use footnote_documents::Record;
use footnote_protocol::{DocumentKind, DocumentName, Folder, FolderListing, Listing, Subfolder};
use footnote_store::StoreError;

use crate::Rag;

/// Maximum number of subfolders that a tree shows. Beyond it, documents are found by name.
const MAX_FOLDERS: usize = 500;

impl Rag {
    /// Lists the folder at `path`; an empty path is the root. Pages of its documents count from 0.
    ///
    /// # Errors
    ///
    /// Fails if the catalog cannot be read.
    pub async fn folder(&self, path: &str, page: usize) -> Result<FolderListing, StoreError> {
        let path = path.trim_matches('/');
        let offset = page.saturating_mul(FolderListing::DOCUMENTS);
        let found = self.library.folder(path, (offset, FolderListing::DOCUMENTS)).await?;
        let folders = found.folders.into_iter();
        let folders = folders.map(|(name, documents)| Subfolder { name, documents });
        let document =
            |file: &Record| DocumentName { path: file.path.clone(), title: file.title.clone() };
        Ok(FolderListing {
            folders: folders.collect(),
            documents: found.files.iter().map(|file| document(file)).collect(),
            all: found.fitting,
            kinds: if path.is_empty() && page == 0 { self.kinds().await? } else { Vec::new() },
        })
    }

    /// Returns the tree of folders, unfolded along the path of the listing; empty if the listing names none.
    pub(crate) async fn folders(&self, listing: &Listing) -> Result<Vec<Folder>, StoreError> {
        let Some(chosen) = &listing.folder else { return Ok(Vec::new()) };
        let (mut tree, mut ahead) = (Vec::new(), self.folders_in("", chosen).await?);
        ahead.reverse();
        while let Some(folder) = ahead.pop() {
            if folder.encloses(chosen) {
                ahead.extend(self.folders_in(&folder.path, chosen).await?.into_iter().rev());
            }
            tree.push(folder);
        }
        Ok(tree)
    }

    /// Returns the first folders, by name, in the one at `path`, and the one that leads to `chosen`.
    async fn folders_in(&self, path: &str, chosen: &str) -> Result<Vec<Folder>, StoreError> {
        let found = self.library.folder(path, (0, 0)).await?.folders.into_iter();
        let below = |name: &str| [path, name].join("/").trim_start_matches('/').to_owned();
        let folder = |(name, documents): (String, usize)| Folder { path: below(&name), documents };
        let shows = |(at, folder): &(usize, Folder)| *at < MAX_FOLDERS || folder.encloses(chosen);
        Ok(found.map(folder).enumerate().filter(shows).map(|(_, folder)| folder).collect())
    }

    /// Returns the kinds of documents, most frequent first.
    async fn kinds(&self) -> Result<Vec<DocumentKind>, StoreError> {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        let endings = self.library.endings().await?;
        for (ending, documents) in &endings {
            let kind = footnote_extract::kind(&format!("a.{ending}"));
            *counts.entry(kind.unwrap_or(ending)).or_default() += documents;
        }
        let kinds = counts.into_iter();
        let kind =
            |(name, documents): (&str, usize)| DocumentKind { name: name.to_owned(), documents };
        let mut kinds: Vec<DocumentKind> = kinds.map(kind).collect();
        kinds.sort_by_key(|kind| Reverse(kind.documents));
        Ok(kinds)
    }
}

#[cfg(test)]
mod tests {
    use footnote_documents::FileState;

    use super::*;
    use crate::samples::over;

    fn record(path: &str) -> Record {
        Record {
            path: path.to_owned(),
            state: FileState::Ready { passages: 1, pages: 1 },
            ..Record::default()
        }
    }

    #[tokio::test]
    async fn the_tree_is_unfolded_along_the_way_to_the_chosen_folder() {
        let files = ["a.md", "hr/pay/2024/b.md", "hr/pay/c.md", "hr/tea/d.md", "it/lab/e.md"];
        let rag = over(&[], files.map(record));
        let tree = async |folder: Option<&str>| {
            let listing = Listing { folder: folder.map(str::to_owned), ..Listing::default() };
            let folders = rag.folders(&listing).await.unwrap().into_iter();
            folders.map(|one| format!("{} {}", one.path, one.documents)).collect::<Vec<_>>()
        };
        assert!(tree(None).await.is_empty());
        assert_eq!(tree(Some("")).await, ["hr 3", "it 1"]);
        let unfolded = ["hr 3", "hr/pay 2", "hr/pay/2024 1", "hr/tea 1", "it 1"];
        assert_eq!(tree(Some("hr/pay")).await, unfolded);
        assert_eq!(tree(Some("it/nowhere")).await, ["hr 3", "it 1", "it/lab 1"]);
    }

    #[tokio::test]
    async fn a_folder_is_told_with_its_own_and_the_topmost_with_all_kinds() {
        let many = (0..150).map(|number| record(&format!("hr/forms/{number}.htm")));
        let others = ["hr/leave.md", "b.md", "a.HTML", "tea.eml", "tea.eml/list.pdf"].map(record);
        let rag = over(&[], many.chain(others));
        let top = rag.folder("", 0).await.unwrap();
        assert_eq!(top.folders, [Subfolder { name: "hr".to_owned(), documents: 151 }]);
        let paths: Vec<&str> = top.documents.iter().map(|one| one.path.as_str()).collect();
        assert_eq!((paths.as_slice(), top.all), (["a.HTML", "b.md", "tea.eml"].as_slice(), 3));
        assert_eq!(top.kinds[0], DocumentKind { name: "html".to_owned(), documents: 151 });
        assert_eq!(top.kinds.len(), 4);
        let forms = rag.folder("/hr/forms/", 1).await.unwrap();
        assert_eq!((forms.documents.len(), forms.all), (50, 150));
        assert_eq!(forms.documents[0].path, "hr/forms/100.htm");
        assert!(forms.kinds.is_empty());
        assert_eq!(rag.folder("nowhere", usize::MAX).await.unwrap(), FolderListing::default());
    }
}
