//! The contract of the stores of vectors, checked on an empty store.

use crate::{Vector, VectorKey, VectorStore};

/// Checks everything that the trait promises on an empty store.
pub fn keeps_vector_store(store: &dyn VectorStore) {
    let vector =
        |id, first| Vector { key: VectorKey(id), scale: 0.25, numbers: [first, -127, 127].into() };
    let sorted = || {
        let mut all = store.read().unwrap();
        all.sort_by_key(|vector| vector.key.0);
        all
    };
    assert_eq!((store.model().unwrap(), store.count().unwrap()), (None, 0));
    let written = [vector(1, 1), vector(2, 2), vector(u128::MAX, 3)];
    store.write("a", &written).unwrap();
    assert_eq!(store.model().unwrap().as_deref(), Some("a"));
    assert_eq!(sorted(), written);
    store.write("a", &[vector(2, 5)]).unwrap();
    assert_eq!(sorted()[1], vector(2, 5), "the newest of a key is kept");
    store.remove(&[written[0].key, written[2].key]).unwrap();
    assert_eq!(sorted(), [vector(2, 5)]);
    store.remove(&[written[0].key]).unwrap();
    assert_eq!(store.count().unwrap(), 1, "a key that is gone is no fault");
    store.remove(&[written[1].key]).unwrap();
    assert_eq!(store.model().unwrap().as_deref(), Some("a"));
}
