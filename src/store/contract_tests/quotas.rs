//! The contract of the quotas of sessions, checked on an empty store.

use footnote_protocol::Message;

use crate::sessions::{Change, SessionStore};
use crate::{BEARER, BROWSER};

/// Checks the quotas of clients and owners, on a store with a limit of a million bytes.
pub(super) async fn keeps_shares(sessions: &dyn SessionStore) {
    one_client_fills_its_own_share_and_loses_its_oldest_sessions(sessions).await;
    this_machine_has_a_share_like_every_client(sessions).await;
    an_owner_has_one_share_wherever_the_questions_come_from(sessions).await;
}

/// Checks that the newest sessions stay, on an empty store with a limit of a million bytes that gets three times as
/// much from sixty clients. Sessions without an owner may use half of it.
pub async fn keeps_within_its_bound(sessions: &dyn SessionStore) {
    let ids: Vec<String> = (0..60).map(|id| id.to_string()).collect();
    for (client, id) in (0..60).zip(&ids) {
        let begun = sessions.begin(BEARER, id, of_size(50_000, client));
        begun.await.unwrap();
    }
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let kept = kept(sessions, BEARER, &ids).await;
    assert!((6..10).contains(&kept.len()) && ids.ends_with(&kept), "the newest: {kept:?}");
}

/// Checks which conversations of owners stay, on an empty store with a limit of a million bytes, while others store
/// more than there is room for.
pub async fn divides_its_room_into_pots(sessions: &dyn SessionStore) {
    let old = ["pinned", "shared", "plain"];
    for id in old {
        sessions.begin("ada", id, of_size(20_000, 1)).await.unwrap();
    }
    sessions.pin("ada", "pinned", true).await.unwrap();
    sessions.share("ada", "shared").await.unwrap().unwrap();
    for client in 0..60 {
        let (browser, id) = (format!("{BROWSER}{client}"), format!("n{client}"));
        let owner = if client % 2 == 0 { BEARER } else { browser.as_str() };
        sessions.begin(owner, &id, of_size(50_000, client)).await.unwrap();
    }
    assert_eq!(kept(sessions, "ada", &old).await, old, "what is nobody's makes no room among them");
    // Her own are evicted: the pinned and the shared one last, and never the one just written.
    let all = ["pinned", "shared", "plain", "more", "much", "most", "all"];
    let left: [(&str, &[&str]); 3] = [
        ("more", &["pinned", "shared", "plain", "more"]),
        ("much", &["pinned", "shared", "much"]),
        ("most", &["pinned", "shared", "most"]),
    ];
    for (id, left) in left {
        sessions.begin("ada", id, of_size(35_000, 1)).await.unwrap();
        assert_eq!(kept(sessions, "ada", &all).await, left);
    }
    sessions.begin("ada", "all", of_size(85_000, 1)).await.unwrap();
    assert_eq!(kept(sessions, "ada", &all).await, ["all"]);
    // Among several owners, those who use most are evicted.
    sessions.begin("bob", "small", of_size(1_000, 1)).await.unwrap();
    for owner in 0..20 {
        let (owner, id) = (format!("owner{owner}"), format!("o{owner}"));
        sessions.begin(&owner, &id, of_size(40_000, 1)).await.unwrap();
    }
    assert_eq!(kept(sessions, "bob", &["small"]).await, ["small"]);
    assert!(kept(sessions, "ada", &["all"]).await.is_empty());
    assert!(
        !kept(sessions, BEARER, &["n59", "n58"]).await.is_empty(),
        "nor do owners push out these"
    );
}

/// Checks the quota of an owner on a store with a limit of a million bytes that is reopened each time.
pub async fn knows_an_owner_after_a_restart<S: SessionStore>(open: impl AsyncFn() -> S) {
    let ids: Vec<String> = (0..8).map(|id| id.to_string()).collect();
    for id in &ids {
        open().await.begin("ada", id, of_size(30_000, 1)).await.unwrap();
    }
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    assert_eq!(kept(&open().await, "ada", &ids).await, ids[6..], "a tenth of the store");
    for id in ids {
        open().await.delete("ada", id).await.unwrap();
    }
}

/// A change of this many bytes, from a client whose address ends with this number.
fn of_size(bytes: usize, client: u8) -> Change {
    let messages = vec![Message::user("x".repeat(bytes))];
    Change { client: Some([10, 0, 0, client].into()), messages, ..Change::default() }
}

/// The sessions among these that exist, for one owner.
async fn kept<'a>(sessions: &dyn SessionStore, owner: &str, ids: &[&'a str]) -> Vec<&'a str> {
    let mut kept = Vec::new();
    for id in ids {
        kept.extend(sessions.find(owner, id).await.unwrap().map(|_| *id));
    }
    kept
}

async fn one_client_fills_its_own_share_and_loses_its_oldest_sessions(sessions: &dyn SessionStore) {
    let all = ["other's", "s1", "s2", "s3", "s4"];
    for (id, client) in all.into_iter().zip([2, 1, 1, 1, 1]) {
        let begun = sessions.begin(BEARER, id, of_size(40_000, client));
        begun.await.unwrap();
    }
    assert_eq!(kept(sessions, BEARER, &all).await, ["other's", "s3", "s4"]);
    // A growing session counts too.
    let more = sessions.append(BEARER, "s4", of_size(30_000, 1));
    more.await.unwrap();
    assert_eq!(kept(sessions, BEARER, &all).await, ["other's", "s4"]);
}

async fn this_machine_has_a_share_like_every_client(sessions: &dyn SessionStore) {
    let all = ["h1", "h2", "h3"];
    for id in all {
        let local = Change { client: None, ..of_size(40_000, 1) };
        sessions.begin(BEARER, id, local).await.unwrap();
    }
    assert_eq!(kept(sessions, BEARER, &all).await, ["h2", "h3"]);
}

async fn an_owner_has_one_share_wherever_the_questions_come_from(sessions: &dyn SessionStore) {
    let all = ["o1", "o2", "o3"];
    for (id, client) in all.into_iter().zip([1, 2, 3]) {
        let begun = sessions.begin("eve", id, of_size(40_000, client));
        begun.await.unwrap();
    }
    assert_eq!(kept(sessions, "eve", &all).await, ["o2", "o3"]);
}
