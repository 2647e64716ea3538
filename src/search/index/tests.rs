//! Tests of the index for its writers and readers.

use footnote_documents::acl::Acl;
use footnote_documents::{FileState, Record, Stamp};

use super::*;

fn passage(path: &str, ordinal: u32, text: &str) -> Passage {
    Passage {
        id: format!("{path}#{ordinal}"),
        path: path.to_owned(),
        ordinal,
        text: text.to_owned(),
        ..Passage::default()
    }
}

fn record(path: &str, passages: u32) -> Record {
    Record {
        path: path.to_owned(),
        stamp: Stamp::default(),
        title: String::new(),
        state: FileState::Ready { passages, pages: 1 },
        ..Record::default()
    }
}

fn fill(index: &Index, path: &str, texts: &[&str]) {
    let passages: Vec<Passage> =
        (0..).zip(texts).map(|(ordinal, text)| passage(path, ordinal, text)).collect();
    let count = u32::try_from(passages.len()).unwrap();
    index.replace(path, &record(path, count), &passages).unwrap();
}

fn texts(index: &Index, path: &str) -> Vec<String> {
    let passages = index.passages_of(path).unwrap();
    passages.into_iter().map(|passage| passage.text).collect()
}

#[test]
fn what_is_not_committed_is_not_seen() {
    let index = Index::in_memory().unwrap();
    fill(&index, "a.md", &["one"]);
    assert!(index.records().is_empty() && texts(&index, "a.md").is_empty());
    index.commit().unwrap();
    assert_eq!(texts(&index, "a.md"), ["one"]);
}

#[test]
fn a_changed_files_old_passages_vanish_in_the_same_commit() {
    let index = Index::in_memory().unwrap();
    fill(&index, "a.md", &["one", "two", "three"]);
    fill(&index, "b.md", &["other"]);
    index.commit().unwrap();
    let from = |start, most| {
        let passages = index.passages_from("a.md", start, most).unwrap();
        let texts = passages.into_iter().map(|passage| passage.text);
        texts.collect::<Vec<_>>()
    };
    assert_eq!(from(Start::Passage(0), 2), ["one", "two"]);
    assert_eq!(from(Start::Passage(1), 9), ["two", "three"]);
    assert!(from(Start::Passage(3), 9).is_empty());
    fill(&index, "a.md", &["new"]);
    index.commit().unwrap();
    assert_eq!(texts(&index, "a.md"), ["new"]);
    assert_eq!(texts(&index, "b.md"), ["other"]);
}

#[test]
fn a_file_whose_writing_was_given_up_leaves_what_was_there() {
    let index = Index::in_memory().unwrap();
    fill(&index, "a.md", &["one"]);
    index.commit().unwrap();
    index.begin("a.md").unwrap();
    index.append(&[passage("a.md", 0, "half of it")]).unwrap();
    index.forget_unfinished();
    fill(&index, "b.md", &["other"]);
    index.commit().unwrap();
    assert_eq!(texts(&index, "a.md"), ["one"]);
    assert_eq!(texts(&index, "b.md"), ["other"]);
}

#[test]
fn a_file_that_fails_half_way_has_no_passages() {
    let index = Index::in_memory().unwrap();
    index.begin("a.md").unwrap();
    index.append(&[passage("a.md", 0, "half of it")]).unwrap();
    let failed = Record { state: FileState::Failed("is damaged".to_owned()), ..record("a.md", 0) };
    index.finish(failed.clone()).unwrap();
    index.commit().unwrap();
    assert!(texts(&index, "a.md").is_empty());
    assert_eq!(index.records().get("a.md").unwrap().as_ref(), &failed);
}

#[test]
fn a_removed_file_leaves_nothing() {
    let index = Index::in_memory().unwrap();
    fill(&index, "a.md", &["one"]);
    index.commit().unwrap();
    index.remove("a.md").unwrap();
    index.commit().unwrap();
    assert!(index.records().is_empty() && texts(&index, "a.md").is_empty());
}

#[test]
fn neighbours_are_of_the_same_document() {
    let index = Index::in_memory().unwrap();
    fill(&index, "a.md", &["one", "two", "three"]);
    index.commit().unwrap();
    let (before, after) = index.neighbours(&passage("a.md", 1, "two")).unwrap();
    assert_eq!(before.unwrap().text, "one");
    assert_eq!(after.unwrap().text, "three");
    let (before, _) = index.neighbours(&passage("a.md", 0, "one")).unwrap();
    assert_eq!(before, None);
}

#[test]
fn an_index_is_found_again_with_its_records() {
    let folder = tempfile::tempdir().unwrap();
    let index = Index::open(folder.path()).unwrap();
    fill(&index, "a.md", &["one"]);
    index.commit().unwrap();
    fill(&index, "b.md", &["lost, for it was never committed"]);
    drop(index);
    let index = Index::open(folder.path()).unwrap();
    let records = index.records();
    assert!(records.len() == 1 && records.get("a.md").is_some());
    assert_eq!(texts(&index, "a.md"), ["one"]);
}

#[test]
fn a_second_opening_of_the_same_folder_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let _index = Index::open(folder.path()).unwrap();
    let second = Index::open(folder.path()).err().unwrap();
    assert!(matches!(second, IndexError::InUse(_)));
}

#[test]
fn an_index_of_another_version_is_rebuilt() {
    let folder = tempfile::tempdir().unwrap();
    let index = Index::open(folder.path()).unwrap();
    fill(&index, "a.md", &["one"]);
    index.commit().unwrap();
    drop(index);
    std::fs::write(folder.path().join("version"), "0").unwrap();
    assert!(Index::open(folder.path()).unwrap().records().is_empty());
}

#[test]
fn a_damaged_index_is_set_aside_and_rebuilt() {
    let folder = tempfile::tempdir().unwrap();
    let index = Index::open(folder.path()).unwrap();
    fill(&index, "a.md", &["one"]);
    index.commit().unwrap();
    drop(index);
    for file in std::fs::read_dir(folder.path().join("entries")).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_some_and(|end| end == "store") {
            std::fs::write(path, "damaged").unwrap();
        }
    }
    // An index set aside earlier stays.
    let aside = folder.path().join("entries.damaged");
    std::fs::create_dir(&aside).unwrap();
    std::fs::write(aside.join("earlier"), "").unwrap();
    let index = Index::open(folder.path()).unwrap();
    assert!(index.records().is_empty());
    fill(&index, "a.md", &["again"]);
    index.commit().unwrap();
    assert_eq!(texts(&index, "a.md"), ["again"]);
    assert!(aside.join("earlier").exists() && !aside.join("meta.json").exists());
    assert!(folder.path().join("entries-2.damaged/meta.json").exists());
}

#[test]
fn an_index_with_any_bit_flipped_is_opened_or_rebuilt_and_takes_documents_again() {
    let folder = tempfile::tempdir().unwrap();
    let index = Index::open(folder.path()).unwrap();
    fill(&index, "a.md", &["one", "another"]);
    index.commit().unwrap();
    drop(index);
    for file in std::fs::read_dir(folder.path().join("entries")).unwrap() {
        let file = file.unwrap();
        let bytes = std::fs::read(file.path()).unwrap();
        for at in [0, bytes.len() / 2, bytes.len().saturating_sub(1)] {
            let other = tempfile::tempdir().unwrap();
            copy(folder.path(), other.path());
            copy(&folder.path().join("entries"), &other.path().join("entries"));
            let mut flipped = bytes.clone();
            let Some(byte) = flipped.get_mut(at) else {
                continue;
            };
            *byte ^= 0x10;
            let place = other.path().join("entries").join(file.file_name());
            std::fs::write(&place, flipped).unwrap();
            let index = Index::open(other.path()).unwrap();
            fill(&index, "a.md", &["again"]);
            index.commit().unwrap();
            assert_eq!(texts(&index, "a.md"), ["again"], "byte {at} of {place:?}");
        }
    }
}

/// Copies the files of a folder.
fn copy(from: &std::path::Path, to: &std::path::Path) {
    std::fs::create_dir_all(to).unwrap();
    for file in std::fs::read_dir(from).unwrap() {
        let file = file.unwrap();
        if file.path().is_file() {
            std::fs::copy(file.path(), to.join(file.file_name())).unwrap();
        }
    }
}

#[test]
fn what_a_killed_process_left_behind_is_in_nobodys_way() {
    let folder = tempfile::tempdir().unwrap();
    let entries = folder.path().join("entries");
    let index = Index::open(folder.path()).unwrap();
    fill(&index, "a.md", &["one"]);
    fill(&index, "b.md", &["other"]);
    index.commit().unwrap();
    let before = tempfile::tempdir().unwrap();
    copy(&entries, before.path());
    index.remove("a.md").unwrap();
    index.commit().unwrap();
    drop(index);
    // Everything that the commit wrote is there, except the file that makes it valid.
    let meta = std::fs::read(before.path().join("meta.json")).unwrap();
    std::fs::write(entries.join("meta.json"), meta).unwrap();
    let deleted = || {
        let files = std::fs::read_dir(&entries).unwrap();
        files
            .filter(|file| {
                file.as_ref().unwrap().path().extension().is_some_and(|end| end == "del")
            })
            .count()
    };
    assert_eq!(deleted(), 1);
    let index = Index::open(folder.path()).unwrap();
    assert_eq!(texts(&index, "a.md"), ["one"]);
    index.remove("a.md").unwrap();
    index.commit().unwrap();
    assert!(texts(&index, "a.md").is_empty());
}

#[test]
fn an_index_that_could_not_be_written_takes_changes_once_it_can() {
    let folder = tempfile::tempdir().unwrap();
    let index = Index::open(folder.path()).unwrap();
    fill(&index, "a.md", &["one"]);
    index.commit().unwrap();
    // No file can be written without an entry in this list.
    let list = folder.path().join("entries/.managed.json");
    std::fs::remove_file(&list).unwrap();
    std::fs::create_dir(&list).unwrap();
    let change = |text: &str| {
        index.replace("b.md", &record("b.md", 1), &[passage("b.md", 0, text)])?;
        index.commit()
    };
    for _ in 0..2 {
        assert!(change("lost").is_err());
        assert_eq!(texts(&index, "a.md"), ["one"]);
    }
    std::fs::remove_dir(&list).unwrap();
    change("two").unwrap();
    assert_eq!((texts(&index, "b.md"), index.records().len()), (vec!["two".to_owned()], 2));
}

#[test]
fn an_index_whose_folder_is_gone_begins_anew_in_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("data");
    let index = Index::open(&place).unwrap();
    fill(&index, "a.md", &["one"]);
    index.commit().unwrap();
    assert!(!index.is_lost());
    std::fs::remove_dir_all(&place).unwrap();
    assert!(index.is_lost());
    index.restore().unwrap();
    assert!(!index.is_lost() && index.records().is_empty());
    fill(&index, "a.md", &["again"]);
    index.commit().unwrap();
    drop(index);
    let index = Index::open(&place).unwrap();
    assert_eq!(texts(&index, "a.md"), ["again"]);
    // Another process has put another index in its place meanwhile.
    std::fs::remove_dir_all(&place).unwrap();
    let other = Index::open(&place).unwrap();
    assert!(index.is_lost());
    assert!(matches!(index.restore(), Err(IndexError::InUse(_))));
    drop(other);
    index.restore().unwrap();
}

#[test]
fn a_folder_that_is_let_go_of_in_a_moment_is_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let index = Index::open(folder.path()).unwrap();
    let letting_go = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(100));
        drop(index);
    });
    assert!(Index::open(folder.path()).is_ok());
    letting_go.join().unwrap();
}

#[test]
fn who_may_read_is_stored_under_the_name_that_older_indexes_have() {
    let (passage, record) = (passage("a.md", 0, "Tea"), record("a.md", 1));
    let closed = Acl::closed();
    let passage = serde_json::to_value(Passage { acl: closed.clone(), ..passage });
    let record = serde_json::to_value(Record { acl: closed, ..record });
    let stored = serde_json::json!({"Only": {"users": [], "groups": []}});
    assert_eq!(passage.unwrap()["access"], stored);
    assert_eq!(record.unwrap()["access"], stored);
}
