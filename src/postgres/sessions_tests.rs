//! Tests of conversations in the database: the contract, and several machines.

use footnote_store::contract_tests::quotas::{
    divides_its_room_into_pots, keeps_within_its_bound, knows_an_owner_after_a_restart,
};
use footnote_store::contract_tests::sessions::{
    attached, each_kind_has_its_lifetime, forgets_sessions, found, keeps_sessions, said, words,
};
use footnote_store::{BEARER, ConversationStore as _};
use futures_util::future::join_all;

use super::*;
use crate::tests::databases;

const MONTH: Duration = Duration::from_hours(30 * 24);

#[tokio::test]
async fn the_contract_is_kept() {
    for database in databases().await {
        let sessions = PostgresSessions::over(database.clone(), MONTH).within(1_000_000);
        keeps_sessions(&sessions).await;
        assert_eq!(untrue_pots(&database).await, 0);
    }
}

#[tokio::test]
async fn each_kind_expires_after_its_own_lifetime() {
    for database in databases().await {
        let (nobody, attachments) = (Duration::ZERO, Duration::ZERO);
        let lifetimes = Lifetimes { known: MONTH, nobody, attachments };
        let sessions = PostgresSessions::over(database.clone(), lifetimes);
        each_kind_has_its_lifetime(&sessions).await;
        assert_eq!(untrue_pots(&database).await, 0);
    }
}

/// Returns the number of pots whose sum differs from that of their sessions.
async fn untrue_pots(database: &Database) -> i64 {
    let untrue = "SELECT count(*) FROM \
        (SELECT holder, sum(bytes) AS bytes FROM footnote.sessions GROUP BY holder) AS counted \
        FULL JOIN footnote.pots USING (holder) WHERE counted.bytes IS DISTINCT FROM pots.bytes";
    database.row(untrue, &[]).await.unwrap().unwrap().get(0)
}

#[tokio::test]
async fn the_pots_of_owners_are_theirs_alone() {
    for database in databases().await {
        let sessions = PostgresSessions::over(database, MONTH).within(1_000_000);
        divides_its_room_into_pots(&sessions).await;
    }
}

#[tokio::test]
async fn an_owners_pot_is_as_full_on_another_machine() {
    for database in databases().await {
        let open = async || PostgresSessions::over(database.clone(), MONTH).within(1_000_000);
        knows_an_owner_after_a_restart(open).await;
    }
}

#[tokio::test]
async fn words_are_looked_for_in_many_conversations_at_once() {
    for database in databases().await {
        let sessions = PostgresSessions::over(database, MONTH).within(1_000_000_000);
        for id in 0..40 {
            let words = format!("{}{id} herons", "x".repeat(300_000));
            sessions.begin("ada", &id.to_string(), said(&["Hello", &words])).await.unwrap();
        }
        // More than there are connections.
        let searches = (0..20).map(|_| sessions.search("ada", "7 HERONS"));
        for found in join_all(searches).await {
            let mut found = found.unwrap();
            found.sort();
            assert_eq!(found, ["17", "27", "37", "7"]);
        }
    }
}

#[tokio::test]
async fn a_session_that_is_not_used_expires() {
    for database in databases().await {
        forgets_sessions(&PostgresSessions::over(database, Duration::ZERO)).await;
    }
}

#[tokio::test]
async fn a_lifetime_without_end_keeps_all() {
    for database in databases().await {
        let sessions = PostgresSessions::over(database, Duration::MAX);
        sessions.begin(BEARER, "a", said(&["1"])).await.unwrap();
        sessions.expire().await.unwrap();
        assert!(found(&sessions, "a").await.is_some());
    }
}

#[tokio::test]
async fn the_store_grows_to_its_bound_and_no_further() {
    for database in databases().await {
        let sessions = PostgresSessions::over(database, MONTH).within(1_000_000);
        keeps_within_its_bound(&sessions).await;
    }
}

#[tokio::test]
async fn two_machines_continue_one_conversation_and_know_the_same_holders() {
    for database in databases().await {
        let [one, other] = [(); 2].map(|()| PostgresSessions::over(database.clone(), MONTH));
        one.begin(BEARER, "a", said(&["0"])).await.unwrap();
        let turns = |machine, words: [&'static str; 2]| async move {
            let machine: &PostgresSessions = machine;
            for _ in 0..20 {
                machine.append(BEARER, "a", said(&words)).await.unwrap();
            }
        };
        tokio::join!(turns(&one, ["1", "2"]), turns(&other, ["3", "4"]));
        let session = found(&other, "a").await.unwrap();
        let turns = words(&session)[1..].concat();
        assert_eq!(turns.replace("12", "").replace("34", ""), "", "{turns}");
        assert_eq!(turns.len(), 80);
        let client = |last| Some([10, 0, 0, last].into());
        let number = one.holder(BEARER, client(1)).await.unwrap();
        assert_eq!(other.holder(BEARER, client(1)).await.unwrap(), number);
        assert_ne!(other.holder(BEARER, client(2)).await.unwrap(), number);
        assert_ne!(other.holder("ada", client(1)).await.unwrap(), number);
    }
}

#[tokio::test]
async fn turns_that_make_room_at_once_do_not_wait_for_each_other() {
    for database in databases().await {
        let sessions = PostgresSessions::over(database.clone(), MONTH).within(100_000);
        let turn = |client: u8| {
            let mut change = said(&["x".repeat(8000).as_str()]);
            change.client = Some([10, 0, 0, client].into());
            change.replaces = true;
            let (sessions, id) = (&sessions, client.to_string());
            async move {
                // If it was evicted, it starts over.
                match sessions.begin(BEARER, &id, change.clone()).await {
                    Err(StoreError::Exists) => sessions.append(BEARER, &id, change).await,
                    begun => begun,
                }
            }
        };
        for _ in 0..10 {
            for done in join_all((0..16).map(turn)).await {
                done.unwrap();
            }
        }
        assert_eq!(untrue_pots(&database).await, 0);
    }
}

#[tokio::test]
async fn another_database_numbers_its_holders_otherwise() {
    let mut numbers = Vec::new();
    for database in databases().await {
        let sessions = PostgresSessions::over(database, MONTH);
        numbers.push(sessions.holder("ada", None).await.unwrap().number);
    }
    let all = numbers.len();
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!(numbers.len(), all);
}

#[tokio::test]
async fn what_is_deleted_leaves_nothing_behind() {
    for database in databases().await {
        let sessions = PostgresSessions::over(database.clone(), MONTH);
        let mut change = attached("b.md", "open sesame");
        change.messages = said(&["open sesame"]).messages;
        sessions.begin(BEARER, "a", change).await.unwrap();
        sessions.delete(BEARER, "a").await.unwrap();
        let left = "SELECT (SELECT count(*) FROM footnote.sessions) + \
            (SELECT count(*) FROM footnote.messages) + \
            (SELECT count(*) FROM footnote.attachments)";
        let left: i64 = database.row(left, &[]).await.unwrap().unwrap().get(0);
        assert_eq!(left, 0);
    }
}
