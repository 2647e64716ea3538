//! Sentences: where they begin and end, in prose, lists and several scripts.
