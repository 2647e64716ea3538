//! The numbers of lists and headings in a document of an office program, which are counted and stand nowhere in
//! its text.

use std::collections::{HashMap, HashSet};

use roxmltree::Node;

use super::xml;

/// The levels that a list has at most.
const LEVELS: usize = 9;

/// The longest number in characters; what is longer is no number but a text.
const LONGEST: usize = 24;

/// The lists of a document, and how far each is counted.
#[derive(Debug, Default)]
pub(super) struct Numbering {
    /// The levels of each kind of list, by its id.
    kinds: HashMap<String, Vec<Level>>,
    lists: HashMap<String, List>,
    counts: HashMap<String, [Option<u32>; LEVELS]>,
    begun: HashSet<String>,
}

/// A list: one of a kind, with which it is counted on unless it begins anew.
#[derive(Debug)]
struct List {
    kind: String,
    /// The numbers that its levels begin anew with.
    anew: Vec<(usize, u32)>,
}

/// A level of a kind of list.
#[derive(Clone, Debug, Default)]
pub(super) struct Level {
    start: u32,
    format: Digits,
    /// The text of a number, in which `%2` stands for the count of the second level.
    text: String,
    /// The id of the style whose paragraphs stand on it; empty if none do.
    style: String,
}

/// The signs that a count is written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Digits {
    #[default]
    Decimal,
    Letters,
    Capitals,
    Roman,
    RomanCapitals,
    /// Bullets, and nothing at all.
    None,
}

impl Numbering {
    /// The lists of a tree of `numbering.xml`.
    pub(super) fn new(root: Node<'_, '_>) -> Self {
        let mut numbering = Self::default();
        let kinds = xml::elements(root).filter(|node| xml::name(*node) == "abstractNum");
        // A kind may be made by a style, and others be of that style.
        let made = kinds.filter_map(|node| Some((xml::value(node, "styleLink")?, node)));
        let made: HashMap<_, _> = made.collect();
        for node in xml::elements(root) {
            match xml::name(node) {
                "abstractNum" => {
                    let id = xml::attribute(node, "abstractNumId").unwrap_or_default();
                    let like = xml::value(node, "numStyleLink").and_then(|style| made.get(style));
                    let levels = levels(like.copied().unwrap_or(node));
                    numbering.kinds.insert(id.to_owned(), levels);
                }
                "num" => {
                    let id = xml::attribute(node, "numId").unwrap_or_default();
                    numbering.lists.insert(id.to_owned(), List::of(node));
                }
                _ => {}
            }
        }
        numbering
    }

    /// Adds a kind of list of which there is one, under its name.
    pub(super) fn add(&mut self, name: &str, levels: impl Iterator<Item = (usize, Level)>) {
        let mut kind = vec![Level::default(); LEVELS];
        for (at, level) in levels {
            if let Some(place) = kind.get_mut(at) {
                *place = level;
            }
        }
        self.kinds.insert(name.to_owned(), kind);
        let list = List { kind: name.to_owned(), anew: Vec::new() };
        self.lists.insert(name.to_owned(), list);
    }

    /// Has the level of a list begin at `start` with its next item, or all of its levels anew.
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

    /// The level of a list on which the paragraphs of one of these styles stand, of the first that has one.
    pub(super) fn linked(&self, list: &str, styles: &[String]) -> Option<usize> {
        let levels = self.kinds.get(&self.lists.get(list)?.kind)?;
        let of = |style: &String| levels.iter().position(|level| level.style == *style);
        styles.iter().find_map(of)
    }

    /// Counts the next item of a list, and returns its number if it shows one.
    pub(super) fn next(&mut self, list: &str, level: usize) -> Option<String> {
        let List { kind, anew } = self.lists.get(list)?;
        let levels = self.kinds.get(kind)?;
        let own = levels.get(level)?;
        let counts = self.counts.entry(kind.clone()).or_default();
        if self.begun.insert(list.to_owned()) {
            for (level, start) in anew {
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
        (own.format != Digits::None).then(|| written(own, levels, counts))?
    }
}

/// A number, from the counts of its levels.
fn written(own: &Level, levels: &[Level], counts: &[Option<u32>]) -> Option<String> {
    let mut number = String::new();
    let mut signs = own.text.chars();
    while let Some(sign) = signs.next() {
        if sign != '%' {
            number.push(sign);
            continue;
        }
        let level = usize::try_from(signs.next()?.to_digit(10)?.checked_sub(1)?).ok()?;
        let count = counts.get(level).copied().flatten()?;
        number.push_str(&levels.get(level)?.format.write(count));
    }
    let number = number.trim();
    let is_number = number.chars().count() <= LONGEST && number.contains(char::is_alphanumeric);
    is_number.then(|| number.to_owned())
}

impl Level {
    /// A level of a list of the Open Document Format, with its place from 0.
    pub(super) fn of_open_document(node: Node<'_, '_>) -> Option<(usize, Self)> {
        let number = |name| xml::attribute(node, name).and_then(|number| number.parse().ok());
        let sign = |name| xml::attribute(node, name).unwrap_or_default();
        let level: usize = number("level")?;
        let shown = number("display-levels").unwrap_or(1).clamp(1, LEVELS);
        let counts = (level.saturating_sub(shown)..level).map(|at| format!("%{}", at + 1));
        let counts: Vec<String> = counts.collect();
        let own = Self {
            start: xml::attribute(node, "start-value")
                .and_then(|start| start.parse().ok())
                .unwrap_or(1),
            format: match sign("num-format") {
                "" => Digits::None,
                "a" => Digits::Letters,
                "A" => Digits::Capitals,
                "i" => Digits::Roman,
                "I" => Digits::RomanCapitals,
                _ => Digits::Decimal,
            },
            text: [sign("num-prefix"), &counts.join("."), sign("num-suffix")].concat(),
            style: String::new(),
        };
        Some((level.checked_sub(1)?, own))
    }
}

impl List {
    fn of(node: Node<'_, '_>) -> Self {
        let anew = xml::elements(node).filter_map(|level| {
            let at = xml::attribute(level, "ilvl")?.parse().ok()?;
            let start = xml::value(level, "startOverride")?.parse().ok()?;
            Some((at, start))
        });
        Self {
            kind: xml::value(node, "abstractNumId").unwrap_or_default().to_owned(),
            anew: anew.collect(),
        }
    }
}

/// The levels of a kind of list, in order.
fn levels(kind: Node<'_, '_>) -> Vec<Level> {
    let mut levels = vec![Level::default(); LEVELS];
    for node in xml::elements(kind).filter(|node| xml::name(*node) == "lvl") {
        let at = xml::attribute(node, "ilvl").and_then(|at| at.parse::<usize>().ok());
        if let Some(level) = at.and_then(|at| levels.get_mut(at)) {
            let start = xml::value(node, "start").and_then(|start| start.parse().ok());
            *level = Level {
                start: start.unwrap_or(1),
                format: Digits::named(xml::value(node, "numFmt").unwrap_or_default()),
                text: xml::value(node, "lvlText").unwrap_or_default().to_owned(),
                style: xml::value(node, "pStyle").unwrap_or_default().to_owned(),
            };
        }
    }
    levels
}

impl Digits {
    /// The signs by their name in the file; counts in other scripts are written in digits.
    fn named(name: &str) -> Self {
        match name {
            "bullet" | "none" => Self::None,
            "lowerLetter" => Self::Letters,
            "upperLetter" => Self::Capitals,
            "lowerRoman" => Self::Roman,
            "upperRoman" => Self::RomanCapitals,
            _ => Self::Decimal,
        }
    }

    fn write(self, count: u32) -> String {
        match self {
            Self::Decimal => count.to_string(),
            Self::Letters => letters(count),
            Self::Capitals => letters(count).to_uppercase(),
            Self::Roman => roman(count),
            Self::RomanCapitals => roman(count).to_uppercase(),
            Self::None => String::new(),
        }
    }
}

/// `a` to `z`, and then `aa` to `zz`.
fn letters(count: u32) -> String {
    let Some(count) = count.checked_sub(1) else {
        return String::new();
    };
    let letter = char::from_digit(10 + count % 26, 36).unwrap_or_default();
    let times = usize::try_from(count / 26).unwrap_or_default();
    letter.to_string().repeat((times + 1).min(LONGEST))
}

fn roman(mut count: u32) -> String {
    const SIGNS: [(u32, &str); 13] = [
        (1000, "m"),
        (900, "cm"),
        (500, "d"),
        (400, "cd"),
        (100, "c"),
        (90, "xc"),
        (50, "l"),
        (40, "xl"),
        (10, "x"),
        (9, "ix"),
        (5, "v"),
        (4, "iv"),
        (1, "i"),
    ];
    if count > 4_000 {
        return count.to_string();
    }
    let mut written = String::new();
    for (value, sign) in SIGNS {
        while count >= value {
            written.push_str(sign);
            count -= value;
        }
    }
    written
}

/// The number of an item as it was written into the file, if it is one and no bullet: letters that stand alone
/// are bullets of some font.
pub(in crate::rag::corpus::extract) fn stated(text: &str) -> Option<String> {
    let number = text.trim();
    let is_number = number.contains(|c: char| c.is_ascii_digit())
        || number.contains(char::is_alphanumeric) && number.ends_with(['.', ')', ']', ':']);
    (is_number && number.chars().count() <= LONGEST).then(|| number.to_owned())
}

/// The number before an item, so that no full stop in it ends a sentence: `1.` stays, `2.1.` is `2.1`, and `a.`
/// is `a)`.
pub(in crate::rag::corpus::extract) fn before_item(number: &str) -> String {
    match number.strip_suffix('.') {
        Some(count) if count.chars().all(|c| c.is_ascii_digit()) => number.to_owned(),
        Some(count) if count.chars().all(char::is_alphabetic) => format!("{count})"),
        Some(count) => count.to_owned(),
        None => number.to_owned(),
    }
}

/// A text behind its number.
pub(in crate::rag::corpus::extract) fn numbered(number: Option<&str>, text: &str) -> String {
    match number {
        Some(number) => format!("{number} {text}"),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_written_in_the_signs_of_their_level() {
        let written = |digits: Digits, counts: [u32; 4]| counts.map(|count| digits.write(count));
        assert_eq!(written(Digits::Letters, [0, 1, 26, 28]), ["", "a", "z", "bb"]);
        assert_eq!(
            written(Digits::RomanCapitals, [0, 4, 1999, 9999]),
            ["", "IV", "MCMXCIX", "9999"]
        );
        assert!(Digits::Capitals.write(u32::MAX).len() <= LONGEST);
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
