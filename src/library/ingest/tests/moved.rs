//! Tests of files that are moved within the folder.

use footnote_documents::Passage;

use super::*;

/// Writes passages that no extraction of this file would make; finding them proves that it was not read.
pub(super) fn pretend(all: &Fixture, path: &str, words: &str) {
    let mut record = all.record(path);
    let passages = all.index.passages_of(path).unwrap();
    let passage = Passage { text: words.to_owned(), ..passages[0].clone() };
    record.state = FileState::Ready { passages: 1, pages: 1 };
    all.index.replace(path, &record, &[passage]).unwrap();
    all.index.commit().unwrap();
}

#[tokio::test]
async fn a_moved_file_is_not_read_again() {
    let all = fixture();
    std::fs::create_dir(all.folder.path().join("old")).unwrap();
    std::fs::create_dir(all.folder.path().join("board")).unwrap();
    all.write("board/.access", b"group: board");
    all.write("a.md", b"Apples ripen in September.");
    all.write("old/b.md", b"Pears ripen in August.");
    all.pass().await;
    pretend(&all, "a.md", "as it was read");
    pretend(&all, "old/b.md", "as it was read");
    let moved = |from: &str, to: &str| {
        std::fs::rename(all.folder.path().join(from), all.folder.path().join(to)).unwrap();
    };
    moved("old", "new");
    moved("a.md", "board/c.md");
    let files = all.pass().await;
    let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths, ["new/b.md"], "the other is the board's now");
    let passages = all.index.passages_of("new/b.md").unwrap();
    assert_eq!((passages.len(), passages[0].text.as_str()), (1, "as it was read"));
    assert_eq!((passages[0].id.as_str(), passages[0].title.as_str()), ("new/b.md#0", "b"));
    assert_eq!(passages[0].category.as_deref(), Some("new"));
    let closed = all.index.passages_of("board/c.md").unwrap();
    assert_eq!(closed[0].acl, all.record("board/c.md").acl);
    assert!(!closed[0].acl.is_public());
    assert_eq!((all.text("a.md"), all.text("old/b.md")), (String::new(), String::new()));
}

#[tokio::test]
async fn a_moved_file_that_holds_something_else_is_read_again() {
    let all = fixture();
    all.write("a.md", b"Apples ripen in September.");
    all.pass().await;
    pretend(&all, "a.md", "as it was read");
    let (old, new) = (all.folder.path().join("a.md"), all.folder.path().join("b.md"));
    let time = old.metadata().unwrap().modified().unwrap();
    std::fs::rename(old, &new).unwrap();
    all.write("b.md", b"Apples ripen in Septembre.");
    std::fs::File::options().write(true).open(&new).unwrap().set_modified(time).unwrap();
    all.pass().await;
    assert_eq!(all.text("b.md"), "Apples ripen in Septembre.");
    assert_eq!(all.text("a.md"), "");
}

#[tokio::test]
async fn a_moved_file_of_another_format_is_read_again() {
    let all = fixture();
    all.write("a.md", b"# Apples\n\nThey ripen in September.");
    all.pass().await;
    let at = |name: &str| all.folder.path().join(name);
    std::fs::rename(at("a.md"), at("a.txt")).unwrap();
    all.pass().await;
    assert_eq!(all.text("a.txt"), "# Apples\n\nThey ripen in September.");
}
