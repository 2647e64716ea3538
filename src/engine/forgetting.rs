//! Deletes everything that belongs to one person.

use std::fmt;

use anyhow::{Context as _, ensure};
use footnote_documents::acl::Reader;
use footnote_postgres::Database;
use footnote_store::SessionCounts;

use crate::backup;
use crate::config::Config;
use crate::kept::counted;
use crate::place::Place;

/// Numbers of the items deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forgotten {
    /// Conversations, and the links to them.
    pub sessions: SessionCounts,
    /// Files of uploads: documents, and who may read them.
    pub uploads: usize,
}

impl fmt::Display for Forgotten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { sessions: SessionCounts { sessions, links }, uploads } = self;
        let sessions = counted(sessions, "conversation with all attachments");
        let (links, uploads) = (counted(links, "link"), counted(uploads, "file of uploads"));
        write!(f, "{sessions}, {links} and {uploads}")
    }
}

/// Deletes the conversations and uploads of the user with this name, as a proxy or an issuer gives it, whatever the user's
/// groups are, and signs the user out. Servers may go on meanwhile.
///
/// # Errors
///
/// Fails if the name is empty, or a store cannot be read or written.
pub async fn forget(config: &Config, name: &str) -> anyhow::Result<Forgotten> {
    let user = Reader::new(Some(name), []);
    ensure!(user.user().is_some(), "name a user");
    let place = if let Some(address) = &config.store {
        let database = Database::open(address.reveal(), config.store_connections)?;
        database.migrate().await?;
        Place::Database(database, None)
    } else {
        let data = &config.data;
        ensure!(data.is_dir(), "there is no folder {}: nothing is kept", data.display());
        backup::before_upgrade(config)?;
        Place::Folders
    };
    let signed_out = place.keys(config).remove_browsers_of(user.user().unwrap_or_default()).await;
    signed_out.context("signing the person out")?;
    let sessions = place.sessions(config).forget(&user.owner()).await;
    let sessions = sessions.context("deleting conversations")?;
    let uploads = place.uploads(config)?.uploads(config).forget_user(&user).await;
    Ok(Forgotten { sessions, uploads: uploads.context("deleting uploads")? })
}

#[cfg(test)]
mod tests {
    use footnote_protocol::Message;
    use footnote_store::Change;

    use super::*;
    use crate::config::Settings;
    use crate::config::tests::settings;
    use crate::kept::KeptStores;

    #[tokio::test]
    async fn all_that_belongs_to_a_person_is_deleted_and_nothing_else() {
        let addresses = footnote_postgres::tests::addresses().await;
        for address in std::iter::once(None).chain(addresses.into_iter().map(Some)) {
            let folder = tempfile::tempdir().unwrap();
            let data = folder.path().to_string_lossy().into_owned();
            let mut config = Config::new(Settings { data, ..settings() }).unwrap();
            let mut place = Place::Folders;
            if let Some(address) = address {
                config = config.stored_at(&address).unwrap();
                place = Place::Database(Database::open(&address, 4).unwrap(), None);
            }
            let stores = KeptStores::of(&place, &config).unwrap();
            let said = || Change { messages: vec![Message::user("Tea?")], ..Change::default() };
            for (owner, id) in [("user:ada", "a"), ("user:ada\ngroup:hr", "b"), ("user:adam", "c")]
            {
                stores.sessions.begin(owner, id, said()).await.unwrap();
            }
            stores.sessions.share("user:ada", "a").await.unwrap();
            for name in [
                "ada/tea.md",
                "ada/.access",
                "ada/groups/hr/tea.md",
                ".removed/7/ada/old.md",
                "adam/tea.md",
                ".removed/7/adam/old.md",
                "tea.md",
            ] {
                stores.uploads.put(name, b"Tea").await.unwrap();
            }
            let gone = forget(&config, "Ada").await.unwrap();
            let sessions = SessionCounts { sessions: 2, links: 1 };
            assert_eq!(gone, Forgotten { sessions, uploads: 4 });
            let left = stores.sessions.export("", 9).await.unwrap();
            assert_eq!((left.len(), &*left[0].owner), (1, "user:adam"));
            let left = stores.uploads.list("").await.unwrap();
            let left: Vec<_> = left.iter().map(|blob| &*blob.name).collect();
            assert_eq!(left, [".removed/7/adam/old.md", "adam/tea.md", "tea.md"]);
            let again = forget(&config, "ada").await.unwrap();
            assert_eq!(again, Forgotten { sessions: SessionCounts::default(), uploads: 0 });
            for nobody in ["", " "] {
                assert!(forget(&config, nobody).await.is_err());
            }
        }
    }
}
