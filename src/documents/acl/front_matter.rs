//! ACLs in the front matter of Markdown files. Front matter that cannot be understood admits nobody.

use footnote_text::hidden::is_invisible;

use super::yaml::{self, AmbiguousYaml, Node, NodeContent};
use super::{Acl, AclNames, NameKind, is_possible, kind};

/// Number of lines in which unterminated front matter is searched for an ACL in any notation.
const MAX_LINES: usize = 50;

/// A Braille cell without dots: not ignorable in Unicode, but invisible.
const BLANK: char = '\u{2800}';

impl Acl {
    /// Returns the ACL in a Markdown file's front matter: its `users` and `groups`, as lists or separated by commas;
    /// `None` if it has neither. Anything else that may be intended as an ACL admits nobody: a nested or repeated key,
    /// a value that is not a list, or text that contains these words but is not YAML.
    pub fn of_front_matter(text: &str) -> Option<Self> {
        match yaml::document(text) {
            Ok(None) => None,
            Ok(Some(Node { content: NodeContent::Map(entries), is_tagged: false })) => {
                of_entries(&entries).unwrap_or_else(|AmbiguousYaml| Some(Self::closed()))
            }
            _ => may_have_acl(text).then(Self::closed),
        }
    }

    /// Returns the ACL of a Markdown text whose front matter names nobody and is followed by `after`. It admits nobody
    /// if the front matter is not YAML, may continue there (as when a quoted title contains a line of dashes), and
    /// names readers there.
    pub fn after_front_matter(text: &str, after: &str) -> Option<Self> {
        let may_go_on = text.lines().any(opens_value) && yaml::document(text).is_err();
        let mut rest = after.lines().take_while(|line| !is_fence(line));
        (may_go_on && rest.any(begins_with_acl_key)).then(Self::closed)
    }

    /// Returns the ACL of a Markdown text without valid front matter. It admits nobody if the text begins like front
    /// matter and names users or groups, or `is_cut` too early to be sure, because its author meant to restrict access.
    /// Front matter without an end may extend over the whole text; beyond its first lines, only a line that begins with
    /// a key counts.
    pub fn of_broken_front_matter(text: &str, is_cut: bool) -> Option<Self> {
        let is_unseen = |c: char| is_invisible(c) || (c.is_control() && !c.is_whitespace());
        let seen = text.replace(|c| is_unseen(c) || c == BLANK, "");
        let begins = seen.trim_start();
        let is_meant = begins.starts_with("---") || begins.starts_with("+++");
        // Up to the closing fence, or as far as an ACL is looked for.
        let fence = begins.lines().skip(1).position(is_fence);
        let most = fence.map_or(MAX_LINES, |fence| MAX_LINES.max(fence + 2));
        let lines = begins.split_inclusive('\n').take(most).enumerate();
        let (length, count) =
            lines.fold((0, 0), |(length, _), (before, line)| (length + line.len(), before + 1));
        let (head, rest) = begins.split_at_checked(length).unwrap_or((begins, ""));
        // A horizontal rule above a text is not front matter, even if a line far below names somebody.
        let may_go_on = fence.is_none() && opens_front_matter(begins);
        let names_any = has_acl_key(head) || (may_go_on && rest.lines().any(begins_with_acl_key));
        let is_closed = is_meant && (names_any || (is_cut && count < MAX_LINES));
        is_closed.then(Self::closed)
    }
}

/// Returns the ACL of the entries of the outermost mapping.
fn of_entries(entries: &[(Node<'_>, Node<'_>)]) -> Result<Option<Acl>, AmbiguousYaml> {
    let mut named = AclNames::default();
    let mut known = (false, false);
    for (key, value) in entries {
        let Some(kind) = key_of(key)? else {
            require_no_acl_key(value)?;
            continue;
        };
        let is_known = match kind {
            NameKind::User => &mut known.0,
            NameKind::Group => &mut known.1,
        };
        if std::mem::replace(is_known, true) {
            return Err(AmbiguousYaml);
        }
        named.extend(kind, names(value)?);
    }
    Ok((known != (false, false)).then(|| named.acl()))
}

/// Returns the kind of names that a key introduces; `None` for other keys.
fn key_of(key: &Node<'_>) -> Result<Option<NameKind>, AmbiguousYaml> {
    match &key.content {
        _ if key.is_tagged => Err(AmbiguousYaml),
        NodeContent::Text { text, .. } => {
            let bare: String = text.chars().filter(|c| c.is_alphanumeric()).collect();
            let found = kind(&bare);
            let is_exact = found.is_none() || text.trim() == bare;
            if is_exact { Ok(found) } else { Err(AmbiguousYaml) }
        }
        NodeContent::Alias | NodeContent::Lines => Err(AmbiguousYaml),
        // A template placeholder as a key parses as a mapping.
        _ if mentions_acl(key) => Err(AmbiguousYaml),
        NodeContent::List(_) | NodeContent::Map(_) => Ok(None),
    }
}

/// Returns true if a text within a node mentions users or groups.
fn mentions_acl(node: &Node<'_>) -> bool {
    match &node.content {
        // Lists and mappings are so unusual as keys that any mention of these words counts.
        NodeContent::Text { text, .. } => {
            let text = text.to_lowercase();
            kind(&text).is_some() || text.contains("user") || text.contains("group")
        }
        NodeContent::List(items) => items.iter().any(mentions_acl),
        NodeContent::Map(entries) => {
            entries.iter().any(|(key, value)| mentions_acl(key) || mentions_acl(value))
        }
        NodeContent::Lines | NodeContent::Alias => true,
    }
}

/// Checks that no key of an ACL is nested, where it would have no effect.
fn require_no_acl_key(node: &Node<'_>) -> Result<(), AmbiguousYaml> {
    match &node.content {
        NodeContent::Text { .. } | NodeContent::Lines | NodeContent::Alias => Ok(()),
        NodeContent::List(items) => items.iter().try_for_each(require_no_acl_key),
        NodeContent::Map(entries) => entries.iter().try_for_each(|(key, value)| {
            let is_other = key_of(key)?.is_none();
            if is_other { require_no_acl_key(value) } else { Err(AmbiguousYaml) }
        }),
    }
}

/// Returns the names in a list, or in a line separated by commas.
fn names(value: &Node<'_>) -> Result<Vec<String>, AmbiguousYaml> {
    let one = |text: &str, is_plain| name(text, is_plain).ok_or(AmbiguousYaml);
    match &value.content {
        _ if value.is_tagged => Err(AmbiguousYaml),
        NodeContent::Text { text, is_plain: true } if is_null(text) => Ok(Vec::new()),
        NodeContent::Text { text, is_plain: true } => {
            text.split(',').map(|part| one(part, true)).collect()
        }
        NodeContent::Text { text, .. } => Ok(vec![one(text, false)?]),
        NodeContent::List(items) => items
            .iter()
            .map(|item| match &item.content {
                NodeContent::Text { text, is_plain } if !item.is_tagged => one(text, *is_plain),
                _ => Err(AmbiguousYaml),
            })
            .collect(),
        _ => Err(AmbiguousYaml),
    }
}

/// Returns a possible name, in lower case.
fn name(text: &str, is_plain: bool) -> Option<String> {
    let text = text.trim();
    let is_quoted = text.starts_with(['"', '\'']) || text.ends_with(['"', '\'']);
    let is_other = is_plain && (is_null(text) || is_odd_number(text));
    let is_name = is_possible(text) && !text.contains(',') && !is_quoted && !is_other;
    (is_name && !text.is_empty()).then(|| text.to_lowercase())
}

fn is_null(text: &str) -> bool {
    matches!(text, "" | "~" | "null" | "Null" | "NULL")
}

/// Returns true if YAML may parse a plain text as a number that can be written in several ways, such as `1e3` or `007`.
/// Names are compared letter by letter.
fn is_odd_number(text: &str) -> bool {
    let digits = text.trim_start_matches(['+', '-']);
    let is_decimal = digits.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && digits.replace('_', "").parse::<f64>().is_ok();
    let is_other = ["0x", "0o", "0b"].iter().any(|base| digits.starts_with(base));
    let plain = text.parse::<u64>().map(|number| number.to_string());
    (is_decimal || is_other) && plain.as_deref() != Ok(text)
}

/// Returns true if text that is not valid front matter may contain an ACL for another parser.
fn may_have_acl(text: &str) -> bool {
    let small = text.to_lowercase();
    let words = ["user", "group"].iter().any(|word| small.contains(word));
    // Escapes can spell any word, and after directives the document is yet to come.
    words || small.contains('\\') || small.starts_with('%')
}

/// Returns true if a text contains the key of an ACL, in any notation.
fn has_acl_key(text: &str) -> bool {
    let mut parts = text.split([':', '=']);
    parts.next_back();
    parts.any(|before| {
        let word = before.trim_end_matches(|c: char| !c.is_alphanumeric());
        let word = word.rsplit(|c: char| !c.is_alphanumeric()).next();
        word.is_some_and(|word| kind(word).is_some())
    })
}

/// Returns true if a text begins with a line that is only a fence, followed by a line that is not blank.
fn opens_front_matter(text: &str) -> bool {
    let mut lines = text.lines();
    let opens = lines.next().is_some_and(|line| ["---", "+++"].contains(&line.trim_end()));
    opens && lines.next().is_some_and(|line| !line.trim().is_empty())
}

/// Returns true if the value in a line begins with a quotation mark or a bracket.
fn opens_value(line: &str) -> bool {
    let value = line.split_once(':').map_or(line, |(_, value)| value);
    value.trim_start_matches(['-', ' ', '\t']).starts_with(['"', '\'', '[', '{'])
}

/// Returns true if a line begins with the key of an ACL, even nested, quoted or in braces. Headings, comments and list
/// items do not count, because they are common in texts.
fn begins_with_acl_key(line: &str) -> bool {
    let line = line.trim_start_matches(|c: char| c.is_whitespace() || "\"'{,?".contains(c));
    let end = line.find(|c: char| !c.is_alphanumeric()).unwrap_or(line.len());
    let (word, rest) = line.split_at(end);
    let rest = rest.trim_start_matches(|c: char| c.is_whitespace() || "\"'".contains(c));
    kind(word).is_some() && rest.starts_with([':', '='])
}

/// Returns true if a line ends front matter.
fn is_fence(line: &str) -> bool {
    ["---", "+++", "..."].contains(&line.trim_end())
}
