//! Tests of the store of vectors.

mod steps;

use std::fs;

use footnote_documents::acl::Acl;
use footnote_documents::hash::quick;
use footnote_store::{EmbeddingPlace, SqliteVectors};
use tempfile::TempDir;

use super::*;

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

/// A vector that depends only on the text.
fn vector(text: &str) -> Vec<f32> {
    let bits = quick(text.as_bytes());
    let number = |at: usize| if bits >> at & 1 == 1 { 1.0 } else { -1.0 };
    (0..DIMENSION).map(number).collect()
}

fn stamp(modified: i64) -> Stamp {
    Stamp { size: 1, modified, ..Stamp::default() }
}

fn put(vectors: &Vectors, passages: &[Passage]) {
    let each = passages.iter().map(|one| (VectorKey::of(one), vector(&one.text)));
    vectors.put(&each.collect::<Vec<_>>()).unwrap();
}

fn opened_for(folder: &TempDir, model: &str) -> Result<Vectors, VectorsError> {
    let store = SqliteVectors::open(folder.path()).unwrap();
    Vectors::open(Box::new(store), model)
}

fn opened(folder: &TempDir) -> Vectors {
    opened_for(folder, "model").unwrap()
}

/// Path, ordinal and score of everything that can be found.
fn all(vectors: &Vectors, question: &str) -> Vec<(String, u32, f32)> {
    let near = vectors.nearest(&vector(question), 100, |_| true).unwrap();
    near.into_iter().map(|near| (near.path, near.ordinal, near.score)).collect()
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
    assert!(vectors.table().awaits(VectorKey::of(&new[1])));
    assert_eq!(vectors.table().awaiting(None, 9)[0].path, "a");
    // The old second passage is no longer found.
    assert_eq!(all(&vectors, "two").len(), 1);
    let knows = |at| vectors.knows("a", stamp(at), &Acl::Public);
    assert!(knows(2) && !knows(3));
    assert!(!vectors.knows("a", stamp(2), &Acl::closed()));
}

#[test]
fn documents_with_the_same_text_share_its_vector_until_the_last_is_gone() {
    let vectors = Vectors::in_memory("model");
    let one = passage("a", 0, "one");
    vectors.join("a", stamp(1), std::slice::from_ref(&one));
    vectors.join("c", stamp(1), &[passage("c", 0, "one"), passage("c", 1, "one")]);
    put(&vectors, &[one]);
    vectors.join("b", stamp(1), &[passage("b", 0, "two"), passage("b", 1, "one")]);
    assert_eq!(vectors.counts(), (4, 5));
    let found = |most| {
        let near = vectors.nearest(&vector("one"), most, |about| about.path != "c");
        let near = near.unwrap().into_iter();
        near.map(|near| (near.path, near.ordinal)).collect::<Vec<_>>()
    };
    assert_eq!(found(9), [("a".to_owned(), 0), ("b".to_owned(), 1)]);
    assert_eq!(found(1).len(), 1, "of several passages with one vector too");
    vectors.keep(|path| path == "b");
    vectors.reconcile();
    assert_eq!(found(9), [("b".to_owned(), 1)]);
    assert_eq!(vectors.counts(), (1, 2));
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
fn in_few_of_many_documents_the_nearest_are_those_of_all_that_are_admitted() {
    let vectors = Vectors::in_memory("model");
    for path in ["a", "b", "c", "d", "e"] {
        let passages = [passage(path, 0, path), passage(path, 1, "one"), passage(path, 2, "one")];
        vectors.join(path, stamp(1), &passages);
        put(&vectors, &passages);
    }
    let of_few = vectors.nearest(&vector("one"), 9, |about| about.path == "d").unwrap();
    let of_all = vectors.nearest(&vector("one"), 99, |_| true).unwrap();
    let expected: Vec<_> = of_all.into_iter().filter(|near| near.path == "d").collect();
    assert_eq!(expected.len(), 3);
    assert_eq!(of_few, expected);
}

#[test]
fn vectors_of_another_model_are_refused_with_the_remedy() {
    let folder = tempfile::tempdir().unwrap();
    put(&opened(&folder), &[passage("a", 0, "one")]);
    let error = opened_for(&folder, "other").unwrap_err();
    let message = error.to_string();
    assert!(message.contains("\"model\"") && message.contains("delete that file"), "{message}");
}

#[test]
fn vectors_of_another_length_are_refused_with_the_remedy() {
    let folder = tempfile::tempdir().unwrap();
    put(&opened(&folder), &[passage("a", 0, "one")]);
    let vectors = opened(&folder);
    let other = [(VectorKey::of(&passage("a", 1, "two")), vec![1.0, 2.0])];
    let message = vectors.put(&other).unwrap_err().to_string();
    assert!(
        message.contains("gives 2 numbers") && message.contains("delete that file"),
        "{message}"
    );
    assert!(vectors.nearest(&[1.0], 1, |_| true).is_err());
}

#[test]
fn further_rows_of_a_table_get_no_vector_and_do_not_count() {
    let vectors = Vectors::in_memory("model");
    let rows = |ordinal| Passage { only_rows: true, ..passage("a", ordinal, "| 5 |") };
    vectors.join("a", stamp(1), &[passage("a", 0, "| n |"), rows(1), rows(2)]);
    assert_eq!(vectors.counts(), (0, 1));
    put(&vectors, &[passage("a", 0, "| n |"), rows(1)]);
    assert_eq!(vectors.counts(), (1, 1));
    assert_eq!(all(&vectors, "| 5 |").len(), 1);
}

#[test]
fn a_text_that_the_model_refuses_does_not_count() {
    let vectors = Vectors::in_memory("model");
    let passages = [passage("a", 0, "one"), passage("a", 1, "two"), passage("a", 2, "two")];
    vectors.join("a", stamp(1), &passages);
    put(&vectors, &passages[..1]);
    vectors.table_mut().give_up(VectorKey::of(&passages[1]));
    assert_eq!(vectors.counts(), (1, 1));
    vectors.keep(|_| false);
    assert_eq!(vectors.counts(), (0, 0));
}

#[test]
fn the_newest_documents_are_embedded_first() {
    let vectors = Vectors::in_memory("model");
    for (path, modified) in [("a", 2), ("b", 9), ("c", 2), ("d", 5)] {
        vectors.join(path, stamp(modified), &[passage(path, 0, path), passage(path, 1, "all")]);
    }
    let awaiting = |after: Option<&EmbeddingPlace>, limit| {
        let places = vectors.table().awaiting(after, limit);
        places.into_iter().map(|place| place.path).collect::<Vec<_>>()
    };
    assert_eq!(awaiting(None, 9), ["b", "d", "c", "a"]);
    assert_eq!(awaiting(None, 2), ["b", "d"]);
    let second = EmbeddingPlace { modified: 5, path: "d".to_owned() };
    assert_eq!(awaiting(Some(&second), 9), ["c", "a"]);
}

#[test]
fn what_stands_for_nothing_is_dropped_once_it_is_much() {
    let folder = tempfile::tempdir().unwrap();
    let vectors = opened(&folder);
    let many: Vec<_> = (0..2_500).map(|n| passage("a", n, &format!("old {n}"))).collect();
    vectors.join("a", stamp(1), &many);
    put(&vectors, &many);
    let few = [passage("a", 0, "old 0"), passage("a", 1, "new")];
    vectors.join("a", stamp(2), &few);
    let kept = || SqliteVectors::open(folder.path()).unwrap().count().unwrap();
    assert_eq!(kept(), 2_500);
    let before = size(&folder);
    vectors.reconcile();
    assert_eq!(kept(), 1);
    assert!(size(&folder) < before / 3);
    put(&vectors, &few[1..]);
    assert_eq!(vectors.counts(), (2, 2));
    drop(vectors);
    let vectors = opened(&folder);
    vectors.join("a", stamp(2), &few);
    assert_eq!(vectors.counts(), (2, 2));
}

#[test]
fn the_little_that_stands_for_nothing_is_kept_for_its_return() {
    let folder = tempfile::tempdir().unwrap();
    let vectors = opened(&folder);
    let passages = [passage("a", 0, "one")];
    vectors.join("a", stamp(1), &passages);
    put(&vectors, &passages);
    vectors.keep(|_| false);
    vectors.reconcile();
    assert_eq!(vectors.counts(), (0, 0));
    vectors.join("a", stamp(2), &passages);
    assert_eq!(vectors.counts(), (1, 1));
}

/// Total size of the files, in bytes.
fn size(folder: &TempDir) -> u64 {
    let files = fs::read_dir(folder.path()).unwrap();
    files.map(|file| file.unwrap().metadata().unwrap().len()).sum()
}

#[test]
fn without_the_file_that_the_remedy_names_all_begins_anew() {
    let folder = tempfile::tempdir().unwrap();
    let passages = [passage("a", 0, "one")];
    put(&opened(&folder), &passages);
    let Err(VectorsError::Model { place, .. }) = opened_for(&folder, "other") else {
        panic!("another model's vectors are opened");
    };
    fs::remove_file(place).unwrap();
    let vectors = opened_for(&folder, "other").unwrap();
    vectors.join("a", stamp(1), &passages);
    assert_eq!(vectors.counts(), (0, 1));
    put(&vectors, &passages);
    drop(vectors);
    assert!(opened_for(&folder, "model").is_err());
}

#[test]
fn two_processes_share_their_vectors() {
    let folder = tempfile::tempdir().unwrap();
    let passages = [passage("a", 0, "one"), passage("a", 1, "two")];
    let (first, second) = (opened(&folder), opened(&folder));
    put(&first, &passages[..1]);
    second.join("a", stamp(1), &passages);
    put(&second, &passages);
    assert_eq!(second.counts(), (2, 2));
    drop((first, second));
    let again = opened(&folder);
    again.join("a", stamp(1), &passages);
    assert_eq!(again.counts(), (2, 2));
}

#[test]
fn a_document_takes_the_room_of_one_that_is_gone() {
    let vectors = Vectors::in_memory("model");
    for path in ["a", "b", "c", "d"] {
        let passages = [passage(path, 0, path)];
        vectors.join(path, stamp(1), &passages);
        put(&vectors, &passages);
        vectors.keep(|kept| kept == "a" || kept == path);
        let found: Vec<_> = all(&vectors, path).into_iter().map(|(path, _, _)| path).collect();
        assert!(found.len() <= 2 && found[0] == path, "{found:?}");
    }
}

#[test]
fn vectors_whose_file_was_removed_are_written_anew() {
    let folder = tempfile::tempdir().unwrap();
    let vectors = opened(&folder);
    let passages = [passage("a", 0, "one"), passage("a", 1, "two")];
    vectors.join("a", stamp(1), &passages);
    put(&vectors, &passages);
    fs::remove_dir_all(folder.path()).unwrap();
    fs::create_dir(folder.path()).unwrap();
    vectors.reconcile();
    drop(vectors);
    let again = opened(&folder);
    again.join("a", stamp(1), &passages);
    assert_eq!(again.counts(), (2, 2));
}
