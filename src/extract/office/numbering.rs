//! Numbers of lists and headings in office documents, which are counted because they are not stored in the text.

use std::collections::{HashMap, HashSet};

use roxmltree::Node;

use super::xml;
use footnote_documents::Block;

/// Maximum number of levels of a list.
const LEVELS: usize = 9;

/// Maximum length of a number in characters; anything longer is text.
const MAX_NUMBER_LEN: usize = 24;

/// The format of a level without visible numbers.
const BULLET: char = '•';

/// The lists of a document, and their current counts.
#[derive(Debug, Default)]
pub(super) struct Numbering {
    /// The levels of each kind of list, by its id.
    kinds: HashMap<String, Vec<ListLevel>>,
    lists: HashMap<String, NumberedList>,
    counts: HashMap<String, [Option<u32>; LEVELS]>,
    started: HashSet<String>,
}

/// A list of some kind. Lists of one kind share their counts, unless they restart.
#[derive(Debug)]
struct NumberedList {
    kind: String,
    /// The numbers at which its levels restart.
    restarts: Vec<(usize, u32)>,
}

/// A level of a kind of list.
#[derive(Clone, Debug, Default)]
pub(super) struct ListLevel {
    start: u32,
    /// Its number format: `a`, `A`, `i`, `I`, or anything else for digits.
    numeral: char,
    /// The text of a number, in which `%2` is the count of the second level.
    text: String,
    /// The id of the style whose paragraphs are on this level; empty if there is none.
    style: String,
}

impl Numbering {
    /// Returns the lists in a `numbering.xml` tree.
    pub(super) fn new(root: Node<'_, '_>) -> Self {
        let mut numbering = Self::default();
        let kinds = xml::elements(root).filter(|node| xml::name(*node) == "abstractNum");
        // One kind of list may define a style, and other kinds refer to that style.
        let made = kinds.filter_map(|node| Some((xml::value(node, "styleLink")?, node)));
        let made: HashMap<_, _> = made.collect();
        for node in xml::elements(root) {
            match xml::name(node) {
                "abstractNum" => {
                    let id = xml::attribute(node, "abstractNumId").unwrap_or_default();
                    let like = xml::value(node, "numStyleLink").and_then(|style| made.get(style));
                    let levels =
                        xml::elements(like.copied().unwrap_or(node)).filter_map(ListLevel::of_word);
                    numbering.kinds.insert(id.to_owned(), placed(levels));
                }
                "num" => {
                    let id = xml::attribute(node, "numId").unwrap_or_default();
                    numbering.lists.insert(id.to_owned(), NumberedList::of(node));
                }
                _ => {}
            }
        }
        numbering
    }

    /// Adds a kind of list with a single list, under its name.
    pub(super) fn add(&mut self, name: &str, levels: impl Iterator<Item = (usize, ListLevel)>) {
        self.kinds.insert(name.to_owned(), placed(levels));
        let list = NumberedList { kind: name.to_owned(), restarts: Vec::new() };
        self.lists.insert(name.to_owned(), list);
    }

    /// Makes a level of a list restart at `start` with its next item, or all of its levels restart.
    pub(super) fn begin(&mut self, list: &str, start: Option<(usize, u32)>) {
        let counts = self.counts.entry(list.to_owned()).or_default();
        let Some((level, start)) = start else {
            *counts = Default::default();
            return;
        };
        if let Some(count) = counts.get_mut(level) {
            *count = start.checked_sub(1);
        }
    }

    /// Returns the level of a list for paragraphs in one of these styles; the first style with a level counts.
    pub(super) fn linked(&self, list: &str, styles: &[String]) -> Option<usize> {
        let levels = self.kinds.get(&self.lists.get(list)?.kind)?;
        let of = |style: &String| levels.iter().position(|level| level.style == *style);
        styles.iter().find_map(of)
    }

    /// Counts the next item of a list; returns its number if it is visible.
    pub(super) fn next(&mut self, list: &str, level: usize) -> Option<String> {
        let NumberedList { kind, restarts } = self.lists.get(list)?;
        let levels = self.kinds.get(kind)?;
        let own = levels.get(level)?;
        let counts = self.counts.entry(kind.clone()).or_default();
        if self.started.insert(list.to_owned()) {
            for (level, start) in restarts {
                if let Some(count) = counts.get_mut(*level) {
                    *count = start.checked_sub(1);
                }
            }
        }
        for (at, (count, of)) in counts.iter_mut().zip(levels).enumerate() {
            *count = match at.cmp(&level) {
                std::cmp::Ordering::Less => count.or(Some(of.start)),
                std::cmp::Ordering::Equal => {
                    Some(count.map_or(of.start, |count| count.saturating_add(1)))
                }
                std::cmp::Ordering::Greater => None,
            };
        }
        (own.numeral != BULLET).then(|| written(own, levels, counts))?
    }
}

/// Returns a number, from the counts of its levels.
fn written(own: &ListLevel, levels: &[ListLevel], counts: &[Option<u32>]) -> Option<String> {
    let mut number = String::new();
    let mut signs = own.text.chars();
    while let Some(numeral) = signs.next() {
        if numeral != '%' {
            number.push(numeral);
            continue;
        }
        let level = usize::try_from(signs.next()?.to_digit(10)?.checked_sub(1)?).ok()?;
        let count = counts.get(level).copied().flatten()?;
        number.push_str(&in_signs(levels.get(level)?.numeral, count));
    }
    let number = number.trim();
    let is_number =
        number.chars().count() <= MAX_NUMBER_LEN && number.contains(char::is_alphanumeric);
    is_number.then(|| number.to_owned())
}

impl ListLevel {
    /// Returns a level of a Word list, with its index from 0.
    fn of_word(node: Node<'_, '_>) -> Option<(usize, Self)> {
        if xml::name(node) != "lvl" {
            return None;
        }
        let text = |name| xml::value(node, name).unwrap_or_default().to_owned();
        let own = Self {
            start: text("start").parse().unwrap_or(1),
            numeral: match text("numFmt").as_str() {
                "bullet" | "none" => BULLET,
                "lowerLetter" => 'a',
                "upperLetter" => 'A',
                "lowerRoman" => 'i',
                "upperRoman" => 'I',
                // Other numeral systems are written in digits.
                _ => '1',
            },
            text: text("lvlText"),
            style: text("pStyle"),
        };
        Some((xml::attribute(node, "ilvl")?.parse().ok()?, own))
    }

    /// Returns a level of a list of the Open Document Format, with its index from 0.
    pub(super) fn of_open_document(node: Node<'_, '_>) -> Option<(usize, Self)> {
        let number = |name| xml::attribute(node, name).and_then(|number| number.parse().ok());
        let text = |name| xml::attribute(node, name).unwrap_or_default();
        let level: usize = number("level")?;
        let shown = number("display-levels").unwrap_or(1).clamp(1, LEVELS);
        let counts = (level.saturating_sub(shown)..level).map(|at| format!("%{}", at + 1));
        let counts: Vec<String> = counts.collect();
        let own = Self {
            start: xml::attribute(node, "start-value")
                .and_then(|start| start.parse().ok())
                .unwrap_or(1),
            numeral: text("num-format").chars().next().unwrap_or(BULLET),
            text: [text("num-prefix"), &counts.join("."), text("num-suffix")].concat(),
            style: String::new(),
        };
        Some((level.checked_sub(1)?, own))
    }
}

impl NumberedList {
    fn of(node: Node<'_, '_>) -> Self {
        let restarts = xml::elements(node).filter_map(|level| {
            let at = xml::attribute(level, "ilvl")?.parse().ok()?;
            let start = xml::value(level, "startOverride")?.parse().ok()?;
            Some((at, start))
        });
        Self {
            kind: xml::value(node, "abstractNumId").unwrap_or_default().to_owned(),
            restarts: restarts.collect(),
        }
    }
}

/// Returns the levels of a kind of list, by index.
fn placed(levels: impl Iterator<Item = (usize, ListLevel)>) -> Vec<ListLevel> {
    let mut kind = vec![ListLevel::default(); LEVELS];
    for (at, level) in levels {
        if let Some(place) = kind.get_mut(at) {
            *place = level;
        }
    }
    kind
}

/// Returns a count in the number format of its level.
fn in_signs(numeral: char, count: u32) -> String {
    match numeral {
        'a' => letters(count),
        'A' => letters(count).to_uppercase(),
        'i' => roman(count),
        'I' => roman(count).to_uppercase(),
        BULLET => String::new(),
        _ => count.to_string(),
    }
}

/// `a` to `z`, and then `aa` to `zz`.
fn letters(count: u32) -> String {
    let Some(count) = count.checked_sub(1) else {
        return String::new();
    };
    let letter = char::from_digit(10 + count % 26, 36).unwrap_or_default();
    let times = usize::try_from(count / 26).unwrap_or_default();
    letter.to_string().repeat((times + 1).min(MAX_NUMBER_LEN))
}

fn roman(mut count: u32) -> String {
    const VALUES: [u32; 13] = [1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1];
    const SIGNS: [&str; 13] =
        ["m", "cm", "d", "cd", "c", "xc", "l", "xl", "x", "ix", "v", "iv", "i"];
    if count > 4_000 {
        return count.to_string();
    }
    let mut written = String::new();
    for (value, numeral) in VALUES.into_iter().zip(SIGNS) {
        while count >= value {
            written.push_str(numeral);
            count -= value;
        }
    }
    written
}

/// Returns the number of an item as stored in the file. A single letter is none: it is the bullet of a symbol font.
pub(crate) fn stated(text: &str) -> Option<String> {
    let number = text.trim();
    let is_number = number.contains(|c: char| c.is_ascii_digit())
        || number.contains(char::is_alphanumeric) && number.ends_with(['.', ')', ']', ':']);
    (is_number && number.chars().count() <= MAX_NUMBER_LEN).then(|| number.to_owned())
}

/// Returns the number before an item, formatted so that no full stop in it ends a sentence: `1.` is unchanged, `2.1.`
/// becomes `2.1`, and `a.` becomes `a)`.
fn before_item(number: &str) -> String {
    match number.strip_suffix('.') {
        Some(count) if count.chars().all(|c| c.is_ascii_digit()) => number.to_owned(),
        Some(count) if count.chars().all(char::is_alphabetic) => format!("{count})"),
        Some(count) => count.to_owned(),
        None => number.to_owned(),
    }
}

/// Returns an item after its number.
pub(crate) fn item(number: Option<&str>, text: &str) -> Block {
    Block::Item(behind(number.map(before_item).as_deref(), text))
}

/// Returns a heading after its number, without the number's full stop.
pub(crate) fn heading(level: u8, number: Option<&str>, text: &str) -> Block {
    Block::heading(level, behind(number.map(|number| number.trim_end_matches('.')), text))
}

fn behind(number: Option<&str>, text: &str) -> String {
    number.map_or_else(|| text.to_owned(), |number| format!("{number} {text}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_written_in_the_signs_of_their_level() {
        let written =
            |numeral: char, counts: [u32; 4]| counts.map(|count| in_signs(numeral, count));
        assert_eq!(written('a', [0, 1, 26, 28]), ["", "a", "z", "bb"]);
        assert_eq!(written('I', [0, 4, 1999, 9999]), ["", "IV", "MCMXCIX", "9999"]);
        assert!(in_signs('A', u32::MAX).len() <= MAX_NUMBER_LEN);
    }

    #[test]
    fn bullets_are_no_numbers_even_where_they_are_letters() {
        let texts = [
            "1.\t",
            " 2.1",
            "a)",
            "(iv)",
            "·",
            "o",
            "§",
            "v",
            "",
            "Chapter the very first one of all.",
        ];
        let numbers = texts.map(|text| stated(text).unwrap_or_default());
        assert_eq!(numbers, ["1.", "2.1", "a)", "(iv)", "", "", "", "", "", ""]);
    }

    #[test]
    fn no_number_before_an_item_ends_a_sentence() {
        let numbers = ["1.", "2.1.", "a.", "a)", "(iv)", "§ 3"];
        let expected = ["1.", "2.1", "a)", "a)", "(iv)", "§ 3"];
        assert_eq!(numbers.map(before_item), expected);
    }
}
