//! Front matter in odd forms, compared with a second reader that uses another YAML library.

use proptest::prelude::*;
use serde_norway::Value;

use super::tests::only;
use super::yaml::AmbiguousYaml;
use super::{Acl, NameKind, kind};

/// Returns the ACL according to a strict reader: anything that is not plainly a list of names admits nobody.
fn strict(text: &str) -> Option<Acl> {
    let small = text.to_lowercase();
    match serde_norway::from_str::<Value>(text) {
        Ok(Value::Null) => None,
        Ok(Value::Mapping(entries)) => strict_entries(&entries).unwrap_or(Some(Acl::closed())),
        _ if small.contains("user") || small.contains("group") => Some(Acl::closed()),
        _ => None,
    }
}

fn strict_entries(entries: &serde_norway::Mapping) -> Result<Option<Acl>, AmbiguousYaml> {
    let (mut users, mut groups) = (None, None);
    for (key, value) in entries {
        let Value::String(word) = key else {
            let said = format!("{key:?}").to_lowercase();
            let is_meant = said.contains("user") || said.contains("group");
            if is_meant || nests(value) {
                return Err(AmbiguousYaml);
            }
            continue;
        };
        let list = match kind(word) {
            Some(NameKind::User) => &mut users,
            Some(NameKind::Group) => &mut groups,
            None if nests(value) => return Err(AmbiguousYaml),
            None => continue,
        };
        let names = strict_names(value).ok_or(AmbiguousYaml)?;
        if list.replace(names).is_some() {
            return Err(AmbiguousYaml);
        }
    }
    if users.is_none() && groups.is_none() {
        return Ok(None);
    }
    let set = |names: Option<Vec<String>>| names.unwrap_or_default().into_iter().collect();
    let (users, groups) = (set(users), set(groups));
    Ok(Some(Acl::Only { users, groups }))
}

fn nests(value: &Value) -> bool {
    match value {
        Value::Mapping(entries) => entries.iter().any(|(key, value)| {
            key.as_str().is_some_and(|key| kind(key).is_some()) || nests(value)
        }),
        Value::Sequence(items) => items.iter().any(nests),
        Value::Tagged(tagged) => nests(&tagged.value),
        _ => false,
    }
}

fn strict_names(value: &Value) -> Option<Vec<String>> {
    let one = |value: &Value| match value {
        Value::String(text) => Some(text.trim().to_lowercase()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(is) => Some(is.to_string()),
        _ => None,
    };
    match value {
        Value::Null => Some(Vec::new()),
        Value::Sequence(items) => {
            let is_name = |name: &String| !name.contains([',', '[', '{', '=']);
            items.iter().map(|item| one(item).filter(is_name)).collect()
        }
        value => {
            let list = one(value)?;
            Some(list.split(',').map(|name| name.trim().to_owned()).collect())
        }
    }
}

/// Returns true if `other` admits everybody whom `acl` admits.
fn is_within(acl: Option<&Acl>, other: Option<&Acl>) -> bool {
    match (acl, other) {
        (_, None) => true,
        (None, Some(_)) => false,
        (Some(acl), Some(other)) => {
            let other = other.terms();
            acl.terms().iter().all(|term| other.contains(term))
        }
    }
}

/// The users and groups that front matter names.
enum Expected {
    Everybody,
    Named(&'static [&'static str], &'static [&'static str]),
}

use Expected::{Everybody, Named};

const NOBODY: Expected = Named(&[], &[]);

const ODD: &[(&str, Expected)] = &[
    // Without names.
    ("title: A\n", Everybody),
    ("# users: a\n", Everybody),
    ("", Everybody),
    ("title: [A\nsummary: |\n\tmore", Everybody),
    ("title: The user guide: part one", NOBODY),
    ("title: 'Users: all of us'", Everybody),
    ("tags: [users, groups]\n", Everybody),
    ("title: {{ page.title }}", Everybody),
    ("text: |\n  users: [a]\n", Everybody),
    ("superusers: [a]\nusergroup: b", Everybody),
    // Lists in every form.
    ("users: [a, 'B']\ngroups: hr\n", Named(&["a", "b"], &["hr"])),
    ("users: [\"a\", \"b c\",]", Named(&["a", "b c"], &[])),
    ("users: [a,\n  b # ours\n  ]", Named(&["a", "b"], &[])),
    ("groups: hr, board # ours\n", Named(&[], &["board", "hr"])),
    ("users:\n  - a\n\n  # and\n  - b\ntitle: A\n", Named(&["a", "b"], &[])),
    ("users:\n- a\ntags:\n- b", Named(&["a"], &[])),
    ("groups:\thr\nusers: ~", Named(&[], &["hr"])),
    ("groups: ['@hr', 'b: c', o'neill]", Named(&[], &["@hr", "b: c", "o'neill"])),
    ("users: &all [a]\nowner: *all", Named(&["a"], &[])),
    ("users: [1234, \u{fc}nal@x.org]", Named(&["1234", "\u{fc}nal@x.org"], &[])),
    ("users: ['1e3', \"007\"]", Named(&["1e3", "007"], &[])),
    ("users: a\r\ngroups:\r\n  - hr\r\n", Named(&["a"], &["hr"])),
    // Keys in every form.
    ("Users : a", Named(&["a"], &[])),
    ("\"users\": [a]", Named(&["a"], &[])),
    ("'USER': a", Named(&["a"], &[])),
    ("\"\\x75sers\": [a]", Named(&["a"], &[])),
    ("{users: [a, b]}", Named(&["a", "b"], &[])),
    ("{\"users\": [\"a\"], title: A}", Named(&["a"], &[])),
    ("? users\n: [a]", Named(&["a"], &[])),
    ("? users\n: - a\n  - b\n", Named(&["a", "b"], &[])),
    // Keys that are not plain.
    ("? [users]\n: [a]", NOBODY),
    ("? {users: a}\n: [a]", NOBODY),
    ("? |-\n  users\n: [a]", NOBODY),
    ("? >-\n  users\n: [a]", NOBODY),
    ("!!str users: [a]", NOBODY),
    ("!!binary dXNlcnM=: [a]", NOBODY),
    ("word: &key users\n*key : [a]", NOBODY),
    ("users\u{200b}: [a]", NOBODY),
    ("\"users:\": [a]", NOBODY),
    ("? users", NOBODY),
    ("users", NOBODY),
    ("- users: [a]", NOBODY),
    ("title: A\nusers\n", NOBODY),
    ("title: A\nusers = a", NOBODY),
    ("users:[a]", NOBODY),
    ("title: A\n  users: [a]", NOBODY),
    ("access:\n  users: [a]", NOBODY),
    ("<<: {users: [a]}\ntitle: A", NOBODY),
    ("base: &base {users: [a]}\n<<: *base", NOBODY),
    ("list: [1, {Groups: hr}]", NOBODY),
    // Repeated keys.
    ("groups: hr\ngroups: board", NOBODY),
    ("user: a\nusers: b", NOBODY),
    ("users: a\nUSERS: b", NOBODY),
    ("title: A\ntitle: B\nusers: a", NOBODY),
    ("{users: a, users: b}", NOBODY),
    // Lists without names.
    ("users: []\n", NOBODY),
    ("users:\n", NOBODY),
    ("users: {}", NOBODY),
    ("users: [[a]]", NOBODY),
    ("users: [a, [b]]", NOBODY),
    ("users: [a, ~]", NOBODY),
    ("users: [a, {b: c}]", NOBODY),
    ("users:\n  a: b\n", NOBODY),
    ("users: !!set {a, b}", NOBODY),
    ("users: !mine [a]", NOBODY),
    ("users: [!!str a]", NOBODY),
    ("users: *all", NOBODY),
    ("all: &all [a]\nusers: *all", NOBODY),
    ("all: &all hr\ngroups: [*all]", NOBODY),
    ("groups: [\n", NOBODY),
    ("groups: [board", NOBODY),
    ("groups: board]", NOBODY),
    ("groups: \"[board]\"", NOBODY),
    ("groups: {hr: board}", NOBODY),
    ("groups: hr: board", NOBODY),
    ("groups: - hr", NOBODY),
    ("groups: |\n  hr", NOBODY),
    ("groups: >-\n  hr\n", NOBODY),
    ("groups: hr\n  board", NOBODY),
    ("groups: hr\n  - board", NOBODY),
    ("groups:\n  - hr\n    board", NOBODY),
    ("groups: \"hr\n  board\"", NOBODY),
    ("groups:\n\t- hr", NOBODY),
    ("\ttitle: A\ngroups: hr", NOBODY),
    ("groups: \"hr", NOBODY),
    ("users: [a", NOBODY),
    ("users: @all", NOBODY),
    // Names that nobody has, or that can be read in two ways.
    ("users: a\ngroups: [cn=hr]", NOBODY),
    ("users:\n- Doe, Jane", NOBODY),
    ("users: ['Doe, Jane']", NOBODY),
    ("groups: \"hr, board\"", NOBODY),
    ("groups: hr, 'Doe, Jane'", NOBODY),
    ("users: [1e3]", NOBODY),
    ("users: [0x1F, a]", NOBODY),
    ("users: 007", NOBODY),
    ("users: [\"'a'\"]", NOBODY),
    ("users: [\"a\\nb\"]", NOBODY),
    // Text that other parsers split into several documents, or into other lines.
    ("%YAML 1.2\n", NOBODY),
    ("%TAG ! tag:x,1:\n", NOBODY),
    ("title: A\n--- {users: [a]}\n", NOBODY),
    ("title: A\u{2028}users: [a]", NOBODY),
    ("title: A\u{85}users: [a]", NOBODY),
    ("title: \"\\\n  users: [a]", NOBODY),
];

#[test]
fn odd_front_matter_names_whom_it_says_or_nobody() {
    for (text, readers) in ODD {
        let expected = match readers {
            Everybody => None,
            Named(users, groups) => Some(only(users, groups)),
        };
        assert_eq!(Acl::of_front_matter(text), expected, "{text:?}");
    }
}

#[test]
fn a_strict_reader_closes_nothing_that_is_open_here() {
    for (text, _) in ODD {
        let (ours, strict) = (Acl::of_front_matter(text), strict(text));
        let is_within = is_within(ours.as_ref(), strict.as_ref());
        assert!(is_within, "{text:?}: {ours:?}, but {strict:?}");
    }
}

#[test]
fn deep_and_long_front_matter_ends_in_an_answer() {
    let deep = |open: &str, close: &str| {
        let (open, close) = (open.repeat(20_000), close.repeat(20_000));
        format!("title: {open}{close}\nusers: [a]")
    };
    let laughs = (0..64).fold("a0: &a0 [x]\n".to_owned(), |text, at| {
        let one = at + 1;
        text + &format!("a{one}: &a{one} [*a{at}, *a{at}, *a{at}]\n")
    });
    for text in [deep("[", "]"), deep("{a: ", "}"), "? ".repeat(20_000) + "users: a"] {
        assert_eq!(Acl::of_front_matter(&text), Some(Acl::closed()));
    }
    for text in ["? \n- users- ", "? [my groups]\n: a", "{{ user }}: a"] {
        let acl = Acl::of_front_matter(text);
        assert_eq!(acl, Some(Acl::closed()), "{text:?}");
    }
    let text = laughs + "users: [a]";
    assert_eq!(Acl::of_front_matter(&text), Some(only(&["a"], &[])));
}

#[test]
fn text_that_begins_as_front_matter_and_is_none_names_nobody() {
    let is_closed =
        |text: &str, is_cut| Acl::of_broken_front_matter(text, is_cut) == Some(Acl::closed());
    for text in [
        "--- {users: [a]}\nText.",
        "---\n\n? users\n: [a]\n---\nText.",
        "+++\nusers = [\"a\"]\n+++\nText.",
        "\n---\n \"Groups\" : hr\n---\nText.",
    ] {
        assert!(is_closed(text, false), "{text:?}");
    }
    let late = "\n".repeat(60);
    assert!(is_closed(&format!("---\n{late}users: [a]\n---\nText."), false));
    assert!(!is_closed(&format!("---\n{late}A rule.\n---\nusers: all"), false));
    assert!(!is_closed("---\n\nA rule, and text for users.", false));
    assert!(is_closed("---\n\nA rule, and text that goes", true));
    assert!(!is_closed(&"---\n\nA rule, and text.\n".repeat(50), true));
}

proptest! {
    #[test]
    fn nothing_is_open_that_a_strict_reader_closes(
        parts in proptest::collection::vec(proptest::sample::select(vec![
            "users", "groups", "title", "a", "b", ": ", ":", " ", "  ", "\n", "\n", "\n- ", "- ", "[",
            "]", "{", "}", ", ", "&x ", "*x", "? ", "|", ">-", "'", "\"", "#", " #", "\t", "!!str ",
            "<<: ", "%", "\\", "~", "1", "\r\n", "--- ",
        ]), 0..14)
    ) {
        let text = parts.concat();
        // Text that neither library accepts as YAML is compared by the test above.
        let is_yaml = serde_norway::from_str::<Value>(&text).is_ok();
        if is_yaml && Acl::of_front_matter(&text).is_none() {
            prop_assert_eq!(strict(&text), None);
        }
    }
}
