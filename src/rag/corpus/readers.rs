//! Who may read a document, and who asks.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// The term that the index has for documents that everybody may read.
const PUBLIC: &str = "public";

/// Who may read a document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Access {
    /// Everybody.
    #[default]
    Public,
    /// These, and nobody else; nobody at all if none is named.
    Only {
        /// The names of users, in small letters.
        users: BTreeSet<String>,
        /// The names of groups, in small letters.
        groups: BTreeSet<String>,
    },
}

/// Who asks; nobody is known by default, who may read what is public.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reader {
    user: Option<String>,
    groups: BTreeSet<String>,
}

/// Why a list of readers cannot be understood: a sentence with the number of its line.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum AccessError {
    /// A line is neither `user: …` nor `group: …` nor `public`.
    #[error("line {0} names neither a user nor a group")]
    Line(usize),
    /// It says that everybody may read and who may.
    #[error("it says both `public` and who may read")]
    Both,
    /// It has no lines.
    #[error("it names nobody; `public` opens a folder")]
    Nobody,
}

impl Reader {
    /// The reader of this name in these groups; empty names are none.
    pub fn new<'a>(user: Option<&str>, groups: impl IntoIterator<Item = &'a str>) -> Self {
        Self {
            user: user.and_then(named),
            groups: groups.into_iter().filter_map(named).collect(),
        }
    }

    /// The terms of the index of which a document must have one.
    pub fn terms(&self) -> Vec<String> {
        let user = self.user.iter().map(|name| user_term(name));
        let groups = self.groups.iter().map(|name| group_term(name));
        let public = std::iter::once(PUBLIC.to_owned());
        public.chain(user).chain(groups).collect()
    }
}

impl Access {
    /// Nobody's.
    pub fn closed() -> Self {
        let (users, groups) = (BTreeSet::new(), BTreeSet::new());
        Self::Only { users, groups }
    }

    /// Whether everybody may read.
    pub fn is_public(&self) -> bool {
        *self == Self::Public
    }

    /// Whether this reader may.
    pub fn admits(&self, reader: &Reader) -> bool {
        match self {
            Self::Public => true,
            Self::Only { users, groups } => {
                let user = reader.user.as_ref();
                user.is_some_and(|user| users.contains(user)) || !groups.is_disjoint(&reader.groups)
            }
        }
    }

    /// The terms that the index has for it.
    pub fn terms(&self) -> Vec<String> {
        match self {
            Self::Public => vec![PUBLIC.to_owned()],
            Self::Only { users, groups } => {
                let users = users.iter().map(|name| user_term(name));
                users
                    .chain(groups.iter().map(|name| group_term(name)))
                    .collect()
            }
        }
    }

    /// What a `.access` file says: lines `user: alice`, `group: hr`, or `public` alone; `#` begins a
    /// comment.
    ///
    /// # Errors
    ///
    /// The first line that is something else, or that there is none.
    pub fn of_folder(text: &str) -> Result<Self, AccessError> {
        let mut named = Named::default();
        let mut is_public = false;
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.split('#').next().unwrap_or_default();
            let line = line.trim().trim_start_matches('\u{feff}');
            if line.is_empty() {
                continue;
            }
            if line.eq_ignore_ascii_case(PUBLIC) {
                is_public = true;
            } else if !line
                .split_once(':')
                .is_some_and(|(key, list)| named.take(key, list))
            {
                return Err(AccessError::Line(number));
            }
        }
        match (is_public, named.is_empty()) {
            (true, true) => Ok(Self::Public),
            (true, false) => Err(AccessError::Both),
            (false, true) => Err(AccessError::Nobody),
            (false, false) => Ok(named.access()),
        }
    }

    /// What the front matter of a Markdown file says by `users` and `groups`, as lists in brackets, with
    /// commas, or one name in each line that follows; `None` if it has neither. What cannot be
    /// understood names nobody.
    pub fn of_front_matter(text: &str) -> Option<Self> {
        let mut named = Named::default();
        let mut is_said = false;
        let mut under: Option<&str> = None;
        for line in text.lines().map(str::trim) {
            if let (Some(key), Some(item)) = (under, line.strip_prefix('-')) {
                named.take(key, item);
                continue;
            }
            let key = line.split_once(':').map(|(key, _)| key.trim());
            under = key.filter(|key| kind(key).is_some());
            if let (Some(key), Some((_, list))) = (under, line.split_once(':')) {
                is_said = true;
                named.take(key, list);
            }
        }
        is_said.then(|| named.access())
    }
}

/// Names so far.
#[derive(Default)]
struct Named {
    users: BTreeSet<String>,
    groups: BTreeSet<String>,
}

impl Named {
    /// Takes the names of a list; `false` if `key` is of no list.
    fn take(&mut self, key: &str, list: &str) -> bool {
        let list = list.split(" #").next().unwrap_or_default().trim();
        let list = list.strip_prefix('[').unwrap_or(list);
        let list = list.strip_suffix(']').unwrap_or(list);
        let names = list.split(',').filter_map(named);
        match kind(key) {
            Some(Kind::User) => self.users.extend(names),
            Some(Kind::Group) => self.groups.extend(names),
            None => return false,
        }
        true
    }

    fn is_empty(&self) -> bool {
        self.users.is_empty() && self.groups.is_empty()
    }

    fn access(self) -> Access {
        let Self { users, groups } = self;
        Access::Only { users, groups }
    }
}

enum Kind {
    User,
    Group,
}

fn kind(key: &str) -> Option<Kind> {
    let key = key.trim().trim_matches(['"', '\'']);
    match key.to_ascii_lowercase().as_str() {
        "user" | "users" => Some(Kind::User),
        "group" | "groups" => Some(Kind::Group),
        _ => None,
    }
}

/// A name in small letters, without quotes: proxies and people write them as they like.
fn named(name: &str) -> Option<String> {
    let name = name.trim().trim_matches(['"', '\'']).trim();
    (!name.is_empty()).then(|| name.to_lowercase())
}

fn user_term(name: &str) -> String {
    format!("user:{name}")
}

fn group_term(name: &str) -> String {
    format!("group:{name}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn only(users: &[&str], groups: &[&str]) -> Access {
        let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Access::Only {
            users: set(users),
            groups: set(groups),
        }
    }

    #[test]
    fn a_folder_names_its_readers_line_by_line() {
        let text =
            "# Human resources\nuser: Alice\ngroup: hr # and\ngroups: board, \"works council\"\n";
        let expected = only(&["alice"], &["board", "hr", "works council"]);
        assert_eq!(Access::of_folder(text), Ok(expected));
        assert_eq!(Access::of_folder("public\n"), Ok(Access::Public));
    }

    #[test]
    fn a_folder_that_says_something_else_is_told() {
        for (text, error) in [
            ("", AccessError::Nobody),
            ("# nobody\n", AccessError::Nobody),
            ("user:\n", AccessError::Nobody),
            ("user: a\nalice\n", AccessError::Line(2)),
            ("allow: a", AccessError::Line(1)),
            ("public\nuser: a", AccessError::Both),
        ] {
            assert_eq!(Access::of_folder(text), Err(error), "{text:?}");
        }
    }

    #[test]
    fn front_matter_names_readers_as_lists_do() {
        for (text, expected) in [
            ("title: A\n", None),
            (
                "users: [a, 'B']\ngroups: hr\n",
                Some(only(&["a", "b"], &["hr"])),
            ),
            (
                "groups: hr, board # ours\n",
                Some(only(&[], &["board", "hr"])),
            ),
            (
                "users:\n  - a\n  - b\ntitle: A\n",
                Some(only(&["a", "b"], &[])),
            ),
            ("Users : a", Some(only(&["a"], &[]))),
            ("users: []\n", Some(Access::closed())),
            ("users:\n", Some(Access::closed())),
            ("groups: [\n", Some(Access::closed())),
        ] {
            assert_eq!(Access::of_front_matter(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_reader_is_admitted_by_name_or_group() {
        let access = only(&["alice"], &["hr"]);
        assert!(access.admits(&Reader::new(Some("Alice"), [])));
        assert!(access.admits(&Reader::new(None, ["HR"])));
        assert!(!access.admits(&Reader::new(Some("hr"), ["alice"])));
        assert!(!access.admits(&Reader::default()));
        assert!(!Access::closed().admits(&Reader::new(Some(""), [""])));
        assert!(Access::Public.admits(&Reader::default()));
    }

    #[test]
    fn terms_meet_where_a_reader_is_admitted() {
        let readers = [
            Reader::default(),
            Reader::new(Some("alice"), []),
            Reader::new(Some("public"), ["hr", "public"]),
        ];
        let accesses = [
            Access::Public,
            Access::closed(),
            only(&["alice"], &[]),
            only(&["public"], &["hr"]),
        ];
        for reader in &readers {
            for access in &accesses {
                let meet = reader
                    .terms()
                    .iter()
                    .any(|term| access.terms().contains(term));
                assert_eq!(meet, access.admits(reader), "{reader:?} {access:?}");
            }
        }
    }
}
