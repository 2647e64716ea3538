//! What the index promises to those who fill it and those who read it.

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
    let passages: Vec<Passage> = (0..)
        .zip(texts)
        .map(|(ordinal, text)| passage(path, ordinal, text))
        .collect();
    let count = u32::try_from(passages.len()).unwrap();
    index
        .replace(path, &record(path, count), &passages)
        .unwrap();
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
    fill(&index, "a.md", &["new"]);
    index.commit().unwrap();
    assert_eq!(texts(&index, "a.md"), ["new"]);
    assert_eq!(texts(&index, "b.md"), ["other"]);
}

#[test]
fn a_removed_file_leaves_nothing() {
    let index = Index::in_memory().unwrap();
    fill(&index, "a.md", &["one"]);
    index.commit().unwrap();
    index.remove("a.md");
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
    assert_eq!(index.records().keys().collect::<Vec<_>>(), ["a.md"]);
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
fn a_damaged_index_is_rebuilt() {
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
    let index = Index::open(folder.path()).unwrap();
    assert!(index.records().is_empty());
    fill(&index, "a.md", &["again"]);
    index.commit().unwrap();
    assert_eq!(texts(&index, "a.md"), ["again"]);
}
