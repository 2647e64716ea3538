//! The state of the documents as shown on the page.

use std::sync::Arc;
use std::time::Duration;

use footnote_documents::Record;
use footnote_library::uploads::Uploads;
use footnote_protocol::{FailedFile, FileGroup, LibraryStatus, Listing, PendingFile};
use footnote_store::{FileKind, Selection, StoreError};
use futures_util::Stream;

use super::Rag;

/// Interval between two states. Nobody sees more of them.
const STATE_INTERVAL: Duration = Duration::from_millis(500);

/// Pause after a state that cannot be determined.
const ERROR_PAUSE: Duration = Duration::from_secs(5);

/// Maximum number of waiting files of a pass that are listed one by one. The status line counts all.
const MAX_PENDING: usize = 12;

impl Rag {
    /// Returns the state of the documents, as far as the reader may know it, with a page of their list. It is computed
    /// on the threads of [`Self::workers`], unless the same was requested a moment ago.
    ///
    /// # Errors
    ///
    /// Fails if the documents cannot be listed.
    pub async fn status(
        &self,
        uploads: &Uploads,
        listing: Listing,
    ) -> Result<LibraryStatus, StoreError> {
        let [progress, catalog] = self.library.version();
        let version = [progress, catalog, uploads.changes()];
        let (rag, of_readers, wanted) = (self.clone(), uploads.clone(), listing.clone());
        let make = self.workers.run(async move { rag.make_status(&of_readers, wanted).await });
        let make = async { make.await.unwrap_or(Err(StoreError::Cancelled)) };
        let statuses = self.library.statuses();
        let mut status = statuses.get(&self.reader, &listing, version, make).await?;
        status.model = self.model.current().map(|model| model.name().to_owned());
        Ok(status)
    }

    async fn make_status(
        &self,
        uploads: &Uploads,
        listing: Listing,
    ) -> Result<LibraryStatus, StoreError> {
        let library = &self.library;
        let (progress, counts) = (library.progress().await?, library.counts().await?);
        let ready = library.ready(&listing).await?;
        let pending = self.pending(uploads, &listing).await?;
        let mut failed = self.first(FileKind::Failed, &listing).await?;
        failed.retain(|file| pending.iter().all(|one| one.path != file.path));
        let running = progress.is_reading(counts);
        let problem = progress.notice();
        let examples = progress.examples.into_iter();
        let owns = |path: &str| uploads.owns(&self.reader, path);
        let documents = ready.files.iter();
        let failed = failed.iter();
        let brought = uploads.unreadable(&self.reader, library).await;
        Ok(LibraryStatus {
            running,
            seen: progress.seen,
            done: progress.done,
            finished_at: progress.finished_at,
            problem,
            examples: examples.map(|one| one.question).collect(),
            modes: self.retriever.modes().to_vec(),
            embedded: progress.embedded.map(|one| (one.ready, one.all)),
            embedding_minutes: progress
                .embedded
                .and_then(|one| Some(one.seconds_left?.div_ceil(60))),
            model: None,
            is_sample: self.settings.is_sample,
            ready: counts.ready,
            unread: counts.failed,
            images: self.images(uploads, counts.images, &listing).await?,
            others: self.skipped(&listing),
            folders: self.folders(&listing).await?,
            listing,
            listed: ready.fitting,
            pending,
            uploads: uploads.admits(&self.reader).then(|| uploads.most_megabytes()),
            groups: self.reader.groups().map(str::to_owned).collect(),
            documents: documents.map(|file| library.summary(file, owns(&file.path))).collect(),
            failed: failed.map(|file| file.failure(owns(&file.path))).collect(),
            brought: brought.iter().map(|file| file.failure(true)).collect(),
        })
    }

    /// Returns the first files of this kind, by name, that match the listing's folder and filter.
    async fn first(
        &self,
        kind: FileKind,
        listing: &Listing,
    ) -> Result<Vec<Arc<Record>>, StoreError> {
        let folder = listing.chosen_folder().unwrap_or_default();
        let limit = Listing::DOCUMENTS;
        let selection =
            Selection { kind, named: &listing.named, folder, limit, ..Selection::default() };
        Ok(self.library.list(selection).await?.files)
    }

    /// Returns the images without text, of which there are `count`.
    async fn images(
        &self,
        uploads: &Uploads,
        count: usize,
        listing: &Listing,
    ) -> Result<FileGroup, StoreError> {
        let images = self.first(FileKind::Image, listing).await?.into_iter();
        let aside = |path: String| FailedFile {
            own: uploads.owns(&self.reader, &path),
            path,
            ..FailedFile::default()
        };
        Ok(FileGroup { count, files: images.map(|image| aside(image.path.clone())).collect() })
    }

    /// Returns the files in formats that are not read.
    fn skipped(&self, listing: &Listing) -> FileGroup {
        let (count, paths) = self.library.skipped(listing);
        let files = paths.into_iter().map(|path| FailedFile { path, ..FailedFile::default() });
        FileGroup { count, files: files.collect() }
    }

    /// Returns the files that are not read yet, including those that the reader has just uploaded.
    async fn pending(
        &self,
        uploads: &Uploads,
        listing: &Listing,
    ) -> Result<Vec<PendingFile>, StoreError> {
        let mut pending = self.library.pending(listing, MAX_PENDING).await?;
        for path in uploads.unread(&self.reader, &self.library).await {
            if listing.lies_in_folder(&path) && pending.iter().all(|file| file.path != path) {
                pending.push(PendingFile { path, ..PendingFile::default() });
            }
        }
        Ok(pending)
    }

    /// Streams the state of the documents, at once and whenever it changes, until nothing is being read any more,
    /// unless it `stays`.
    pub fn states(
        &self,
        uploads: Uploads,
        listing: Listing,
        stays: bool,
    ) -> impl Stream<Item = LibraryStatus> + Send + use<> {
        let rag = self.clone();
        async_stream::stream! {
            let mut changes = rag.library.changes();
            let mut sent = None;
            loop {
                changes.mark_unchanged();
                let status = match rag.status(&uploads, listing.clone()).await {
                    Ok(status) => status,
                    Err(error) => {
                        tracing::warn!("listing the documents: {error}");
                        tokio::time::sleep(ERROR_PAUSE).await;
                        continue;
                    }
                };
                let is_last = !status.is_moving();
                if sent.as_ref() != Some(&status) {
                    sent = Some(status.clone());
                    yield status;
                }
                if is_last && !stays || changes.changed().await.is_err() {
                    break;
                }
                tokio::time::sleep(STATE_INTERVAL).await;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use footnote_documents::acl::Allowed;
    use footnote_library::Library;
    use footnote_models::ModelSlot;
    use footnote_search::index::Index;
    use footnote_search::keyword::Keyword;
    use footnote_store::FileBlobs;
    use futures_util::{FutureExt, StreamExt};

    use super::*;
    use crate::{Settings, Workers};

    fn rag() -> Rag {
        let index = Index::in_memory().unwrap();
        Rag {
            library: Arc::new(Library::over("nowhere", index.catalog())),
            retriever: Arc::new(Keyword::over(Arc::new(index))),
            model: ModelSlot::default(),
            settings: Settings::default(),
            workers: Workers::default(),
            reader: footnote_documents::acl::Reader::default(),
            scope: None,
        }
    }

    /// Returns uploads that nobody may use.
    fn none() -> Uploads {
        Uploads::new(Arc::new(FileBlobs::over("nowhere".into())), Allowed::Nobody, 0)
    }

    #[tokio::test(start_paused = true)]
    async fn states_are_told_as_they_change_and_end_with_the_reading() {
        let rag = rag();
        let read = |done| {
            rag.library.update(|progress| {
                progress.running = done < 3;
                progress.finished_at = (done == 3).then_some(1);
                progress.done = done;
            });
        };
        read(1);
        let states = rag.states(none(), Listing::default(), false);
        let mut states = Box::pin(states.map(|status| (status.running, status.done)));
        assert_eq!(states.next().await, Some((true, 1)));
        assert_eq!(states.next().now_or_never(), None, "nothing has changed");
        read(2);
        assert_eq!(states.next().await, Some((true, 2)));
        read(3);
        assert_eq!(states.next().await, Some((false, 3)));
        assert_eq!(states.next().await, None);
        let states = rag.states(none(), Listing::default(), true);
        let mut states = Box::pin(states.map(|status| (status.running, status.done)));
        assert_eq!(states.next().await, Some((false, 3)));
        assert_eq!(states.next().now_or_never(), None, "it waits for changes");
        read(1);
        assert_eq!(states.next().await, Some((true, 1)));
        read(3);
        assert_eq!(states.next().await, Some((false, 3)));
        assert_eq!(states.next().now_or_never(), None, "it stays");
    }
}
