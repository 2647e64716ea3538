//! What is backed up, while it is used, is what is restored; what cannot be restored is refused.

use std::fs;
use std::io::Read as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use footnote_documents::Passage;
use footnote_documents::attach::Image;
use footnote_protocol::Message;
use footnote_store::contract_tests::earlier::{earlier_versions, write_earlier};
use footnote_store::insights::{
    AnswerOutcome, AnswerRecord, Insight, JudgementRecord, KeptInsights,
};
use footnote_store::{Change, ExportedSession};

use super::archive::Archive;
use super::*;
use crate::Engine;
use crate::config::Settings;
use crate::config::tests::settings;
use crate::place::{CONVERSATIONS_FILE, UNFINISHED_RESTORE};
use crate::restoring::restore;

/// A key that must be in no backup.
const KEY: &str = "sk-hush-hush";

/// A store in a data folder, or in a database.
pub(super) struct Store {
    pub(super) config: Config,
    place: Place,
}

impl Store {
    pub(super) fn at(folder: &Path, address: Option<&str>) -> Self {
        let settings = Settings { data: folder.to_string_lossy().into_owned(), ..settings() };
        let mut config = Config::new(settings).unwrap();
        let mut place = Place::Folders;
        fs::create_dir_all(folder).unwrap();
        if let Some(address) = address {
            let uploads = config.uploads.clone();
            config = Config { uploads, ..config.stored_at(address).unwrap() };
            place = Place::Database(Database::open(address, 4).unwrap(), None);
        }
        Self { config, place }
    }

    fn stores(&self) -> KeptStores {
        KeptStores::of(&self.place, &self.config).unwrap()
    }

    /// Everything that is kept.
    async fn all(&self) -> (Vec<ExportedSession>, KeptInsights, Vec<(String, Vec<u8>)>) {
        let stores = self.stores();
        let mut contents = Vec::new();
        for blobs in [&stores.uploads, &stores.descriptions] {
            for blob in blobs.list("").await.unwrap() {
                contents.push((blob.name.clone(), blobs.read(&blob.name).await.unwrap().unwrap()));
            }
        }
        let sessions = stores.sessions.export("", usize::MAX).await.unwrap();
        (sessions, stores.insights.since(i64::MIN).await.unwrap(), contents)
    }

    /// Stores something of every kind.
    pub(super) async fn fill(&self) {
        let stores = self.stores();
        let image = Image {
            source: "plan.png".to_owned(),
            content_type: "image/png".to_owned(),
            bytes: vec![0, 1],
        };
        let change = Change {
            messages: vec![Message::user("When is tea?\0")],
            attachments: vec![("a.md".to_owned(), vec![Passage::default()])],
            images: vec![image],
            ..Change::default()
        };
        stores.sessions.begin("ada", "a", change).await.unwrap();
        stores.sessions.rename("ada", "a", "Tea").await.unwrap();
        stores.sessions.share("ada", "a").await.unwrap().unwrap();
        stores.sessions.begin("", "nobody", said("Cake?")).await.unwrap();
        let answer = AnswerRecord {
            at: 7,
            form: "page".to_owned(),
            outcome: AnswerOutcome::Passages,
            first_ms: None,
            whole_ms: 3,
            question: None,
        };
        let judged = JudgementRecord { at: 8, helps: false, remark: None, question: None };
        let insights = vec![Insight::Answer(answer, vec![1, 2]), Insight::Judgement(judged)];
        stores.insights.record(insights).await.unwrap();
        for name in ["ada/tea.md", "ada/.access", ".removed/9/ada/über \\ \"all\".md"] {
            stores.uploads.put(name, name.as_bytes()).await.unwrap();
        }
        stores.descriptions.put("0a.md", b"model\nA boat.").await.unwrap();
        let model = format!(r#"{{"address":"http://x/v1","model":"m","key":"{KEY}"}}"#);
        fs::write(self.config.data.join(choice::FILE), model).unwrap();
    }
}

fn said(text: &str) -> Change {
    Change { messages: vec![Message::user(text)], ..Change::default() }
}

/// The stores to test: a folder, and databases on the servers of the test.
async fn places() -> Vec<Option<String>> {
    let addresses = footnote_postgres::tests::addresses().await;
    std::iter::once(None).chain(addresses.into_iter().map(Some)).collect()
}

/// Everything in a backup, uncompressed.
fn unpacked(file: &Path) -> Vec<u8> {
    let mut archive = Archive::open(file).unwrap();
    let mut all = serde_json::to_vec(&archive.manifest).unwrap();
    for name in archive.names("") {
        archive.content(&name).unwrap().read_to_end(&mut all).unwrap();
    }
    all
}

fn says(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|part| part == text.as_bytes())
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_is_restored_and_nothing_secret_is_in_the_file() {
    for address in places().await {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::at(&folder.path().join("data"), address.as_deref());
        store.fill().await;
        // As a server that runs.
        let engine = Engine::open(&store.config).await.unwrap();
        let file = folder.path().join("backup.zip");
        fs::write(&file, "PK\u{3}\u{4}, the former").unwrap();
        let counts = backup(&store.config, &file).await.unwrap();
        drop(engine);
        assert_eq!(counts, store.stores().counts().await.unwrap());
        let expected = KeptCounts {
            conversations: 2,
            links: 1,
            answers: 1,
            judgements: 1,
            uploads: 3,
            descriptions: 1,
        };
        assert_eq!(counts, expected);
        let bytes = unpacked(&file);
        assert!(says(&bytes, "When is tea?") && !says(&bytes, KEY));
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing else is left");
        for target in places().await {
            let target = Store::at(&folder.path().join("restored"), target.as_deref());
            assert_eq!(restore(&target.config, &file).await.unwrap(), expected);
            assert_eq!(target.all().await, store.all().await);
            let model = fs::read_to_string(target.config.data.join(choice::FILE)).unwrap();
            assert!(model.contains("http://x/v1") && !model.contains(KEY));
            let again = restore(&target.config, &file).await.unwrap_err().to_string();
            assert!(again.contains("not empty: it has 2 conversations"), "{again}");
            Engine::open(&target.config).await.unwrap();
            fs::remove_dir_all(&target.config.data).unwrap();
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "it ends with the test")]
#[tokio::test(flavor = "multi_thread")]
async fn a_backup_made_while_others_write_is_of_one_moment() {
    for address in places().await {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::at(&folder.path().join("data"), address.as_deref());
        let sessions = store.stores().sessions;
        sessions.begin("ada", "0000", said("0000")).await.unwrap();
        let writer = {
            let sessions = Arc::clone(&sessions);
            tokio::spawn(async move {
                for number in 1..10_000 {
                    let id = format!("{number:04}");
                    sessions.begin("ada", &id, said(&id)).await.unwrap();
                    // Each time, the former is gone: one of them is always there.
                    sessions.delete("ada", &format!("{:04}", number - 1)).await.unwrap();
                }
            })
        };
        for round in 0..5 {
            let file = folder.path().join(format!("{round}.zip"));
            let counts = backup(&store.config, &file).await.unwrap();
            assert!((1..=2).contains(&counts.conversations), "{counts}");
            let target = Store::at(&folder.path().join(format!("restored-{round}")), None);
            restore(&target.config, &file).await.unwrap();
        }
        assert!(!writer.is_finished(), "it wrote to the end");
        writer.abort();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restore_that_was_interrupted_begins_anew_and_until_then_no_server_starts() {
    for address in places().await {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::at(&folder.path().join("data"), None);
        store.fill().await;
        let sessions = store.stores().sessions;
        for number in 0..200 {
            sessions.begin("ada", &format!("{number}"), said("more")).await.unwrap();
        }
        let file = folder.path().join("backup.zip");
        let counts = backup(&store.config, &file).await.unwrap();
        let target = Store::at(&folder.path().join("restored"), address.as_deref());
        let marks = target.place.marks(&target.config);
        for pause in [0, 50] {
            let begun = async {
                while marks.find(UNFINISHED_RESTORE).await.unwrap().is_none() {
                    tokio::time::sleep(Duration::from_millis(1)).await;
                }
                tokio::time::sleep(Duration::from_millis(pause)).await;
            };
            tokio::select! {
                () = begun => {}
                done = restore(&target.config, &file) => unreachable!("{done:?}"),
            }
            // Until what was under way has ended.
            tokio::time::sleep(Duration::from_millis(300)).await;
            let refused = Engine::open(&target.config).await.err().unwrap().to_string();
            assert!(refused.contains("has not finished"), "{refused}");
        }
        assert_eq!(restore(&target.config, &file).await.unwrap(), counts);
        assert_eq!(target.all().await, store.all().await);
        Engine::open(&target.config).await.unwrap();
    }
}

#[tokio::test]
async fn a_damaged_backup_is_refused_before_anything_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(&folder.path().join("data"), None);
    store.fill().await;
    let file = folder.path().join("backup.zip");
    backup(&store.config, &file).await.unwrap();
    let whole = fs::read(&file).unwrap();
    let target = folder.path().join("restored");
    let config = store.config.stored_at(&target.to_string_lossy()).unwrap();
    let mut damaged: Vec<Vec<u8>> = vec![Vec::new(), b"no zip".to_vec()];
    damaged.extend([whole.len() / 3, whole.len() - 1].map(|end| whole[..end].to_vec()));
    // In the conversations, which are the largest part.
    for at in (1_000..2_000).step_by(100) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0xff;
        damaged.push(bytes);
    }
    for bytes in damaged {
        fs::write(&file, &bytes).unwrap();
        let error = format!("{:#}", restore(&config, &file).await.unwrap_err());
        assert!(error.contains("damaged"), "{error}");
        assert!(!target.exists());
    }
    let missing = folder.path().join("none.zip");
    let error = format!("{:#}", restore(&config, &missing).await.unwrap_err());
    assert!(error.contains("opening"), "{error}");
}

#[tokio::test]
async fn a_part_that_was_exchanged_is_refused_although_the_archive_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("backup.zip");
    let mut archive = ArchiveWriter::create(&file).unwrap();
    archive.add("uploads/a.md", &b"others"[..]).unwrap();
    let mut parts = archive.parts();
    parts[0].sha256 = "0".repeat(64);
    let counts = KeptCounts { uploads: 1, ..KeptCounts::default() };
    archive.finish(&Manifest::new(BTreeMap::new(), counts, parts)).unwrap();
    let error = Archive::open(&file).err().unwrap().to_string();
    assert!(error.contains("uploads/a.md differs from its checksum"), "{error}");
}

#[tokio::test]
async fn a_newer_backup_is_refused_with_the_version_that_reads_it() {
    let folder = tempfile::tempdir().unwrap();
    let target = Store::at(&folder.path().join("restored"), None);
    for (format, schema) in [(2, 1), (1, SqliteContent::Conversations.newest() + 1)] {
        let file = folder.path().join(format!("{format}.zip"));
        let schemas = BTreeMap::from([("sessions.db".to_owned(), schema)]);
        let mut manifest = Manifest::new(schemas, KeptCounts::default(), Vec::new());
        manifest.origin.format = format;
        manifest.origin.program = "98.7.6".to_owned();
        ArchiveWriter::create(&file).unwrap().finish(&manifest).unwrap();
        let error = restore(&target.config, &file).await.unwrap_err().to_string();
        assert!(error.contains("restore it with version 98.7.6 or later"), "{error}");
    }
}

#[tokio::test]
async fn an_upgrade_backs_up_first_and_that_backup_is_restored() {
    for version in earlier_versions() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::at(&folder.path().join("data"), None);
        write_earlier(&store.config.data.join(CONVERSATIONS_FILE), version);
        let kept = store.config.data.join(UPGRADES).join(format!("before-{PROGRAM}.zip"));
        Engine::open(&store.config).await.unwrap();
        let schemas = Archive::open(&kept).unwrap().manifest.origin.schemas;
        assert_eq!(schemas["sessions.db"], version);
        let file = store.config.data.join(CONVERSATIONS_FILE);
        assert!(!SqliteContent::Conversations.is_older(&file).unwrap(), "it is upgraded");
        let bytes = fs::read(&kept).unwrap();
        Engine::open(&store.config).await.unwrap();
        assert!(fs::read(&kept).unwrap() == bytes, "it is backed up once");
        let target = Store::at(&folder.path().join("restored"), None);
        assert_eq!(restore(&target.config, &kept).await.unwrap().conversations, 1);
        assert_eq!(target.all().await.0, store.all().await.0);
    }
}

#[tokio::test]
async fn nothing_is_upgraded_that_cannot_be_backed_up() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(&folder.path().join("data"), None);
    let file = store.config.data.join(CONVERSATIONS_FILE);
    write_earlier(&file, 1);
    fs::write(store.config.data.join(UPGRADES), "in the way").unwrap();
    let error = Engine::open(&store.config).await.err().unwrap().to_string();
    assert!(error.contains("cannot be backed up"), "{error}");
    assert_eq!(SqliteContent::Conversations.version(&file).unwrap(), Some(1));
}

#[tokio::test]
async fn a_folder_that_is_not_there_is_not_backed_up_as_an_empty_one() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::at(&folder.path().join("data"), None);
    store.config.data = folder.path().join("none");
    let error = backup(&store.config, &folder.path().join("b.zip")).await.unwrap_err();
    assert!(error.to_string().contains("there is no folder"), "{error}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}
