//! Letters and signs that LaTeX writes as commands.

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

/// Signs by their commands.
const SIGNS: [(&str, &str); 31] = [
    ("%", "%"),
    ("&", "&"),
    ("$", "$"),
    ("#", "#"),
    ("_", "_"),
    ("{", "{"),
    ("}", "}"),
    (" ", " "),
    (",", " "),
    (";", " "),
    (":", " "),
    ("quad", " "),
    ("qquad", " "),
    ("LaTeX", "LaTeX"),
    ("TeX", "TeX"),
    ("ldots", "…"),
    ("dots", "…"),
    ("textbackslash", "\\"),
    ("textasciitilde", "~"),
    ("textendash", "–"),
    ("textemdash", "—"),
    ("S", "§"),
    ("pounds", "£"),
    ("euro", "€"),
    ("texteuro", "€"),
    ("copyright", "©"),
    ("textdegree", "°"),
    ("i", "i"),
    ("j", "j"),
    ("ss", "ß"),
    ("today", ""),
];

/// Letters by their commands.
const LETTERS: [(&str, &str); 11] = [
    ("ae", "æ"),
    ("AE", "Æ"),
    ("oe", "œ"),
    ("OE", "Œ"),
    ("aa", "å"),
    ("AA", "Å"),
    ("o", "ø"),
    ("O", "Ø"),
    ("l", "ł"),
    ("L", "Ł"),
    ("th", "þ"),
];

/// Returns the combining character of an accent.
pub(super) fn accent(command: &str) -> Option<char> {
    ACCENTS.iter().find(|(name, _)| *name == command).map(|(_, accent)| *accent)
}

/// Returns the sign or letter of a command.
pub(super) fn sign(command: &str) -> Option<&'static str> {
    let mut all = SIGNS.iter().chain(&LETTERS);
    all.find(|(name, _)| *name == command).map(|(_, sign)| *sign)
}
