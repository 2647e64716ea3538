//! What the store of vectors promises.

mod steps;

use std::fs;

use tempfile::TempDir;

use super::*;
use crate::rag::corpus::readers::Access;

const DIMENSION: usize = 8;

fn passage(path: &str, ordinal: u32, text: &str) -> Passage {
    Passage {
        id: format!("{path}#{ordinal}"),
        path: path.to_owned(),
        ordinal,
        text: text.to_owned(),
        ..Passage::default()
    }
}

/// A vector that is the text's own.
fn vector(text: &str) -> Vec<f32> {
    let bits = hash(text.as_bytes());
    let number = |at: usize| if bits >> at & 1 == 1 { 1.0 } else { -1.0 };
    (0..DIMENSION).map(number).collect()
}

fn stamp(modified: i64) -> Stamp {
    Stamp {
        size: 1,
        modified,
        ..Stamp::default()
    }
}

fn put(vectors: &Vectors, passages: &[Passage]) {
    let each = passages.iter().map(|one| (Key::of(one), vector(&one.text)));
    vectors.put(&each.collect::<Vec<_>>()).unwrap();
}

fn opened(folder: &TempDir) -> Vectors {
    Vectors::open(folder.path(), "model").unwrap()
}

/// Path, ordinal and score of all that can be found.
fn all(vectors: &Vectors, question: &str) -> Vec<(String, u32, f32)> {
    let near = vectors.nearest(&vector(question), 100, |_| true).unwrap();
    near.into_iter()
        .map(|near| (near.path, near.ordinal, near.score))
        .collect()
}

#[test]
fn a_text_lies_nearest_to_itself() {
    let vectors = Vectors::in_memory("model");
    let passages = [passage("a", 0, "one"), passage("a", 1, "two")];
    vectors.join("a", stamp(1), &passages);
    assert_eq!(vectors.counts(), (0, 2));
    put(&vectors, &passages);
    assert_eq!(vectors.counts(), (2, 2));
    let found = all(&vectors, "two");
    assert_eq!((found[0].0.as_str(), found[0].1), ("a", 1));
    assert!((found[0].2 - 1.0).abs() < 0.001);
}

#[test]
fn only_what_is_new_or_changed_is_awaited() {
    let folder = tempfile::tempdir().unwrap();
    let old = [passage("a", 0, "one"), passage("a", 1, "two")];
    put(&opened(&folder), &old);
    let vectors = opened(&folder);
    let new = [passage("a", 0, "one"), passage("a", 1, "three")];
    vectors.join("a", stamp(2), &new);
    assert_eq!(vectors.counts(), (1, 2));
    assert!(vectors.table().awaits(Key::of(&new[1])));
    assert_eq!(vectors.table().awaiting(), ["a"]);
    // The old second passage is found no more.
    assert_eq!(all(&vectors, "two").len(), 1);
    let knows = |at| vectors.knows("a", stamp(at), &Access::Public);
    assert!(knows(2) && !knows(3));
    assert!(!vectors.knows("a", stamp(2), &Access::closed()));
}

#[test]
fn filters_see_each_document_without_its_text() {
    let vectors = Vectors::in_memory("model");
    for path in ["a", "b"] {
        let passages = [passage(path, 0, "one")];
        vectors.join(path, stamp(1), &passages);
        put(&vectors, &passages);
    }
    let is_b = |about: &Passage| about.path == "b" && about.text.is_empty();
    let near = vectors.nearest(&vector("one"), 9, is_b).unwrap();
    assert_eq!(near.len(), 1);
    vectors.keep(|path| path == "a");
    assert!(vectors.nearest(&vector("one"), 9, is_b).unwrap().is_empty());
}

#[test]
fn vectors_of_another_model_are_refused_with_the_remedy() {
    let folder = tempfile::tempdir().unwrap();
    put(&opened(&folder), &[passage("a", 0, "one")]);
    let error = Vectors::open(folder.path(), "other").unwrap_err();
    let told = error.to_string();
    assert!(
        told.contains("\"model\"") && told.contains("delete that file"),
        "{told}"
    );
}

#[test]
fn vectors_of_another_length_are_refused_with_the_remedy() {
    let folder = tempfile::tempdir().unwrap();
    put(&opened(&folder), &[passage("a", 0, "one")]);
    let vectors = opened(&folder);
    let other = [(Key::of(&passage("a", 1, "two")), vec![1.0, 2.0])];
    let told = vectors.put(&other).unwrap_err().to_string();
    assert!(
        told.contains("gives 2 numbers") && told.contains("delete that file"),
        "{told}"
    );
    assert!(vectors.nearest(&[1.0], 1, |_| true).is_err());
}

#[test]
fn what_stands_for_nothing_is_dropped_once_it_is_much() {
    let folder = tempfile::tempdir().unwrap();
    let vectors = opened(&folder);
    let many: Vec<_> = (0..2_500)
        .map(|n| passage("a", n, &format!("old {n}")))
        .collect();
    vectors.join("a", stamp(1), &many);
    put(&vectors, &many);
    let few = [passage("a", 0, "old 0"), passage("a", 1, "new")];
    vectors.join("a", stamp(2), &few);
    let before = size(&folder);
    vectors.tidy();
    assert!(size(&folder) < before / 100);
    put(&vectors, &few[1..]);
    assert_eq!(vectors.counts(), (2, 2));
    drop(vectors);
    let vectors = opened(&folder);
    vectors.join("a", stamp(2), &few);
    assert_eq!(vectors.counts(), (2, 2));
}

#[test]
fn a_file_that_is_none_is_begun_anew() {
    let folder = tempfile::tempdir().unwrap();
    for nothing in [
        "",
        "{\"version\":1,\"mod",
        "{\"version\":0,\"model\":\"x\",\"dimension\":4}\n",
    ] {
        fs::write(folder.path().join(FILE), nothing).unwrap();
        let passages = [passage("a", 0, "one")];
        let vectors = opened(&folder);
        vectors.join("a", stamp(1), &passages);
        put(&vectors, &passages);
        drop(vectors);
        let vectors = opened(&folder);
        vectors.join("a", stamp(1), &passages);
        assert_eq!(vectors.counts(), (1, 1), "{nothing:?}");
    }
}

/// The bytes of all files.
fn size(folder: &TempDir) -> u64 {
    let files = fs::read_dir(folder.path()).unwrap();
    files
        .map(|file| file.unwrap().metadata().unwrap().len())
        .sum()
}

/// The names of all files with vectors.
fn files(folder: &TempDir) -> Vec<String> {
    let files = fs::read_dir(folder.path()).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = names.filter(|name| !name.ends_with("lock")).collect();
    names.sort();
    names
}

/// Maps all that is there.
fn settle(vectors: &Vectors) {
    vectors.settle(&mut vectors.log(), Kept::All).unwrap();
}

#[test]
fn many_vectors_move_into_a_file_that_is_mapped() {
    let folder = tempfile::tempdir().unwrap();
    let vectors = opened(&folder);
    let many: Vec<_> = (0..3_500)
        .map(|n| passage("a", n, &n.to_string()))
        .collect();
    vectors.join("a", stamp(1), &many);
    for some in many.chunks(500) {
        put(&vectors, some);
    }
    assert_eq!(files(&folder), ["vectors", "vectors.2"]);
    assert!(fs::metadata(folder.path().join(FILE)).unwrap().len() < 30_000);
    let found = all(&vectors, "77");
    assert!(found.iter().any(|(_, ordinal, _)| *ordinal == 77));
    drop(vectors);
    let vectors = opened(&folder);
    vectors.join("a", stamp(1), &many);
    assert_eq!(vectors.counts(), (3_500, 3_500));
    assert_eq!(all(&vectors, "77"), found);
}

#[test]
fn without_the_file_that_the_remedy_names_all_begins_anew() {
    let folder = tempfile::tempdir().unwrap();
    let passages = [passage("a", 0, "one")];
    put(&opened(&folder), &passages);
    settle(&opened(&folder));
    assert_eq!(files(&folder), ["vectors", "vectors.1"]);
    fs::remove_file(folder.path().join(FILE)).unwrap();
    let vectors = Vectors::open(folder.path(), "other").unwrap();
    assert!(files(&folder).is_empty());
    vectors.join("a", stamp(1), &passages);
    assert_eq!(vectors.counts(), (0, 1));
}

#[test]
fn where_no_file_can_be_mapped_vectors_stay_in_memory_and_on_the_disk() {
    let folder = tempfile::tempdir().unwrap();
    let vectors = opened(&folder);
    // In the place of the file is what cannot be deleted as a file.
    fs::create_dir(folder.path().join("vectors.1")).unwrap();
    let many: Vec<_> = (0..1_200)
        .map(|n| passage("a", n, &n.to_string()))
        .collect();
    vectors.join("a", stamp(1), &many);
    put(&vectors, &many[..900]);
    vectors.tidy();
    assert!(vectors.log().can_settle());
    put(&vectors, &many[900..1_100]);
    assert!(!vectors.log().can_settle());
    put(&vectors, &many[1_100..]);
    vectors.tidy();
    assert_eq!(vectors.counts(), (1_200, 1_200));
    drop(vectors);
    let vectors = opened(&folder);
    vectors.join("a", stamp(1), &many);
    assert_eq!(vectors.counts(), (1_200, 1_200));
    fs::remove_dir(folder.path().join("vectors.1")).unwrap();
    vectors.tidy();
    assert_eq!(files(&folder), ["vectors", "vectors.1"]);
    assert!(vectors.log().can_settle());
}

#[test]
fn a_second_process_reads_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let passages = [passage("a", 0, "one"), passage("a", 1, "two")];
    let first = opened(&folder);
    put(&first, &passages[..1]);
    settle(&first);
    let before = size(&folder);
    let second = opened(&folder);
    second.join("a", stamp(1), &passages);
    assert_eq!(second.counts(), (1, 2));
    put(&second, &passages[1..]);
    assert_eq!(second.counts(), (2, 2));
    second.tidy();
    assert_eq!(size(&folder), before);
    put(&first, &passages[1..]);
    settle(&first);
    assert_eq!(all(&second, "one").len(), 2);
}

#[test]
fn vectors_of_the_version_before_are_taken_over() {
    let folder = tempfile::tempdir().unwrap();
    let passages = [passage("a", 0, "one"), passage("a", 1, "two")];
    let mut bytes = b"{\"version\":1,\"model\":\"model\",\"dimension\":8}\n".to_vec();
    for one in &passages {
        let Key { id, text } = Key::of(one);
        let mut record = [id.to_le_bytes(), text.to_le_bytes()].concat();
        record.extend((1.0_f32 / 127.0 / 8.0_f32.sqrt()).to_le_bytes());
        record.extend(
            vector(&one.text)
                .iter()
                .map(|n| if *n > 0.0 { 127 } else { 129 }),
        );
        record.extend(hash(&record).to_le_bytes());
        bytes.extend(record);
    }
    fs::write(folder.path().join(FILE), bytes).unwrap();
    for _ in 0..2 {
        let vectors = opened(&folder);
        vectors.join("a", stamp(1), &passages);
        assert_eq!(vectors.counts(), (2, 2));
        let found = all(&vectors, "two");
        assert!(
            found[0].1 == 1 && (found[0].2 - 1.0).abs() < 0.001,
            "{found:?}"
        );
    }
}

#[test]
fn of_passages_that_small_integers_do_not_tell_apart_the_nearest_is_first() {
    let vectors = Vectors::in_memory("model");
    let passages: Vec<_> = (0..5).map(|n| passage("a", n, &n.to_string())).collect();
    vectors.join("a", stamp(1), &passages);
    let turned = |n: u32| vec![1.0, f32::from(u16::try_from(n).unwrap()) / 1_000.0];
    let each = passages
        .iter()
        .map(|one| (Key::of(one), turned(one.ordinal)));
    vectors.put(&each.collect::<Vec<_>>()).unwrap();
    let near = vectors.nearest(&turned(3), 2, |_| true).unwrap();
    assert_eq!(near[0].ordinal, 3);
}

#[test]
fn vectors_whose_files_were_removed_are_written_anew() {
    let folder = tempfile::tempdir().unwrap();
    let vectors = opened(&folder);
    let passages = [passage("a", 0, "one"), passage("a", 1, "two")];
    vectors.join("a", stamp(1), &passages);
    put(&vectors, &passages);
    fs::remove_dir_all(folder.path()).unwrap();
    fs::create_dir(folder.path()).unwrap();
    vectors.tidy();
    drop(vectors);
    let again = opened(&folder);
    again.join("a", stamp(1), &passages);
    assert_eq!(again.counts(), (2, 2));
}
