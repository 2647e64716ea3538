//! Tests of conversations in `SQLite`: the contract, and the file on disk.

use std::time::Duration;

use super::contract_tests::quotas::{
    divides_its_room_into_pots, keeps_within_its_bound, knows_an_owner_after_a_restart,
};
use super::contract_tests::sessions::{
    attached, each_kind_has_its_lifetime, forgets_sessions, found, keeps_sessions, said, words,
};
use super::sessions::made_at;
use super::{
    BEARER, KeyStore as _, Lifetimes, SessionStore as _, SqliteKeys, SqliteSessions, SqliteVectors,
    StoreError, aside, check_versions, new_id,
};

const MONTH: Duration = Duration::from_hours(30 * 24);

#[tokio::test]
async fn the_contract_is_kept_in_memory_and_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sessions.db");
    let in_file = SqliteSessions::open(&file, MONTH).unwrap();
    for sessions in [in_file, SqliteSessions::in_memory(MONTH).unwrap()] {
        keeps_sessions(&sessions.within(1_000_000)).await;
    }
    let kept = rusqlite::Connection::open(&file).unwrap();
    assert_eq!(untrue_pots(&kept), 0);
}

#[tokio::test]
async fn each_kind_expires_after_its_own_lifetime() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sessions.db");
    let (nobody, attachments) = (Duration::ZERO, Duration::ZERO);
    let lifetimes = Lifetimes { known: MONTH, nobody, attachments };
    each_kind_has_its_lifetime(&SqliteSessions::open(&file, lifetimes).unwrap()).await;
    assert_eq!(untrue_pots(&rusqlite::Connection::open(&file).unwrap()), 0);
}

/// Number of pots whose total differs from that of their sessions.
fn untrue_pots(kept: &rusqlite::Connection) -> i64 {
    let untrue = "SELECT count(*) FROM (SELECT holder, sum(bytes) AS bytes FROM sessions GROUP BY holder) AS counted \
        FULL JOIN pots USING (holder) WHERE counted.bytes IS NOT pots.bytes";
    kept.query_row(untrue, [], |row| row.get(0)).unwrap()
}

#[tokio::test]
async fn the_pots_of_owners_are_theirs_alone() {
    let sessions = SqliteSessions::in_memory(MONTH).unwrap().within(1_000_000);
    divides_its_room_into_pots(&sessions).await;
}

#[tokio::test]
async fn an_owners_pot_is_as_full_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sessions.db");
    let open = async || SqliteSessions::open(&file, MONTH).unwrap().within(1_000_000);
    knows_an_owner_after_a_restart(open).await;
}

#[tokio::test]
async fn conversations_of_a_version_without_pots_fill_them() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sessions.db");
    let former = rusqlite::Connection::open(&file).unwrap();
    former.execute_batch(include_str!("sqlite/sessions.sql")).unwrap();
    former.pragma_update(None, "user_version", 1).unwrap();
    // In that version, an owner got another number after each restart.
    for (id, owner, holder) in [("a", "ada", 1), ("b", "ada", 2), ("c", "", 3), ("d", "", 3)] {
        former.execute("INSERT INTO sessions VALUES (?, ?, unixepoch())", [id, owner]).unwrap();
        let sized = "INSERT INTO sizes VALUES (?, ?, 40000)";
        former.execute(sized, rusqlite::params![id, holder]).unwrap();
    }
    drop(former);
    for _ in 0..2 {
        drop(SqliteSessions::open(&file, MONTH).unwrap());
    }
    let pots = "SELECT json_group_array(bytes) FROM (SELECT bytes FROM pots ORDER BY known)";
    let kept = rusqlite::Connection::open(&file).unwrap();
    let pots: String = kept.query_row(pots, [], |row| row.get(0)).unwrap();
    assert_eq!((&*pots, untrue_pots(&kept)), ("[80000,80000]", 0));
    let sessions = SqliteSessions::open(&file, MONTH).unwrap().within(1_000_000);
    sessions.append("ada", "b", said(&["x".repeat(60_000).as_str()])).await.unwrap();
    assert_eq!(sessions.find("ada", "a").await.unwrap(), None, "her tenth was nearly full");
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
    forgets_sessions(&sessions).await;
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
    // An answer that was in progress arrives too late.
    sessions.append(BEARER, "a", said(&["late"])).await.unwrap();
    assert_eq!(found(&sessions, "a").await, None);
    for file in std::fs::read_dir(folder.path()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        assert!(!bytes.windows(11).any(|eleven| eleven == b"open sesame"));
    }
}

#[tokio::test]
async fn the_store_grows_to_its_bound_and_no_further() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sessions.db");
    let sessions = SqliteSessions::open(&file, MONTH).unwrap().within(1_000_000);
    keeps_within_its_bound(&sessions).await;
    let bytes = std::fs::metadata(&file).unwrap().len();
    assert!(bytes < 1_300_000, "{bytes}");
}

#[test]
fn ids_are_long_and_never_the_same() {
    let (one, other) = (new_id(), new_id());
    assert_eq!(one.len(), 64);
    assert_ne!(one, other);
    assert_ne!(one[..32], one[32..]);
}

#[test]
fn an_id_tells_when_it_was_made_unless_it_is_of_another_kind() {
    assert!(made_at(&new_id()) > Some(1_700_000_000));
    for other in ["", "7", "é", "0e1f6d2e93a84f1eb8d82a3c8c5f4f110e1f6d2e93a84f1eb8d82a3c8c5f4f11"]
    {
        assert_eq!(made_at(other), None, "{other}");
    }
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
fn a_file_of_a_newer_program_is_left_as_it_is_whoever_opens_it() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    check_versions(data).unwrap();
    for name in ["sessions.db", "insights.db", "keys.db", "vectors.db"] {
        let file = data.join(name);
        let newer = rusqlite::Connection::open(&file).unwrap();
        newer.execute_batch("CREATE TABLE more (a); INSERT INTO more VALUES ('kept')").unwrap();
        newer.pragma_update(None, "user_version", 99).unwrap();
        drop(newer);
        let bytes = std::fs::read(&file).unwrap();
        let refused = check_versions(data).unwrap_err();
        assert!(refused.to_string().contains("a newer Footnote has written the"), "{refused}");
        let opened = match name {
            "sessions.db" => SqliteSessions::open(&file, MONTH).map(drop),
            "vectors.db" => SqliteVectors::open(data).map(drop),
            _ => Err(refused),
        };
        assert!(matches!(opened, Err(StoreError::Mismatch(_))), "{name}");
        assert!(std::fs::read(&file).unwrap() == bytes && aside::found(data).is_empty());
        std::fs::write(&file, "no database at all, but long enough for a header".repeat(99))
            .unwrap();
        check_versions(data).unwrap();
    }
}

#[tokio::test]
async fn the_keys_of_a_newer_program_are_left_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("keys.db");
    let newer = rusqlite::Connection::open(&file).unwrap();
    newer.pragma_update(None, "user_version", 99).unwrap();
    drop(newer);
    for _ in 0..2 {
        let read = SqliteKeys::open(&file).all().await;
        assert!(matches!(read, Err(StoreError::Mismatch(_))), "{read:?}");
    }
    assert!(aside::found(folder.path()).is_empty());
}

#[test]
fn each_damaged_file_is_set_aside_under_a_name_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sessions.db");
    for number in ["", "-2", "-3"] {
        std::fs::write(&file, format!("damaged{number} ").repeat(999)).unwrap();
        drop(SqliteSessions::open(&file, MONTH).unwrap());
        let aside = folder.path().join(format!("sessions{number}.damaged"));
        assert!(std::fs::read_to_string(&aside).unwrap().starts_with(&format!("damaged{number} ")));
    }
    assert_eq!(aside::found(folder.path()).len(), 3);
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
