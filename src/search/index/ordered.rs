//! Orders of records: by path bytes for look-ups, and by name for lists.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::sync::Arc;

use footnote_documents::{Record, natural};

/// Defines a record ordered by its path.
macro_rules! ordered {
    ($(#[$about:meta])* $name:ident by $order:expr) => {
        $(#[$about])*
        #[derive(Debug)]
        pub(super) struct $name(pub(super) Arc<Record>);

        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                self.0.path == other.0.path
            }
        }

        impl Eq for $name {}

        impl PartialOrd for $name {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        impl Ord for $name {
            fn cmp(&self, other: &Self) -> Ordering {
                $order(&self.0.path, &other.0.path)
            }
        }
    };
}

ordered! {
    /// A record in the byte order of paths.
    ByPath by String::cmp
}

ordered! {
    /// A record in the order that people expect of names.
    ByName by natural::paths
}

impl Borrow<str> for ByPath {
    fn borrow(&self) -> &str {
        &self.0.path
    }
}
