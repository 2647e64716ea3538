//! A pass over the folder: what changed is extracted, split and indexed; what is gone disappears.
