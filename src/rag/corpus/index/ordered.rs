//! Records in an order: by the bytes of their paths, to be found, and by their names, to be listed.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::sync::Arc;

use super::Record;
use crate::rag::corpus::natural;

/// A record in the order of the paths.
#[derive(Debug)]
pub(super) struct ByPath(pub(super) Arc<Record>);

/// A record in the order in which people look for names.
#[derive(Debug)]
pub(super) struct ByName(pub(super) Arc<Record>);

impl Borrow<str> for ByPath {
    fn borrow(&self) -> &str {
        &self.0.path
    }
}

impl PartialEq for ByPath {
    fn eq(&self, other: &Self) -> bool {
        self.0.path == other.0.path
    }
}

impl Eq for ByPath {}

impl PartialOrd for ByPath {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for ByPath {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.path.cmp(&other.0.path)
    }
}

impl PartialEq for ByName {
    fn eq(&self, other: &Self) -> bool {
        self.0.path == other.0.path
    }
}

impl Eq for ByName {}

impl PartialOrd for ByName {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for ByName {
    fn cmp(&self, other: &Self) -> Ordering {
        natural::paths(&self.0.path, &other.0.path)
    }
}
