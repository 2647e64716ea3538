//! Property tests of the store: filled in any order, with its files cut anywhere.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;

/// A step in the life of a store.
#[derive(Clone, Debug)]
enum Step {
    /// The document gets these texts.
    Join(u8, Vec<u8>),
    /// Vectors of any passages arrive.
    Put(Vec<(u8, u8, u8)>),
    /// The server is killed and restarted; this many of the bytes written last are lost.
    Crash(usize),
    /// The server stops and restarts; this many bytes at the end of the file are lost.
    Lose(usize),
    Tidy,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        (0..3_u8, prop::collection::vec(0..4_u8, 0..4))
            .prop_map(|(path, texts)| Step::Join(path, texts)),
        prop::collection::vec((0..3_u8, 0..4_u8, 0..4_u8), 0..6).prop_map(Step::Put),
        (0..9_000_usize).prop_map(Step::Crash),
        (0..20_000_usize).prop_map(Step::Lose),
        Just(Step::Tidy),
    ];
    prop::collection::vec(step, 0..25)
}

fn texts_of(path: u8, texts: &[u8]) -> Vec<Passage> {
    let each = (0..).zip(texts);
    each.map(|(ordinal, text)| passage(&path.to_string(), ordinal, &text.to_string())).collect()
}

/// A copy of a folder's files as a killed process leaves them, without this many of the bytes written last.
fn killed(folder: &TempDir, lost: usize) -> TempDir {
    let after = tempfile::tempdir().unwrap();
    for name in ["vectors.db", "vectors.db-wal"] {
        if let Ok(bytes) = fs::read(folder.path().join(name)) {
            let lost = if name.ends_with("wal") { lost } else { 0 };
            let whole = &bytes[..bytes.len().saturating_sub(lost)];
            fs::write(after.path().join(name), whole).unwrap();
        }
    }
    after
}

fn lose(folder: &TempDir, lost: usize) {
    let file = folder.path().join("vectors.db");
    let bytes = fs::read(&file).unwrap();
    fs::write(file, &bytes[..bytes.len().saturating_sub(lost)]).unwrap();
}

fn join_all(vectors: &Vectors, documents: &BTreeMap<u8, Vec<u8>>) {
    for (path, texts) in documents {
        vectors.join(&path.to_string(), stamp(1), &texts_of(*path, texts));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn whatever_happens_a_passage_is_found_with_its_own_vector_or_awaited(steps in steps()) {
        let mut folder = tempfile::tempdir().unwrap();
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
                    folder = killed(&folder, lost);
                    vectors = opened(&folder);
                    join_all(&vectors, &documents);
                }
                Step::Lose(lost) => {
                    drop(vectors);
                    lose(&folder, lost);
                    vectors = opened(&folder);
                    join_all(&vectors, &documents);
                }
                Step::Tidy => vectors.reconcile(),
            }
            let passages: Vec<_> = documents.iter().flat_map(|(path, texts)| texts_of(*path, texts)).collect();
            let awaited = passages.iter().filter(|one| vectors.table().awaits(VectorKey::of(one))).count();
            let (ready, all) = vectors.counts();
            prop_assert_eq!(all, passages.len());
            prop_assert_eq!(ready + awaited, all);
            for one in passages.iter().filter(|one| !vectors.table().awaits(VectorKey::of(one))) {
                let near = vectors.nearest(&vector(&one.text), 100, |_| true).unwrap();
                let own = near.iter().find(|near| near.path == one.path && near.ordinal == one.ordinal);
                let own = own.unwrap();
                prop_assert!(own.key == VectorKey::of(one) && (own.score - 1.0).abs() < 0.001);
            }
        }
    }
}
