//! The contract of conversation stores, checked on an empty store.

use footnote_documents::Passage;
use footnote_documents::attach::Image;
use footnote_protocol::Message;

use super::pages::a_conversation_is_read_in_pages;
use super::quotas::keeps_shares;
pub use super::turns::words;
use super::turns::{questions, turn, what_a_turn_replaces_can_be_restored};
use crate::sessions::{Change, Session, SessionCounts, SessionStore};
use crate::{BEARER, KeptTurn, StoreError, TurnPlace};

/// Checks everything that the trait promises on an empty store with a lifetime of a month and a limit of a million
/// bytes.
pub async fn keeps_sessions(sessions: &dyn SessionStore) {
    assert_eq!(sessions.idle().await.unwrap(), None);
    turns_follow_each_other(sessions).await;
    what_is_exported_is_imported_once(sessions).await;
    sessions.begin("ada", "b", said(&["secret"])).await.unwrap();
    let again = sessions.begin("bob", "b", said(&["again"])).await;
    assert!(matches!(again, Err(StoreError::Exists)), "{again:?}");
    assert!(sessions.idle().await.unwrap().is_some_and(|idle| (0..60).contains(&idle)));
    sessions.expire().await.unwrap();
    nobody_else_has_it(sessions).await;
    attached_passages_stay_by_name(sessions).await;
    sessions.delete("ada", "b").await.unwrap();
    assert_eq!(sessions.list("ada").await.unwrap(), []);
    // An answer that was in progress arrives too late.
    sessions.append("ada", "b", said(&["late"])).await.unwrap();
    assert_eq!(sessions.find("ada", "b").await.unwrap(), None);
    what_was_used_last_is_listed_first(sessions).await;
    a_conversation_keeps_its_turns_and_its_name(sessions).await;
    what_is_discarded_can_be_recovered(sessions).await;
    what_a_turn_replaces_can_be_restored(sessions).await;
    a_link_leads_to_a_conversation_until_it_is_revoked(sessions).await;
    a_conversation_is_read_in_pages(sessions).await;
    any_text_is_kept(sessions).await;
    the_newest_images_stay_with_their_session(sessions).await;
    only_the_newest_messages_are_kept(sessions).await;
    a_user_is_forgotten_with_all_groups(sessions).await;
    turns_at_once_are_kept_whole(sessions).await;
    keeps_shares(sessions).await;
}

async fn what_is_exported_is_imported_once(sessions: &dyn SessionStore) {
    let before = sessions.export("", 9).await.unwrap();
    let image = Image {
        source: "plan.png".to_owned(),
        content_type: "image/png".to_owned(),
        bytes: vec![0, 1],
    };
    let change = Change {
        attachments: vec![("a.md".to_owned(), vec![Passage::default()])],
        images: vec![image],
        ..said(&["1", "2"])
    };
    sessions.begin("eve", "z", change.clone()).await.unwrap();
    let exported = sessions.export("y", 9).await.unwrap();
    assert_eq!((exported.len(), &exported[0].content), (1, &change));
    assert_eq!(sessions.export("", 9).await.unwrap().len(), before.len() + 1);
    sessions.delete("eve", "z").await.unwrap();
    for _ in 0..2 {
        sessions.import(exported[0].clone()).await.unwrap();
    }
    assert_eq!(sessions.export("y", 9).await.unwrap(), exported);
    sessions.delete("eve", "z").await.unwrap();
}

async fn a_user_is_forgotten_with_all_groups(sessions: &dyn SessionStore) {
    let owners = ["user:meg", "user:meg\ngroup:hr", "user:megan", "user:me", "group:hr"];
    for owner in owners {
        let id = format!("forgotten-{}", owner.replace(['\n', ':'], "-"));
        sessions.begin(owner, &id, said(&["kept"])).await.unwrap();
        sessions.share(owner, &id).await.unwrap().unwrap();
    }
    let before = sessions.counts().await.unwrap();
    let gone = sessions.forget("user:meg").await.unwrap();
    assert_eq!(gone, SessionCounts { sessions: 2, links: 2 });
    assert_eq!(sessions.forget("user:meg").await.unwrap(), SessionCounts::default());
    let after = sessions.counts().await.unwrap();
    assert_eq!((after.sessions + 2, after.links + 2), (before.sessions, before.links));
    for owner in ["user:megan", "user:me", "group:hr"] {
        assert_eq!(sessions.list(owner).await.unwrap().len(), 1, "{owner}");
        sessions.forget(owner).await.unwrap();
    }
}

/// Checks that each kind expires after its own lifetime, on an empty store where sessions of owners are kept for a month,
/// others not at all, and attachments not at all.
pub async fn each_kind_has_its_lifetime(sessions: &dyn SessionStore) {
    let image = Image {
        source: "plan.png".to_owned(),
        content_type: "image/png".to_owned(),
        bytes: vec![0; 5000],
    };
    let change = Change {
        attachments: vec![("a.md".to_owned(), vec![Passage::default()])],
        images: vec![image],
        ..said(&["kept"])
    };
    for (owner, id) in [("ada", "a"), (BEARER, "b")] {
        sessions.begin(owner, id, change.clone()).await.unwrap();
    }
    assert!(!sessions.lifetime("ada").is_zero());
    assert_eq!(sessions.find(BEARER, "b").await.unwrap(), None);
    sessions.expire().await.unwrap();
    let exported = sessions.export("", 9).await.unwrap();
    assert_eq!((exported.len(), &exported[0].content), (1, &said(&["kept"])));
    assert!(sessions.find("ada", "a").await.unwrap().unwrap().passages.is_empty());
    sessions.expire().await.unwrap();
}

async fn a_conversation_keeps_its_turns_and_its_name(sessions: &dyn SessionStore) {
    let keep = async |turn: KeptTurn, place| {
        sessions.keep_turn(("kim", None), "k", turn, place).await.unwrap()
    };
    let version = async || sessions.list("kim").await.unwrap()[0].version;
    assert!(keep(turn("1", "Tea?", ""), TurnPlace::New).await);
    // While the answer is being written, other clients do not see an empty one.
    assert_eq!(words(&sessions.find("kim", "k").await.unwrap().unwrap()), ["Tea?"]);
    let begun = version().await;
    assert!(keep(turn("1", "", "At four."), TurnPlace::Known).await);
    assert_eq!(version().await, begun + 1);
    sessions.append("kim", "k", said(&["From elsewhere"])).await.unwrap();
    keep(turn("2", "Cake?", "Never."), TurnPlace::New).await;
    let pair = |question: &str, detail: &str| (question.to_owned(), detail.to_owned());
    let (tea, cake) = (pair("Tea?", "{At four.}"), pair("Cake?", "{Never.}"));
    let kept = questions(sessions, "k").await;
    assert_eq!(kept, [tea.clone(), pair("From elsewhere", ""), cake]);
    // A repeated question stays as it is, and its answer is not replaced by an empty one.
    keep(turn("2", "Cake?", ""), TurnPlace::New).await;
    keep(turn("2", "Cake?", ""), TurnPlace::Known).await;
    assert_eq!(questions(sessions, "k").await, kept);
    for place in [TurnPlace::New, TurnPlace::Known, TurnPlace::From("1")] {
        assert!(
            !sessions.keep_turn(("bob", None), "k", turn("9", "Mine?", ""), place).await.unwrap()
        );
    }
    assert_eq!(sessions.open("bob", "k", 0).await.unwrap(), None);
    sessions.rename("kim", "k", "Über Tee").await.unwrap();
    sessions.pin("kim", "k", true).await.unwrap();
    assert!(!sessions.rename("bob", "k", "Mine").await.unwrap());
    let listed = sessions.list("kim").await.unwrap();
    assert_eq!((&*listed[0].name, &*listed[0].first, listed[0].pinned), ("Über Tee", "Tea?", true));
    for (words, found) in [("über", 1), ("AT FOUR", 1), ("from", 1), ("pie", 0), ("bob", 0)] {
        assert_eq!(sessions.search("kim", words).await.unwrap().len(), found, "{words}");
    }
    let exported = sessions.export("j", 1).await.unwrap();
    let kept = sessions.open("kim", "k", 0).await.unwrap().unwrap();
    sessions.delete("kim", "k").await.unwrap();
    sessions.import(exported[0].clone()).await.unwrap();
    let again = sessions.open("kim", "k", 0).await.unwrap().unwrap();
    assert_eq!((again.turns, again.listed.name), (kept.turns, kept.listed.name));
}

async fn what_is_discarded_can_be_recovered(sessions: &dyn SessionStore) {
    assert!(!sessions.discard("bob", "k", true).await.unwrap());
    assert_eq!(sessions.list("kim").await.unwrap().len(), 1);
    assert!(sessions.discard("kim", "k", true).await.unwrap());
    assert_eq!(sessions.list("kim").await.unwrap(), []);
    assert_eq!(sessions.find("kim", "k").await.unwrap(), None);
    assert_eq!(sessions.open("kim", "k", 0).await.unwrap(), None);
    // The end of an answer in progress does not bring the conversation back; a question in another window does.
    let keep = async |turn: KeptTurn, place| {
        sessions.keep_turn(("kim", None), "k", turn, place).await.unwrap()
    };
    assert!(keep(turn("2", "", "Always."), TurnPlace::Known).await);
    assert!(!keep(turn("7", "", "Yes."), TurnPlace::Known).await);
    sessions.expire().await.unwrap();
    assert_eq!(sessions.list("kim").await.unwrap(), []);
    sessions.discard("kim", "k", false).await.unwrap();
    assert_eq!(questions(sessions, "k").await[2].1, "{Always.}");
    sessions.discard("kim", "k", true).await.unwrap();
    keep(turn("4", "More?", ""), TurnPlace::New).await;
    assert_eq!(sessions.list("kim").await.unwrap().len(), 1);
    sessions.delete("kim", "k").await.unwrap();
}

async fn a_link_leads_to_a_conversation_until_it_is_revoked(sessions: &dyn SessionStore) {
    let keep = async |id: &str| {
        let kept = turn(id, "Tea?", "At four.");
        sessions.keep_turn(("kim", None), "k", kept, TurnPlace::New).await.unwrap();
    };
    keep("1").await;
    let shared = async |owner: &str| sessions.share(owner, "k").await.unwrap();
    let opened = async |token: &str| sessions.open_link(token, 0).await.unwrap();
    for (owner, id) in [("bob", "k"), ("kim", "none"), (BEARER, "k")] {
        assert_eq!(sessions.share(owner, id).await.unwrap(), None);
    }
    assert_eq!(sessions.link("kim", "k").await.unwrap(), None);
    let token = shared("kim").await.unwrap();
    assert_eq!(shared("kim").await, Some(token.clone()), "there is one");
    assert_eq!(sessions.link("kim", "k").await.unwrap(), Some(token.clone()));
    assert_eq!(sessions.link("bob", "k").await.unwrap(), None);
    assert!(sessions.list("kim").await.unwrap()[0].shared);
    keep("2").await;
    let found = opened(&token).await.unwrap();
    assert_eq!((&*found.owner, found.conversation.turns.len()), ("kim", 2), "as it is now");
    for none in [
        "",
        "k",
        "\0",
        &token[1..],
        &token.replace(|c: char| c == token.chars().next().unwrap(), "z"),
    ] {
        assert_eq!(opened(none).await, None);
    }
    sessions.discard("kim", "k", true).await.unwrap();
    assert_eq!((opened(&token).await, shared("kim").await), (None, None));
    sessions.discard("kim", "k", false).await.unwrap();
    let exported = sessions.export("j", 1).await.unwrap();
    assert_eq!(exported[0].link, Some(token.clone()));
    sessions.delete("kim", "k").await.unwrap();
    assert_eq!(opened(&token).await, None);
    sessions.import(exported[0].clone()).await.unwrap();
    assert!(opened(&token).await.is_some(), "it moves with its conversation");
    sessions.revoke("bob", "k").await.unwrap();
    assert!(opened(&token).await.is_some());
    sessions.revoke("kim", "k").await.unwrap();
    assert_eq!((opened(&token).await, sessions.link("kim", "k").await.unwrap()), (None, None));
    assert_ne!(shared("kim").await, Some(token));
    sessions.delete("kim", "k").await.unwrap();
}

/// Checks an empty store with a lifetime of zero.
pub async fn forgets_sessions(sessions: &dyn SessionStore) {
    sessions.begin(BEARER, "a", said(&["1"])).await.unwrap();
    assert_eq!(found(sessions, "a").await, None);
    assert_eq!(sessions.list(BEARER).await.unwrap(), []);
    sessions.expire().await.unwrap();
    // It is deleted, not only hidden.
    sessions.begin(BEARER, "a", said(&["2"])).await.unwrap();
}

/// A change that adds these questions.
pub fn said(words: &[&str]) -> Change {
    Change {
        messages: words.iter().map(|words| Message::user(*words)).collect(),
        ..Change::default()
    }
}

/// A change that attaches a file with one passage.
pub fn attached(name: &str, text: &str) -> Change {
    let passage = Passage { text: text.to_owned(), ..Passage::default() };
    Change { attachments: vec![(name.to_owned(), vec![passage])], ..Change::default() }
}

/// The session that anybody with its id can read.
pub async fn found(sessions: &dyn SessionStore, id: &str) -> Option<Session> {
    sessions.find(BEARER, id).await.unwrap()
}

async fn turns_follow_each_other(sessions: &dyn SessionStore) {
    sessions.begin(BEARER, "a", said(&["1", "2"])).await.unwrap();
    let detail = "{\"four\":4}".to_owned();
    let mut answered = Change { detail, ..said(&["3"]) };
    answered.messages.push(Message::assistant("4"));
    sessions.append(BEARER, "a", answered.clone()).await.unwrap();
    let session = found(sessions, "a").await.unwrap();
    assert_eq!(session.detail, answered.detail);
    let opened = sessions.open(BEARER, "a", 0).await.unwrap().unwrap();
    assert!(opened.turns.iter().all(|turn| turn.detail.is_empty()), "it is not the page's");
    assert_eq!(words(&session), ["1", "2", "3", "4"]);
    assert_eq!(session.messages[2..], answered.messages, "each with its author");
    let change = Change { replaces: true, ..said(&["one"]) };
    sessions.append(BEARER, "a", change).await.unwrap();
    let session = found(sessions, "a").await.unwrap();
    assert_eq!((words(&session), session.detail.as_str()), (vec!["one"], ""));
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
    assert_eq!((listed.len(), &*listed[0].id, &*listed[0].first), (1, "b", "secret"));
}

async fn attached_passages_stay_by_name(sessions: &dyn SessionStore) {
    let first = attached("a.md", "old");
    sessions.begin(BEARER, "c", first).await.unwrap();
    for change in [attached("b.md", "more"), attached("a.md", "new")] {
        sessions.append(BEARER, "c", change).await.unwrap();
    }
    let session = found(sessions, "c").await.unwrap();
    let passages = session.passages.iter();
    let texts: Vec<_> = passages.map(|passage| passage.text.as_str()).collect();
    assert_eq!(texts, ["new", "more"]);
    let detached = vec!["a.md".to_owned(), "none.md".to_owned()];
    let change = Change { detached, ..Change::default() };
    sessions.append(BEARER, "c", change).await.unwrap();
    assert_eq!(found(sessions, "c").await.unwrap().passages.len(), 1);
}

async fn what_was_used_last_is_listed_first(sessions: &dyn SessionStore) {
    let long = "ä𝄞".repeat(500);
    for (id, words) in [("l1", "first"), ("l2", &*long), ("l3", "third")] {
        sessions.begin("lin", id, said(&[words])).await.unwrap();
    }
    sessions.begin("lin", "l4", attached("a.md", "no question")).await.unwrap();
    let listed = sessions.list("lin").await.unwrap();
    let begins: String = long.chars().take(400).collect();
    let pairs: Vec<_> = listed.iter().map(|one| (one.id.as_str(), one.first.as_str())).collect();
    assert_eq!(pairs, [("l3", "third"), ("l2", &*begins), ("l1", "first")]);
}

async fn any_text_is_kept(sessions: &dyn SessionStore) {
    let odd = "a\0b \u{feff}\u{10ffff} 'quoted' \\x00";
    let mut change = Change { images: vec![image(odd)], ..said(&[odd]) };
    change.attachments = attached(odd, odd).attachments;
    sessions.begin(odd, odd, change.clone()).await.unwrap();
    let session = sessions.find(odd, odd).await.unwrap().unwrap();
    assert_eq!(words(&session), [odd]);
    assert_eq!(session.passages, change.attachments[0].1);
    assert_eq!(sessions.images(odd).await.unwrap(), change.images);
    assert_eq!(sessions.list(odd).await.unwrap()[0].id, odd);
    sessions.delete(odd, odd).await.unwrap();
    let long = "x".repeat(10_000);
    sessions.begin(&long, "long", said(&["1"])).await.unwrap();
    assert_eq!(sessions.list(&long).await.unwrap().len(), 1);
}

fn image(name: &str) -> Image {
    Image {
        source: format!("attached/{name}.png"),
        content_type: "image/png".to_owned(),
        bytes: name.as_bytes().to_vec(),
    }
}

async fn the_newest_images_stay_with_their_session(sessions: &dyn SessionStore) {
    sessions.begin(BEARER, "i", Change::default()).await.unwrap();
    for name in ["0", "1", "2", "3", "4", "2"] {
        let change = Change { images: vec![image(name)], ..Change::default() };
        sessions.append(BEARER, "i", change).await.unwrap();
    }
    let kept = sessions.images("i").await.unwrap();
    assert_eq!(kept, ["1", "3", "4", "2"].map(image));
    let change = Change { detached: vec![image("3").source], ..Change::default() };
    sessions.append(BEARER, "i", change).await.unwrap();
    assert_eq!(sessions.images("i").await.unwrap(), ["1", "4", "2"].map(image));
    assert_eq!(sessions.images("none").await.unwrap(), []);
}

async fn only_the_newest_messages_are_kept(sessions: &dyn SessionStore) {
    let many: Vec<String> = (0..300).map(|n| n.to_string()).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    sessions.begin(BEARER, "m", said(&many)).await.unwrap();
    assert_eq!(words(&found(sessions, "m").await.unwrap()), many[100..]);
}

async fn turns_at_once_are_kept_whole(sessions: &dyn SessionStore) {
    sessions.begin(BEARER, "t", Change::default()).await.unwrap();
    let turns = |name: &'static str| async move {
        for number in 0..10 {
            let turn = [format!("{name} asks {number}"), format!("{name} reads {number}")];
            sessions.append(BEARER, "t", said(&turn.each_ref().map(String::as_str))).await?;
        }
        Ok::<_, StoreError>(())
    };
    let (one, other) = tokio::join!(turns("one"), turns("other"));
    one.and(other).unwrap();
    let session = found(sessions, "t").await.unwrap();
    let words = words(&session);
    assert_eq!(words.len(), 40);
    assert!(words.chunks(2).all(|turn| turn[1] == turn[0].replace("asks", "reads")), "{words:?}");
    for name in ["one ", "other "] {
        let own: Vec<_> = words.iter().filter(|words| words.starts_with(name)).collect();
        assert!(own.is_sorted_by_key(|words| words.rsplit(' ').next()), "{own:?}");
    }
}
