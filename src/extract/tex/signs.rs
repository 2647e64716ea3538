//! Letters and signs that LaTeX writes as commands.

use footnote_text::list::has;

/// Accents by their commands, as combining characters.
const ACCENTS: [(&str, char); 15] = [
    ("`", '\u{300}'),
    ("'", '\u{301}'),
    ("^", '\u{302}'),
    ("~", '\u{303}'),
    ("=", '\u{304}'),
    ("u", '\u{306}'),
    (".", '\u{307}'),
    ("\"", '\u{308}'),
    ("r", '\u{30a}'),
    ("H", '\u{30b}'),
    ("v", '\u{30c}'),
    ("d", '\u{323}'),
    ("c", '\u{327}'),
    ("k", '\u{328}'),
    ("b", '\u{331}'),
];

/// Signs that stand for something else without a backslash.
const ESCAPED: &str = "%&$#_{}";

/// Commands that leave a space.
const SPACES: &str = ", ; : quad qquad";

/// Commands, each followed by its sign or letter.
const SIGNS: &str = "\
    LaTeX LaTeX TeX TeX ldots … dots … textbackslash \\ textasciitilde ~ textendash – textemdash — \
    S § pounds £ euro € texteuro € copyright © textdegree ° i i j j ss ß ae æ AE Æ oe œ OE Œ aa å \
    AA Å o ø O Ø l ł L Ł th þ";

/// Returns the combining character of an accent.
pub(super) fn accent(command: &str) -> Option<char> {
    ACCENTS.iter().find(|(name, _)| *name == command).map(|(_, accent)| *accent)
}

/// Returns the sign or letter of a command.
pub(super) fn sign(command: &str) -> Option<&'static str> {
    if command == " " || has(SPACES, command) {
        return Some(" ");
    }
    if let Some(at) = ESCAPED.find(command) {
        return ESCAPED.get(at..at + command.len());
    }
    let words = || SIGNS.split_whitespace();
    let mut all = words().step_by(2).zip(words().skip(1).step_by(2));
    all.find(|(name, _)| *name == command).map(|(_, sign)| sign)
}
