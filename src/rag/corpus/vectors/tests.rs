//! What the store of vectors promises, in whatever order it is filled and wherever it is cut.

use std::collections::BTreeMap;
use std::fs;

use proptest::prelude::*;
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

fn stamp(modified: u64) -> Stamp {
    Stamp { size: 1, modified }
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
    let path = folder.path().join(FILE);
    let before = fs::metadata(&path).unwrap().len();
    vectors.tidy().unwrap();
    assert!(fs::metadata(&path).unwrap().len() < before / 100);
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

/// One thing that happens to a store.
#[derive(Clone, Debug)]
enum Step {
    /// The document gets these texts.
    Join(u8, Vec<u8>),
    /// Vectors come, of whatever passages.
    Put(Vec<(u8, u8, u8)>),
    /// The server begins again, after the last so many bytes of the file were lost.
    Crash(usize),
    Tidy,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        (0..3_u8, prop::collection::vec(0..4_u8, 0..4))
            .prop_map(|(path, texts)| Step::Join(path, texts)),
        prop::collection::vec((0..3_u8, 0..4_u8, 0..4_u8), 0..6).prop_map(Step::Put),
        (0..80_usize).prop_map(Step::Crash),
        Just(Step::Tidy),
    ];
    prop::collection::vec(step, 0..25)
}

fn texts_of(path: u8, texts: &[u8]) -> Vec<Passage> {
    let each = (0..).zip(texts);
    each.map(|(ordinal, text)| passage(&path.to_string(), ordinal, &text.to_string()))
        .collect()
}

/// Cuts the end off the file, as a crash in the middle of writing does.
fn cut(folder: &TempDir, lost: usize) {
    let path = folder.path().join(FILE);
    if let Ok(bytes) = fs::read(&path) {
        fs::write(&path, &bytes[..bytes.len().saturating_sub(lost)]).unwrap();
    }
}

proptest! {
    #[test]
    fn whatever_happens_a_passage_is_found_with_its_own_vector_or_awaited(steps in steps()) {
        let folder = tempfile::tempdir().unwrap();
        let mut vectors = opened(&folder);
        let mut documents: BTreeMap<u8, Vec<u8>> = BTreeMap::new();
        for step in steps {
            match step {
                Step::Join(path, texts) => {
                    vectors.join(&path.to_string(), stamp(1), &texts_of(path, &texts));
                    documents.insert(path, texts);
                }
                Step::Put(some) => {
                    let each = some.iter().map(|(path, ordinal, text)| {
                        passage(&path.to_string(), u32::from(*ordinal), &text.to_string())
                    });
                    put(&vectors, &each.collect::<Vec<_>>());
                }
                Step::Crash(lost) => {
                    drop(vectors);
                    cut(&folder, lost);
                    vectors = opened(&folder);
                    for (path, texts) in &documents {
                        vectors.join(&path.to_string(), stamp(1), &texts_of(*path, texts));
                    }
                }
                Step::Tidy => vectors.tidy().unwrap(),
            }
            let passages: Vec<_> = documents.iter().flat_map(|(path, texts)| texts_of(*path, texts)).collect();
            let awaited = passages.iter().filter(|one| vectors.table().awaits(Key::of(one))).count();
            let (ready, all) = vectors.counts();
            prop_assert_eq!(all, passages.len());
            prop_assert_eq!(ready + awaited, all);
            prop_assert_eq!(vectors.table().records().len(), ready);
            for one in passages.iter().filter(|one| !vectors.table().awaits(Key::of(one))) {
                let near = vectors.nearest(&vector(&one.text), 100, |_| true).unwrap();
                let own = near.iter().find(|near| near.path == one.path && near.ordinal == one.ordinal);
                let own = own.unwrap();
                prop_assert!(own.key == Key::of(one) && (own.score - 1.0).abs() < 0.001);
            }
        }
    }
}
