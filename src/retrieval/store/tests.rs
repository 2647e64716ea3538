//! Tests of the store: what is kept, for whom, and for how long.

use std::time::Duration;

use footnote_documents::Passage;
use footnote_documents::attach::Image;
use footnote_protocol::Message;

use super::{BEARER, Change, Session, SessionStore, SqliteSessions, new_id};

const MONTH: Duration = Duration::from_hours(30 * 24);

fn said(words: &[&str]) -> Change {
    Change {
        messages: words.iter().map(|words| Message::user(*words)).collect(),
        ..Change::default()
    }
}

fn attached(name: &str, text: &str) -> Change {
    let passage = Passage { text: text.to_owned(), ..Passage::default() };
    Change { attachments: vec![(name.to_owned(), vec![passage])], ..Change::default() }
}

fn words(session: &Session) -> Vec<&str> {
    session.messages.iter().map(|m| m.content.as_str()).collect()
}

async fn found(sessions: &dyn SessionStore, id: &str) -> Option<Session> {
    sessions.find(BEARER, id).await.unwrap()
}

/// Asks an empty store, which keeps what it is given for a month, whatever the trait promises.
async fn keeps_the_contract(sessions: &dyn SessionStore) {
    sessions.begin(BEARER, "a", said(&["1", "2"])).await.unwrap();
    let change = Change { replaces: true, ..said(&["one"]) };
    sessions.append(BEARER, "a", change).await.unwrap();
    assert_eq!(words(&found(sessions, "a").await.unwrap()), ["one"]);
    let secret = sessions.begin("ada", "b", said(&["secret"]));
    secret.await.unwrap();
    sessions.expire().await.unwrap();
    nobody_else_has_it(sessions).await;
    attached_passages_stay_by_name(sessions).await;
    sessions.delete("ada", "b").await.unwrap();
    assert_eq!(sessions.list("ada").await.unwrap(), []);
    // An answer that was under way comes too late.
    sessions.append("ada", "b", said(&["late"])).await.unwrap();
    assert_eq!(sessions.find("ada", "b").await.unwrap(), None);
}

async fn nobody_else_has_it(sessions: &dyn SessionStore) {
    for other in [BEARER, "bob"] {
        assert_eq!(sessions.find(other, "b").await.unwrap(), None);
        sessions.append(other, "b", said(&["mine"])).await.unwrap();
        sessions.delete(other, "b").await.unwrap();
        assert!(sessions.begin(other, "b", said(&["mine"])).await.is_err());
    }
    let own = sessions.find("ada", "b").await.unwrap().unwrap();
    assert_eq!(words(&own), ["secret"]);
    let listed = sessions.list("ada").await.unwrap();
    assert_eq!(listed, [("b".to_owned(), "secret".to_owned())]);
}

async fn attached_passages_stay_by_name(sessions: &dyn SessionStore) {
    let first = attached("a.md", "old");
    sessions.begin(BEARER, "c", first).await.unwrap();
    for change in [attached("a.md", "new"), attached("b.md", "more")] {
        sessions.append(BEARER, "c", change).await.unwrap();
    }
    let session = found(sessions, "c").await.unwrap();
    let passages = session.passages.iter();
    let texts: Vec<_> = passages.map(|passage| passage.text.as_str()).collect();
    assert_eq!(texts, ["new", "more"]);
}

#[tokio::test]
async fn the_contract_is_kept_in_memory_and_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = SqliteSessions::open(&folder.path().join("sessions.db"), MONTH);
    for sessions in [file.unwrap(), SqliteSessions::in_memory(MONTH).unwrap()] {
        keeps_the_contract(&sessions).await;
    }
}

#[tokio::test]
async fn a_conversation_goes_on_where_it_was_left() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sessions.db");
    let sessions = SqliteSessions::open(&file, MONTH).unwrap();
    sessions.begin(BEARER, "a", said(&["1", "2"])).await.unwrap();
    drop(sessions);
    let sessions = SqliteSessions::open(&file, MONTH).unwrap();
    sessions.append(BEARER, "a", said(&["3"])).await.unwrap();
    let session = found(&sessions, "a").await.unwrap();
    assert_eq!(words(&session), ["1", "2", "3"]);
}

#[tokio::test]
async fn a_session_that_is_not_used_expires() {
    let sessions = SqliteSessions::in_memory(Duration::ZERO).unwrap();
    sessions.begin(BEARER, "a", said(&["1"])).await.unwrap();
    assert_eq!(found(&sessions, "a").await, None);
    sessions.expire().await.unwrap();
    // It is gone, and not only out of sight.
    sessions.begin(BEARER, "a", said(&["2"])).await.unwrap();
}

#[tokio::test]
async fn a_session_that_is_used_stays() {
    let sessions = SqliteSessions::in_memory(MONTH).unwrap();
    sessions.begin(BEARER, "a", said(&["1"])).await.unwrap();
    sessions.expire().await.unwrap();
    assert!(found(&sessions, "a").await.is_some());
}

#[tokio::test]
async fn a_clock_that_is_set_by_a_day_forgets_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sessions.db");
    let sessions = SqliteSessions::open(&file, MONTH).unwrap();
    sessions.begin(BEARER, "a", said(&["1"])).await.unwrap();
    let beside = rusqlite::Connection::open(&file).unwrap();
    for (days, word) in [(1, "2"), (-1, "3")] {
        let set = "UPDATE sessions SET used = used + 86400 * ?";
        beside.execute(set, [days]).unwrap();
        sessions.expire().await.unwrap();
        sessions.append(BEARER, "a", said(&[word])).await.unwrap();
    }
    let session = found(&sessions, "a").await.unwrap();
    assert_eq!(words(&session), ["1", "2", "3"]);
}

#[tokio::test]
async fn what_is_deleted_is_gone_from_the_files_too() {
    let folder = tempfile::tempdir().unwrap();
    let sessions = SqliteSessions::open(&folder.path().join("sessions.db"), MONTH).unwrap();
    let begun = sessions.begin(BEARER, "a", said(&["open sesame"]));
    begun.await.unwrap();
    sessions.append(BEARER, "a", attached("b.md", "open sesame")).await.unwrap();
    sessions.delete(BEARER, "a").await.unwrap();
    assert_eq!(found(&sessions, "a").await, None);
    // An answer that was under way comes too late.
    sessions.append(BEARER, "a", said(&["late"])).await.unwrap();
    assert_eq!(found(&sessions, "a").await, None);
    for file in std::fs::read_dir(folder.path()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        assert!(!bytes.windows(11).any(|eleven| eleven == b"open sesame"));
    }
}

#[tokio::test]
async fn the_newest_images_stay_with_their_session() {
    let image = |name: u8| Image {
        source: format!("attached/{name}.png"),
        content_type: "image/png".to_owned(),
        bytes: vec![name],
    };
    let sessions = SqliteSessions::in_memory(MONTH).unwrap();
    sessions.begin(BEARER, "a", Change::default()).await.unwrap();
    for name in [0, 1, 2, 3, 4, 2] {
        let change = Change { images: vec![image(name)], ..Change::default() };
        sessions.append(BEARER, "a", change).await.unwrap();
    }
    let kept = sessions.images("a").await.unwrap();
    assert_eq!(kept, [1, 3, 4, 2].map(image));
}

/// A change of so many bytes, from a client whose address ends with this.
fn of_size(bytes: usize, client: u8) -> Change {
    Change { client: Some([10, 0, 0, client].into()), ..said(&["x".repeat(bytes).as_str()]) }
}

/// The sessions of an owner that are there, among these.
async fn kept<'a>(sessions: &dyn SessionStore, owner: &str, ids: &[&'a str]) -> Vec<&'a str> {
    let mut kept = Vec::new();
    for id in ids {
        kept.extend(sessions.find(owner, id).await.unwrap().map(|_| *id));
    }
    kept
}

#[tokio::test]
async fn one_client_fills_its_own_share_and_loses_its_oldest_sessions() {
    let sessions = SqliteSessions::in_memory(MONTH).unwrap().within(1_000_000);
    let all = ["other", "a", "b", "c", "d"];
    for (id, client) in all.into_iter().zip([2, 1, 1, 1, 1]) {
        let begun = sessions.begin(BEARER, id, of_size(40_000, client));
        begun.await.unwrap();
    }
    assert_eq!(kept(&sessions, BEARER, &all).await, ["other", "c", "d"]);
    // What grows counts too.
    let more = sessions.append(BEARER, "d", of_size(30_000, 1));
    more.await.unwrap();
    assert_eq!(kept(&sessions, BEARER, &all).await, ["other", "d"]);
}

#[tokio::test]
async fn this_machine_has_a_share_like_every_client() {
    let sessions = SqliteSessions::in_memory(MONTH).unwrap().within(1_000_000);
    for id in ["a", "b", "c"] {
        let local = Change { client: None, ..of_size(40_000, 1) };
        sessions.begin(BEARER, id, local).await.unwrap();
    }
    let left = kept(&sessions, BEARER, &["a", "b", "c"]).await;
    assert_eq!(left, ["b", "c"]);
}

#[tokio::test]
async fn an_owner_has_one_share_wherever_the_questions_come_from() {
    let sessions = SqliteSessions::in_memory(MONTH).unwrap().within(1_000_000);
    for (id, client) in [("a", 1), ("b", 2), ("c", 3)] {
        let begun = sessions.begin("ada", id, of_size(40_000, client));
        begun.await.unwrap();
    }
    let left = kept(&sessions, "ada", &["a", "b", "c"]).await;
    assert_eq!(left, ["b", "c"]);
}

#[tokio::test]
async fn the_store_grows_to_its_bound_and_no_further() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sessions.db");
    let sessions = SqliteSessions::open(&file, MONTH).unwrap().within(1_000_000);
    let ids: Vec<String> = (0..60).map(|id| id.to_string()).collect();
    for (client, id) in (0..60).zip(&ids) {
        let begun = sessions.begin(BEARER, id, of_size(50_000, client));
        begun.await.unwrap();
    }
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let kept = kept(&sessions, BEARER, &ids).await;
    assert!(kept.len() > 10 && ids.ends_with(&kept), "the newest: {kept:?}");
    let bytes = std::fs::metadata(&file).unwrap().len();
    assert!(bytes < 1_300_000, "{bytes}");
}

#[tokio::test]
async fn only_the_newest_messages_are_kept() {
    let sessions = SqliteSessions::in_memory(MONTH).unwrap();
    let many: Vec<String> = (0..300).map(|n| n.to_string()).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    sessions.begin(BEARER, "a", said(&many)).await.unwrap();
    assert_eq!(words(&found(&sessions, "a").await.unwrap()), many[100..]);
}

#[test]
fn ids_are_long_and_never_the_same() {
    let (one, other) = (new_id(), new_id());
    assert_eq!(one.len(), 64);
    assert_ne!(one, other);
    assert_ne!(one[..32], one[32..]);
}

#[test]
fn a_file_that_is_no_store_is_set_aside() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sessions.db");
    std::fs::write(&file, "x".repeat(9000)).unwrap();
    assert!(SqliteSessions::open(&file, MONTH).is_ok());
    assert!(folder.path().join("sessions.damaged").exists());
}

#[test]
fn the_file_is_for_its_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sessions.db");
    let _sessions = SqliteSessions::open(&file, MONTH).unwrap();
    let mode = std::fs::metadata(&file).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[tokio::test]
async fn a_file_that_was_removed_is_begun_anew() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("data/sessions.db");
    std::fs::create_dir(file.parent().unwrap()).unwrap();
    let sessions = SqliteSessions::open(&file, MONTH).unwrap();
    sessions.begin(BEARER, "a", said(&["1"])).await.unwrap();
    std::fs::remove_dir_all(file.parent().unwrap()).unwrap();
    assert_eq!(found(&sessions, "a").await, None);
    sessions.begin(BEARER, "b", said(&["2"])).await.unwrap();
    drop(sessions);
    let again = SqliteSessions::open(&file, MONTH).unwrap();
    assert_eq!(words(&found(&again, "b").await.unwrap()), ["2"]);
}
