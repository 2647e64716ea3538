//! Source code: each function or type is a heading, with its lines below it as code.

use footnote_text::list::has;

use super::chunks::Chunks;
use super::{ExtractError, ParsedDocument};
use footnote_documents::Block;

/// Words that may precede the keyword of a definition.
const MODIFIERS: &str = "\
    pub export default async static public private protected internal abstract final sealed open \
    data unsafe const extern inline virtual override partial create or replace declare local";

/// Keywords of definitions.
const DEFINITION_WORDS: &str = "\
    fn func fun def function sub class struct enum union trait impl interface protocol extension \
    module mod namespace object record type macro_rules! table view procedure";

/// Words before a parenthesis that do not begin a function.
const BRANCHES: &str = "if for while switch return else elif catch";

/// Maximum length of a heading in characters.
const MAX_HEADING_CHARS: usize = 120;

/// Reads source code.
///
/// # Errors
///
/// Fails if it is not text, or is empty.
pub(super) fn read(bytes: &[u8]) -> Result<ParsedDocument<'_>, ExtractError> {
    let chunks = Chunks::new(bytes)?;
    ParsedDocument::of_text(String::new(), chunks.flat_map(|text| blocks(&text)))
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines: Vec<&str> = Vec::new();
    for line in text.lines() {
        if let Some((level, name)) = definition(line) {
            // Comments and attributes directly above belong to the definition.
            let above = lines.iter().rev().take_while(|line| belongs_below(line)).count();
            let below = lines.split_off(lines.len() - above);
            end(&mut blocks, &lines);
            blocks.push(Block::Heading { level, text: name });
            lines = below;
        }
        lines.push(line);
    }
    end(&mut blocks, &lines);
    blocks
}

fn end(blocks: &mut Vec<Block>, lines: &[&str]) {
    if lines.iter().any(|line| !line.trim().is_empty()) {
        let code = lines.join("\n");
        blocks.push(Block::Code(code.trim_matches('\n').trim_end().to_owned()));
    }
}

/// Returns true if a line directly above a definition belongs to it: a comment, an attribute or a decorator.
fn belongs_below(line: &str) -> bool {
    let line = line.trim_start();
    ["//", "/*", "*", "#", "@", "--"].iter().any(|mark| line.starts_with(mark))
}

/// Returns the level and the heading of a definition that begins in this line.
fn definition(line: &str) -> Option<(u8, String)> {
    let words = line.trim_start();
    let indent = line.len() - words.len();
    // Nested functions belong to the definition around them.
    if indent > 4 {
        return None;
    }
    let is_before = |word: &&str| has(MODIFIERS, word.split('(').next().unwrap_or(word));
    let lower = words.to_ascii_lowercase();
    let mut rest = lower.split_whitespace().skip_while(is_before);
    let kind = rest.next()?.split('<').next()?;
    let is_named = rest.next().is_some_and(|name| {
        name.starts_with(|c: char| c.is_alphabetic() || "_<(`\"[&$".contains(c))
    });
    let is_defined = has(DEFINITION_WORDS, kind) && is_named && !is_assigned(words);
    if !is_defined && (indent > 0 || !is_c_function(words)) {
        return None;
    }
    let level = if indent == 0 { 1 } else { 2 };
    let end = words.trim_end().trim_end_matches(['{', ':', '(', ' ']);
    Some((level, end.chars().take(MAX_HEADING_CHARS).collect()))
}

/// Returns true if a line only assigns a value or a type to a name.
fn is_assigned(words: &str) -> bool {
    words.trim_end().ends_with(';') && !words.contains('{')
}

/// Returns true if a line begins a function in the style of C: a type, a name, and parameters.
fn is_c_function(words: &str) -> bool {
    let Some((before, behind)) = words.split_once('(') else {
        return false;
    };
    let mut names = before.split_whitespace();
    let is_name =
        |name: &str| name.chars().all(|c| c.is_alphanumeric() || "_*&:<>[]~,".contains(c));
    let starts = names.next().is_some_and(|first| !has(BRANCHES, first));
    starts
        && names.next().is_some()
        && before.split_whitespace().all(is_name)
        && behind.trim_end().ends_with(['{', ')', ','])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<String> {
        blocks(text)
            .into_iter()
            .map(|block| match block {
                Block::Heading { level, text } => format!("{level} {text}"),
                Block::Code(text) => text,
                other => panic!("{other:?}"),
            })
            .collect()
    }

    #[test]
    fn what_is_defined_is_a_heading_above_its_remarks_and_its_code() {
        let text = "use std::fmt;\n\n/// A cup.\n#[derive(Debug)]\npub struct Cup {\n    size: u8,\n}\n\nimpl Cup {\n    /// Fills it.\n    pub(super) fn fill(&mut self) {\n        let full = true;\n    }\n}\n";
        assert_eq!(
            read(text),
            [
                "use std::fmt;",
                "1 pub struct Cup",
                "/// A cup.\n#[derive(Debug)]\npub struct Cup {\n    size: u8,\n}",
                "1 impl Cup",
                "impl Cup {",
                "2 pub(super) fn fill(&mut self)",
                "    /// Fills it.\n    pub(super) fn fill(&mut self) {\n        let full = true;\n    }\n}",
            ]
        );
    }

    #[test]
    fn definitions_of_many_languages_are_known() {
        for (line, name) in [
            ("def tea(cups):", "def tea(cups)"),
            ("    async def pour(self):", "async def pour(self)"),
            ("export default function Tea() {", "export default function Tea()"),
            ("func (t *Tea) Pour() error {", "func (t *Tea) Pour() error"),
            ("public final class Tea extends Drink {", "public final class Tea extends Drink"),
            ("static int pour(struct tea *tea)", "static int pour(struct tea *tea)"),
            ("CREATE TABLE tea (", "CREATE TABLE tea"),
            ("impl<T> Tea<T> {", "impl<T> Tea<T>"),
        ] {
            assert_eq!(definition(line).map(|(_, name)| name).as_deref(), Some(name));
        }
        for line in [
            "        def inner():",
            "if (a) {",
            "return pour(tea)",
            "mod tea;",
            "type Cups = Vec<Cup>;",
            "print(tea)",
            "else if (b) {",
            "pour(tea)",
            "# class of its own",
            "def = 3",
        ] {
            assert_eq!(definition(line), None, "{line}");
        }
    }
}
