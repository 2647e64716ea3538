//! Files attached to a conversation of the page, before a question or between two.

use std::net::IpAddr;

pub use footnote_documents::attach::Attached;
use footnote_documents::attach::{FOLDER, MAX_PASSAGES};
use footnote_protocol::{AttachedFile, AttachedFiles, ErrorKind, ProtocolError};
use footnote_store::{BEARER, Change, Session, Sessions, StoreError, is_id, new_id};

use super::memory::by_file;
use super::runs::Asker;

/// The reason given when the files are no longer kept.
const GONE: &str =
    "The files of this conversation are not kept here any more. Attach them again, or remove them.";

/// The files that one reader has attached to conversations.
///
/// The files are part of their conversation. Where none is kept, they have a session of their own, which anyone who
/// knows its id may read. The server therefore chooses that id.
#[derive(Clone, Debug)]
pub struct Attachments {
    sessions: Sessions,
    owner: String,
    client: Option<IpAddr>,
}

impl Attachments {
    /// Creates the attachments of `asker`.
    pub fn new(sessions: Sessions, asker: &Asker) -> Self {
        let owner = asker.owner.clone().unwrap_or_else(|| BEARER.to_owned());
        Self { sessions, owner, client: asker.client }
    }

    /// Adds files to the session `id`, creating the session if needed, and returns all of its files. A file replaces an
    /// earlier one of the same name.
    ///
    /// # Errors
    ///
    /// Fails if the files have too much text, if the id belongs to someone else, or if the store fails.
    pub async fn add(&self, id: &str, added: Attached) -> Result<AttachedFiles, ProtocolError> {
        let kept = self.find(id).await?;
        let is_kept = kept.is_some();
        let before = kept.unwrap_or_default().passages;
        let is_replaced = |path: &str| added.passages.iter().any(|passage| passage.path == path);
        let others = before.iter().filter(|passage| !is_replaced(&passage.path)).count();
        if others + added.passages.len() > MAX_PASSAGES {
            return Err(ProtocolError::too_large(
                "The attached files have too much text in total.",
            ));
        }
        let change = Change {
            attachments: by_file(&added.passages),
            images: added.images,
            client: self.client,
            ..Change::default()
        };
        let id = if is_kept || self.may_name(id) { id.to_owned() } else { new_id() };
        let written = if is_kept {
            self.sessions.append(&self.owner, &id, change).await
        } else {
            self.sessions.begin(&self.owner, &id, change).await
        };
        written.map_err(failed)?;
        let mut listed = self.list(&id).await?;
        for file in &mut listed.files {
            let path = format!("{FOLDER}{}", file.name);
            let hidden = added.hidden.iter().find(|(source, _)| *source == path);
            file.hidden = hidden.map_or(0, |(_, characters)| *characters);
        }
        Ok(listed)
    }

    /// Returns the files of the session `id`, for a question.
    ///
    /// # Errors
    ///
    /// Fails if the session is no longer kept, or if the store fails.
    pub async fn of(&self, id: &str) -> Result<Attached, ProtocolError> {
        let found = self.find(id).await?;
        let Session { passages, .. } =
            found.ok_or_else(|| ProtocolError::new(ErrorKind::NotKept, GONE))?;
        let images = self.sessions.images(id).await.map_err(failed)?;
        Ok(Attached { passages, images, hidden: Vec::new() })
    }

    /// Removes a file from the session `id` and returns the remaining files.
    ///
    /// # Errors
    ///
    /// Fails if the store fails.
    pub async fn remove(&self, id: &str, name: &str) -> Result<AttachedFiles, ProtocolError> {
        let detached = vec![format!("{FOLDER}{name}")];
        let change = Change { detached, client: self.client, ..Change::default() };
        self.sessions.append(&self.owner, id, change).await.map_err(failed)?;
        self.list(id).await
    }

    /// Lists the files of the session `id`; none if it is no longer kept.
    ///
    /// # Errors
    ///
    /// Fails if the store fails.
    pub async fn list(&self, id: &str) -> Result<AttachedFiles, ProtocolError> {
        // Images are found by the id alone, so the owner is checked here.
        let Some(Session { passages, .. }) = self.find(id).await? else {
            return Ok(AttachedFiles { session: id.to_owned(), files: Vec::new() });
        };
        let with_text =
            by_file(&passages).into_iter().map(|(path, passages)| (path, passages.len()));
        let images = self.sessions.images(id).await.map_err(failed)?;
        let images = images.into_iter().map(|image| (image.source, 0));
        let file = |(path, passages): (String, usize)| AttachedFile {
            name: path.strip_prefix(FOLDER).unwrap_or(&path).to_owned(),
            passages,
            hidden: 0,
        };
        let files = with_text.chain(images).map(file).collect();
        Ok(AttachedFiles { session: id.to_owned(), files })
    }

    async fn find(&self, id: &str) -> Result<Option<Session>, ProtocolError> {
        if id.is_empty() {
            return Ok(None);
        }
        self.sessions.find(&self.owner, id).await.map_err(failed)
    }

    /// Returns true if the page may choose this id for a new session. Without an owner, others could guess it.
    fn may_name(&self, id: &str) -> bool {
        self.owner != BEARER && is_id(id)
    }
}

fn failed(error: StoreError) -> ProtocolError {
    if matches!(error, StoreError::Exists) {
        return ProtocolError::new(ErrorKind::NotKept, "Conversation not found.");
    }
    tracing::error!(
        error = &error as &dyn std::error::Error,
        "attached files cannot be kept or read"
    );
    ProtocolError::failed()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use footnote_documents::Passage;
    use footnote_documents::attach::Image;
    use footnote_store::SqliteSessions;

    use super::*;

    fn attachments(owner: Option<&str>) -> Attachments {
        let sessions = SqliteSessions::in_memory(Duration::from_mins(1)).unwrap();
        let asker = Asker { owner: owner.map(str::to_owned), ..Asker::default() };
        Attachments::new(Arc::new(sessions), &asker)
    }

    fn file(name: &str, passages: usize) -> Attached {
        let passage = Passage { path: format!("{FOLDER}{name}"), ..Passage::default() };
        Attached { passages: vec![passage; passages], ..Attached::default() }
    }

    fn image(name: &str) -> Attached {
        let image = Image {
            source: format!("{FOLDER}{name}"),
            content_type: "image/png".into(),
            bytes: vec![0],
        };
        Attached { images: vec![image], ..Attached::default() }
    }

    fn names(files: &AttachedFiles) -> Vec<(&str, usize)> {
        files.files.iter().map(|file| (&*file.name, file.passages)).collect()
    }

    #[tokio::test]
    async fn files_are_added_replaced_and_removed() {
        let attachments = attachments(None);
        let first = attachments.add("", file("a.md", 1)).await.unwrap();
        let both = attachments.add(&first.session, file("b.md", 2)).await.unwrap();
        assert_eq!(both.session, first.session);
        let both = attachments.add(&both.session, file("a.md", 3)).await.unwrap();
        assert_eq!(names(&both), [("a.md", 3), ("b.md", 2)]);
        assert_eq!(attachments.of(&both.session).await.unwrap().passages.len(), 5);
        let left = attachments.remove(&both.session, "a.md").await.unwrap();
        assert_eq!(names(&left), [("b.md", 2)]);
    }

    #[tokio::test]
    async fn an_image_is_removed_like_a_file() {
        let attachments = attachments(None);
        let kept = attachments.add("", image("plan.png")).await.unwrap();
        assert_eq!(names(&kept), [("plan.png", 0)]);
        assert!(attachments.remove(&kept.session, "plan.png").await.unwrap().is_empty());
        assert!(attachments.of(&kept.session).await.unwrap().images.is_empty());
    }

    #[tokio::test]
    async fn only_an_owner_names_a_session() {
        let known = attachments(Some("ada"));
        assert_eq!(known.add("mine", file("a.md", 1)).await.unwrap().session, "mine");
        let unknown = attachments(None);
        assert_ne!(unknown.add("mine", file("a.md", 1)).await.unwrap().session, "mine");
    }

    #[tokio::test]
    async fn nobody_else_has_the_files_of_a_reader() {
        let ada = attachments(Some("ada"));
        let kept = ada.add("mine", file("a.md", 1)).await.unwrap();
        let bob = Attachments { owner: "bob".into(), ..ada.clone() };
        assert_eq!(bob.of(&kept.session).await.unwrap_err().kind, ErrorKind::NotKept);
        assert!(bob.add("mine", file("b.md", 1)).await.is_err());
        ada.add("mine", image("plan.png")).await.unwrap();
        assert!(bob.list("mine").await.unwrap().is_empty());
        assert!(bob.remove("mine", "a.md").await.unwrap().is_empty());
        assert_eq!(ada.of("mine").await.unwrap().passages.len(), 1);
    }

    #[tokio::test]
    async fn too_much_text_is_refused_and_nothing_of_it_kept() {
        let attachments = attachments(None);
        let kept = attachments.add("", file("a.md", MAX_PASSAGES)).await.unwrap();
        let refused = attachments.add(&kept.session, file("b.md", 1)).await.unwrap_err();
        assert_eq!(refused.kind, ErrorKind::TooLarge);
        assert_eq!(attachments.of(&kept.session).await.unwrap().passages.len(), MAX_PASSAGES);
    }
}
