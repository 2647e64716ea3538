//! Access control: the users and groups that may read a document, and the reader who asks.

mod allowed;
mod front_matter;
#[cfg(test)]
mod front_matter_tests;
mod yaml;

use std::collections::BTreeSet;

pub use allowed::Allowed;
use serde::{Deserialize, Serialize};

/// The name of the file with the ACL of its folder.
pub const FOLDER_FILE: &str = ".access";

/// The index term of documents that everybody may read.
const PUBLIC: &str = "public";

/// The access control list of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Acl {
    /// Everybody may read it.
    #[default]
    Public,
    /// Only these readers; nobody if none is named.
    Only {
        /// The names of users, in lower case.
        users: BTreeSet<String>,
        /// The names of groups, in lower case.
        groups: BTreeSet<String>,
    },
}

/// The person who asks, by user name and groups. By default nobody is known, and only public documents can be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reader {
    user: Option<String>,
    groups: BTreeSet<String>,
    is_operator: bool,
}

/// The error of an ACL that cannot be understood: a sentence with the line number.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum AclError {
    /// A line is neither `user: …` nor `group: …` nor `public`.
    #[error("line {0} names neither a user nor a group")]
    Line(usize),
    /// A line has a name that no header can carry, since groups in headers are separated by commas, or one that looks
    /// like part of a broken list.
    #[error("line {0} has a name with a comma, a `=`, a bracket or half of its quotation marks")]
    Name(usize),
    /// It admits both everybody and named readers.
    #[error("it says both `public` and who may read")]
    Both,
    /// It has no lines.
    #[error("it names nobody; `public` opens a folder")]
    Nobody,
}

impl Reader {
    /// Returns the reader with this name and these groups; empty names are dropped.
    pub fn new<'a>(user: Option<&str>, groups: impl IntoIterator<Item = &'a str>) -> Self {
        Self {
            user: user.and_then(normalised_name),
            groups: groups.into_iter().filter_map(normalised_name).collect(),
            is_operator: false,
        }
    }

    /// Returns the same reader as an operator of the server. Operators may not read any more documents than others.
    #[must_use]
    pub fn operating(self) -> Self {
        Self { is_operator: true, ..self }
    }

    /// Returns true for an operator of the server.
    pub fn is_operator(&self) -> bool {
        self.is_operator
    }

    /// Returns the name of the user, in lower case; `None` if unknown.
    pub fn user(&self) -> Option<&str> {
        self.user.as_deref()
    }

    /// Returns the names of the reader's groups, in lower case and sorted.
    pub fn groups(&self) -> impl Iterator<Item = &str> {
        self.groups.iter().map(String::as_str)
    }

    /// Returns true if the reader is in this group.
    pub fn is_in(&self, group: &str) -> bool {
        normalised_name(group).is_some_and(|group| self.groups.contains(&group))
    }

    /// Returns the owner of the conversations that the server keeps for this reader: the user in these groups, or an
    /// empty name if nobody is known.
    pub fn owner(&self) -> String {
        let known = self.terms().into_iter().filter(|term| term != PUBLIC);
        known.collect::<Vec<_>>().join("\n")
    }

    /// Returns the index terms of which a document must have one.
    pub fn terms(&self) -> Vec<String> {
        let user = self.user.iter().map(|name| user_term(name));
        let groups = self.groups.iter().map(|name| group_term(name));
        let public = std::iter::once(PUBLIC.to_owned());
        public.chain(user).chain(groups).collect()
    }
}

impl Acl {
    /// Returns an ACL that admits nobody.
    pub fn closed() -> Self {
        let (users, groups) = (BTreeSet::new(), BTreeSet::new());
        Self::Only { users, groups }
    }

    /// Returns true if everybody may read.
    pub fn is_public(&self) -> bool {
        *self == Self::Public
    }

    /// Returns true if this reader may read.
    pub fn admits(&self, reader: &Reader) -> bool {
        match self {
            Self::Public => true,
            Self::Only { users, groups } => {
                let user = reader.user.as_ref();
                user.is_some_and(|user| users.contains(user)) || !groups.is_disjoint(&reader.groups)
            }
        }
    }

    /// Returns a reader who is admitted and belongs to no other group; `None` if nobody is admitted.
    pub fn one_reader(&self) -> Option<Reader> {
        match self {
            Self::Public => Some(Reader::default()),
            Self::Only { users, groups } => match (users.first(), groups.first()) {
                (Some(user), _) => Some(Reader::new(Some(user), [])),
                (None, Some(group)) => Some(Reader::new(None, [group.as_str()])),
                (None, None) => None,
            },
        }
    }

    /// Its terms in the index.
    pub fn terms(&self) -> Vec<String> {
        match self {
            Self::Public => vec![PUBLIC.to_owned()],
            Self::Only { users, groups } => {
                let users = users.iter().map(|name| user_term(name));
                users.chain(groups.iter().map(|name| group_term(name))).collect()
            }
        }
    }

    /// Parses the ACL of a `.access` file: lines `user: alice` and `group: hr`, or `public` alone. `#` begins a comment
    /// at the start of a line and after a blank.
    ///
    /// # Errors
    ///
    /// Fails if a line is something else or has an impossible name, or there are no lines; the error names the first
    /// such line.
    pub fn of_folder(text: &str) -> Result<Self, AclError> {
        let mut named = AclNames::default();
        let mut is_public = false;
        let text = text.trim_start_matches('\u{feff}');
        for (number, line) in (1..).zip(text.lines()) {
            let line = without_comment(line).trim();
            if line.is_empty() {
                continue;
            }
            if line.eq_ignore_ascii_case(PUBLIC) {
                is_public = true;
                continue;
            }
            let entry = line.split_once(':');
            let entry = entry.and_then(|(key, list)| Some((kind(key)?, list)));
            let (kind, list) = entry.ok_or(AclError::Line(number))?;
            if !named.take(kind, list) {
                return Err(AclError::Name(number));
            }
        }
        match (is_public, named.is_empty()) {
            (true, true) => Ok(Self::Public),
            (true, false) => Err(AclError::Both),
            (false, true) => Err(AclError::Nobody),
            (false, false) => Ok(named.acl()),
        }
    }
}

/// The names found so far.
#[derive(Default)]
struct AclNames {
    users: BTreeSet<String>,
    groups: BTreeSet<String>,
}

impl AclNames {
    /// Adds the names of a list; returns `false` if one of them is impossible.
    fn take(&mut self, kind: NameKind, list: &str) -> bool {
        let list = list.trim();
        let inner = list.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let list = inner.unwrap_or(list);
        if !list.split(',').all(is_possible) {
            return false;
        }
        self.extend(kind, list.split(',').filter_map(normalised_name));
        true
    }

    fn extend(&mut self, kind: NameKind, names: impl IntoIterator<Item = String>) {
        match kind {
            NameKind::User => self.users.extend(names),
            NameKind::Group => self.groups.extend(names),
        }
    }

    fn is_empty(&self) -> bool {
        self.users.is_empty() && self.groups.is_empty()
    }

    fn acl(self) -> Acl {
        let Self { users, groups } = self;
        Acl::Only { users, groups }
    }
}

#[derive(Clone, Copy)]
enum NameKind {
    User,
    Group,
}

/// Returns true if a field of front matter names readers.
pub fn names_readers(field: &str) -> bool {
    kind(field).is_some()
}

fn kind(key: &str) -> Option<NameKind> {
    let key = key.trim().trim_matches(['"', '\'']);
    match key.to_ascii_lowercase().as_str() {
        "user" | "users" => Some(NameKind::User),
        "group" | "groups" => Some(NameKind::Group),
        _ => None,
    }
}

/// Returns a line up to a `#` at its start or after a blank; inside a word, `#` belongs to a name.
fn without_comment(line: &str) -> &str {
    let mut before = ' ';
    for (at, character) in line.char_indices() {
        if character == '#' && before.is_whitespace() {
            return line.get(..at).unwrap_or_default();
        }
        before = character;
    }
    line
}

/// Returns true if this part of a list can be a name. Names with commas were split: what is left of them has one of its
/// quotation marks, or the `=` of a directory's names.
fn is_possible(name: &str) -> bool {
    let name = name.trim();
    let is_quoted = |mark: char| (name.starts_with(mark), name.ends_with(mark));
    let is_whole = |mark| match is_quoted(mark) {
        (true, true) => name.len() > 1,
        (false, false) => true,
        _ => false,
    };
    let is_strange = |c: char| "=[]{}".contains(c) || c.is_control();
    !name.contains(is_strange) && is_whole('"') && is_whole('\'')
}

/// Returns a name in lower case without quotes, since proxies and people write them differently.
fn normalised_name(name: &str) -> Option<String> {
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

    pub(super) fn only(users: &[&str], groups: &[&str]) -> Acl {
        let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Acl::Only { users: set(users), groups: set(groups) }
    }

    #[test]
    fn a_folder_names_its_readers_line_by_line() {
        let text =
            "# Human resources\nuser: Alice\ngroup: hr # and\ngroups: board, \"works council\"\n";
        let expected = only(&["alice"], &["board", "hr", "works council"]);
        assert_eq!(Acl::of_folder(text), Ok(expected));
        assert_eq!(Acl::of_folder("public\n"), Ok(Acl::Public));
    }

    #[test]
    fn a_sign_inside_a_name_begins_no_comment() {
        let expected = only(&[], &["#1", "c#", "f#"]);
        let folder = "#ours\n  # too\ngroup: C#, F# # and\t#more\ngroup:#1";
        assert_eq!(Acl::of_folder(folder), Ok(expected.clone()));
        let matter = "groups: [C#, F#, '#1'] # ours\n# users: a";
        assert_eq!(Acl::of_front_matter(matter), Some(expected));
    }

    #[test]
    fn a_folder_that_says_something_else_is_told() {
        for (text, error) in [
            ("", AclError::Nobody),
            ("# nobody\n", AclError::Nobody),
            ("user:\n", AclError::Nobody),
            ("user: a\nalice\n", AclError::Line(2)),
            ("allow: a", AclError::Line(1)),
            ("public\nuser: a", AclError::Both),
            ("group: CN=hr,OU=people", AclError::Name(1)),
            ("user: a\nuser: \"Doe, Jane\"", AclError::Name(2)),
            ("group: [hr, board", AclError::Name(1)),
            ("group: hr]", AclError::Name(1)),
        ] {
            assert_eq!(Acl::of_folder(text), Err(error), "{text:?}");
        }
    }

    #[test]
    fn a_reader_is_admitted_by_name_or_group() {
        let acl = only(&["alice"], &["hr"]);
        assert!(acl.admits(&Reader::new(Some("Alice"), [])));
        assert!(acl.admits(&Reader::new(None, ["HR"])));
        assert!(!acl.admits(&Reader::new(Some("hr"), ["alice"])));
        assert!(!acl.admits(&Reader::default()));
        assert!(!Acl::closed().admits(&Reader::new(Some(""), [""])));
        assert!(Acl::Public.admits(&Reader::default()));
    }

    #[test]
    fn conversations_belong_to_a_user_in_groups() {
        let owners = [
            Reader::default(),
            Reader::new(Some("hr"), []),
            Reader::new(None, ["hr"]),
            Reader::new(Some("hr"), ["hr"]),
            Reader::new(None, ["hr", "board"]),
        ];
        let owners = owners.map(|reader| reader.owner());
        assert_eq!(owners[0], "");
        assert_eq!(owners.iter().collect::<BTreeSet<_>>().len(), owners.len());
        assert_eq!(Reader::new(None, ["Board", "HR"]).owner(), owners[4]);
    }

    #[test]
    fn terms_meet_where_a_reader_is_admitted() {
        let readers = [
            Reader::default(),
            Reader::new(Some("alice"), []),
            Reader::new(Some("public"), ["hr", "public"]),
        ];
        let acls = [Acl::Public, Acl::closed(), only(&["alice"], &[]), only(&["public"], &["hr"])];
        for reader in &readers {
            for acl in &acls {
                let meet = reader.terms().iter().any(|term| acl.terms().contains(term));
                assert_eq!(meet, acl.admits(reader), "{reader:?} {acl:?}");
            }
        }
    }
}
