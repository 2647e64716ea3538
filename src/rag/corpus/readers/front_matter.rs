//! Who may read a document by its own front matter: what cannot be read fully names nobody.

use super::{Access, Kind, Named, kind, without_comment};

/// Who begins front matter and does not end it has named the readers within so many lines.
const LONGEST: usize = 50;

impl Access {
    /// What the front matter of a Markdown file says by `users` and `groups`, as lists in brackets, with
    /// commas, or one name in each line that follows; `None` if it has neither. What is no YAML, or none
    /// that can be understood here, names nobody: a reader must not be taken for another.
    pub fn of_front_matter(text: &str) -> Option<Self> {
        let mut reading = Reading::default();
        for line in text.lines() {
            reading.take(line);
        }
        reading.access()
    }

    /// What a Markdown text says that has no front matter: nobody may read it if it begins as one that
    /// has, and names readers, for whoever wrote it meant some.
    pub fn of_broken_front_matter(text: &str) -> Option<Self> {
        let begins = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        let is_meant = begins.starts_with("---") || begins.starts_with("+++");
        let mut lines = begins.lines().take(LONGEST);
        let names = is_meant && lines.any(|line| readers(line).is_some());
        names.then(Self::closed)
    }
}

/// Front matter that is read line by line.
#[derive(Default)]
struct Reading {
    named: Named,
    /// The key that names readers, if the lines that follow may belong to it.
    under: Option<Key>,
    /// The keys that named readers so far.
    known: Vec<String>,
    is_broken: bool,
}

/// A key that names readers.
struct Key {
    kind: Kind,
    /// How far it is indented.
    indent: usize,
    /// Whether its names are still to come, one in each line.
    is_open: bool,
}

impl Reading {
    fn take(&mut self, line: &str) {
        let indented = line.trim_start();
        let indent = line.len() - indented.len();
        let text = without_comment(indented).trim_end();
        if text.is_empty() {
            return;
        }
        // YAML has no tabs there, so that it cannot be told what belongs to what.
        let is_blank = |indent: &str| indent.bytes().all(|byte| byte == b' ');
        self.is_broken |= !line.get(..indent).is_some_and(is_blank);
        match (&self.under, item(text)) {
            (Some(key), Some(name)) if indent >= key.indent => {
                let (kind, is_open) = (key.kind, key.is_open);
                // An item is one name, with its comma.
                let is_name = !name.contains(',') && !name.starts_with('[');
                self.is_broken |= !is_open || !is_name || !self.add(kind, name);
            }
            // The text of the line before goes on.
            (Some(key), None) if indent > key.indent => self.is_broken = true,
            _ => self.key(text, indent),
        }
    }

    /// Takes a line that begins with a key.
    fn key(&mut self, text: &str, indent: usize) {
        self.under = None;
        let Some(kind) = readers(text) else {
            return;
        };
        let said = text.split_once(':').filter(|(key, _)| !key.contains('='));
        let (key, list) = said.unwrap_or((text, ""));
        let (key, list) = (key.trim().to_ascii_lowercase(), list.trim());
        self.is_broken |= said.is_none() || self.known.contains(&key) || !self.add(kind, list);
        self.known.push(key);
        self.under = Some(Key {
            kind,
            indent,
            is_open: list.is_empty(),
        });
    }

    /// Adds the names of a list; `false` if it is none.
    fn add(&mut self, kind: Kind, list: &str) -> bool {
        let list = list.trim();
        match list {
            "~" | "null" => true,
            _ => is_plain(list) && self.named.take(kind, list),
        }
    }

    fn access(self) -> Option<Access> {
        let is_said = !self.known.is_empty();
        is_said.then(|| {
            if self.is_broken {
                Access::closed()
            } else {
                self.named.access()
            }
        })
    }
}

/// What stands behind the dash of an item.
fn item(text: &str) -> Option<&str> {
    let rest = text.strip_prefix('-')?;
    (rest.is_empty() || rest.starts_with(' ')).then(|| rest.trim())
}

/// Whether YAML takes a text for names: not for an anchor, a block, another item or a map.
fn is_plain(list: &str) -> bool {
    let is_name = |name: &str| {
        let is_sign = name.starts_with(['&', '*', '!', '|', '>', '%', '@', '`']);
        let is_part = ["- ", "? ", ": "].iter().any(|sign| name.starts_with(sign));
        !is_sign && !is_part && !name.contains(": ") && !name.ends_with(':')
    };
    let list = list.trim_start_matches('[');
    list.split(',').all(|name| is_name(name.trim()))
}

/// Whom a line `users: …` or `users = …` names.
fn readers(line: &str) -> Option<Kind> {
    line.split_once([':', '=']).and_then(|(key, _)| kind(key))
}

#[cfg(test)]
mod tests {
    use super::super::tests::only;
    use super::*;

    #[test]
    fn front_matter_names_readers_as_lists_do() {
        for (text, expected) in [
            ("title: A\n", None),
            ("title: [A\nsummary: |\n\tmore", None),
            (
                "users: [a, 'B']\ngroups: hr\n",
                Some(only(&["a", "b"], &["hr"])),
            ),
            (
                "groups: hr, board # ours\n",
                Some(only(&[], &["board", "hr"])),
            ),
            (
                "users:\n  - a\n\n  # and\n  - b\ntitle: A\n",
                Some(only(&["a", "b"], &[])),
            ),
            ("users:\n- a\ntags:\n- b", Some(only(&["a"], &[]))),
            ("groups:\thr\nusers: ~", Some(only(&[], &["hr"]))),
            ("groups: [\"@hr\", 'b: c']", Some(Access::closed())),
            ("groups: '@hr'", Some(only(&[], &["@hr"]))),
            ("Users : a", Some(only(&["a"], &[]))),
        ] {
            assert_eq!(Access::of_front_matter(text), expected, "{text:?}");
        }
    }

    #[test]
    fn what_cannot_be_read_fully_names_nobody() {
        for text in [
            "users: []\n",
            "users:\n",
            "groups: [\n",
            "groups: [board",
            "groups: board]",
            "groups: [hr,\n  board]",
            "groups: \"[board]\"",
            "groups: [[hr], board]",
            "groups: {hr: board}",
            "groups: hr: board",
            "groups: - hr",
            "groups: *all",
            "groups: [hr, *all]",
            "groups: |\n  hr",
            "groups: hr\n  board",
            "groups: hr\n  - board",
            "groups:\n  - hr\n    board",
            "groups:\n\t- hr",
            "\ttitle: A\ngroups: hr",
            "groups:\n  - [hr, board]",
            "groups:\n  - [hr]",
            "groups:\n  - name: hr",
            "groups:\n  -hr",
            "groups: hr\ngroups: board",
            "groups: \"hr",
            "users: a\ngroups: [cn=hr]",
            "users:\n- Doe, Jane",
            "groups: hr, 'Doe, Jane'",
            "title: A\nusers = a",
        ] {
            let access = Access::of_front_matter(text);
            assert_eq!(access, Some(Access::closed()), "{text:?}");
        }
    }
}
