//! Invisible characters: removing those that no script needs, and lines that show them.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Returns true if a character is invisible, or only affects the position or joining of others: what Unicode calls
/// default-ignorable.
pub fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// A text as readers see it.
#[derive(Debug, PartialEq, Eq)]
pub struct VisibleText<'a> {
    /// The text without invisible characters.
    pub text: Cow<'a, str>,
    /// Number of removed characters that may have been text for machines: tag characters, those that change the order
    /// of others, and any two in a row. A single line-break hint does not count.
    pub hidden: usize,
}

/// Returns the visible part of `text`. Joiners, direction marks and variation selectors are kept where a script or an
/// emoji needs them.
pub fn visible(text: &str) -> VisibleText<'_> {
    let Some(first) = text.find(is_invisible) else {
        return VisibleText { text: Cow::Borrowed(text), hidden: 0 };
    };
    let has_rtl = text.chars().any(is_rtl);
    let (before, mut rest) = text.split_at(first);
    let mut clean = before.to_owned();
    let mut hidden = 0;
    while !rest.is_empty() {
        let (run, after) = rest.split_at(rest.find(|c| !is_invisible(c)).unwrap_or(rest.len()));
        let neighbours =
            Neighbours { before: clean.chars().next_back(), after: after.chars().next(), has_rtl };
        hidden += neighbours.take(run, &mut clean);
        let (visible, next) = after.split_at(after.find(is_invisible).unwrap_or(after.len()));
        clean.push_str(visible);
        rest = next;
    }
    VisibleText { text: Cow::Owned(clean), hidden }
}

/// Reduces `text` to what readers see; returns its number of hidden characters.
pub fn clean(text: &mut String) -> usize {
    let VisibleText { text: clean, hidden } = visible(text);
    if let Cow::Owned(clean) = clean {
        *text = clean;
    }
    hidden
}

/// Maximum number of consecutive invisible characters that are needed: a selector and a joiner inside an emoji.
const MAX_NEEDED: usize = 2;

/// Maximum number in the flag of a region, including its end.
const MAX_FLAG_LEN: usize = 8;

/// The context of invisible characters.
struct Neighbours {
    before: Option<char>,
    after: Option<char>,
    has_rtl: bool,
}

impl Neighbours {
    /// Adds the needed characters of a run to `clean`; returns the number of hidden characters in it.
    fn take(&self, run: &str, clean: &mut String) -> usize {
        let count = run.chars().count();
        let is_tag = |c: char| ('\u{e0020}'..='\u{e007f}').contains(&c);
        let is_flag = self.before == Some('\u{1f3f4}') && run.ends_with('\u{e007f}');
        if is_flag && count <= MAX_FLAG_LEN && run.chars().all(is_tag) {
            clean.push_str(run);
            return 0;
        }
        // A letter has one selector, so that a row of them carries nothing.
        let mut has_selector = false;
        let is_first = |c: &char| !is_selector(*c) || !std::mem::replace(&mut has_selector, true);
        let needed = run.chars().filter(|c| self.needs(*c)).filter(is_first);
        let needed: String = needed.take(MAX_NEEDED).collect();
        clean.push_str(&needed);
        let left_out = count - needed.chars().count();
        let is_text = left_out > 1 || !run.chars().all(is_hint);
        if is_text { left_out } else { 0 }
    }

    fn needs(&self, c: char) -> bool {
        let is_beside =
            |is: fn(char) -> bool| self.before.is_some_and(is) || self.after.is_some_and(is);
        match c {
            '\u{200b}' => is_beside(is_spaceless),
            '\u{200c}' | '\u{200d}' => is_beside(joins),
            '\u{200e}' | '\u{200f}' | '\u{61c}' | '\u{2066}'..='\u{2069}' => self.has_rtl,
            '\u{fe00}'..='\u{fe0f}' => self.before.is_some_and(has_shapes),
            '\u{180b}'..='\u{180f}' => is_beside(|c| ('\u{1800}'..='\u{18af}').contains(&c)),
            '\u{e0100}'..='\u{e01ef}' => self.before.is_some_and(is_ideograph),
            _ => false,
        }
    }
}

/// Returns true for a selector among the shapes of the previous character.
fn is_selector(c: char) -> bool {
    matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{180b}'..='\u{180f}' | '\u{e0100}'..='\u{e01ef}')
}

/// Characters that typesetters insert one at a time.
fn is_hint(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{2066}'..='\u{2069}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}')
}

/// Returns true for a character with several shapes: digits and characters that form emoji, symbols, ideographs, and
/// letters of scripts with variants.
fn has_shapes(c: char) -> bool {
    matches!(c, '#' | '*' | '0'..='9' | '\u{a9}' | '\u{ae}') || c >= '\u{1000}'
}

/// Returns true if a character belongs to a script without spaces that is broken by hints: Thai, Lao, Burmese, Khmer.
fn is_spaceless(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}')
}

/// Returns true if joiners have a meaning beside a character: in scripts from Hebrew on, and in emoji.
fn joins(c: char) -> bool {
    let is_punctuation =
        ('\u{2000}'..='\u{206f}').contains(&c) || ('\u{3000}'..='\u{303f}').contains(&c);
    c >= '\u{590}' && !c.is_whitespace() && !is_punctuation
}

fn is_rtl(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}'
        | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
        && c != '\u{61c}'
}

fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// `line` with line breaks and characters that reorder or hide text shown by number, as in JSON.
pub fn escaped(line: &str) -> Cow<'_, str> {
    let is_plain = |c: char| !c.is_control() && !is_invisible(c) && !"\u{2028}\u{2029}".contains(c);
    if line.chars().all(is_plain) {
        return Cow::Borrowed(line);
    }
    let mut shown = String::with_capacity(line.len());
    for c in line.chars() {
        if is_plain(c) {
            shown.push(c);
            continue;
        }
        for unit in c.encode_utf16(&mut [0; 2]) {
            // Writing to a string cannot fail.
            let _ = write!(shown, "\\u{unit:04x}");
        }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_for_machines_alone_is_left_out_and_counted() {
        let tags: String =
            "ignore".chars().map(|c| char::from_u32(0xe0000 + u32::from(c)).unwrap()).collect();
        let zero_width = "\u{200b}\u{200c}\u{200b}\u{2060}";
        for (text, clean, hidden) in [
            (format!("Tea{tags} at four."), "Tea at four.", 6),
            (format!("Tea{zero_width} at four."), "Tea at four.", 4),
            ("Tea \u{202e}ruof ta\u{202c}.".to_owned(), "Tea ruof ta.", 2),
            ("a\u{fe00}\u{fe01}\u{fe02}\u{fe03}".to_owned(), "a", 4),
            ("\u{2764}\u{fe0f}\u{fe0e}\u{fe0f}".to_owned(), "\u{2764}\u{fe0f}", 2),
            (format!("\u{1f3f4}{tags}{tags}\u{e007f}"), "\u{1f3f4}", 13),
            ("\u{e0001}".to_owned(), "", 1),
        ] {
            let found = visible(&text);
            assert_eq!((found.text.as_ref(), found.hidden), (clean, hidden), "{text:?}");
        }
    }

    #[test]
    fn single_hints_are_left_out_and_are_no_text() {
        for text in [
            "hand\u{ad}book",
            "\u{feff}handbook",
            "hand\u{200b}book",
            "hand\u{2060}book",
            "hand\u{200c}book",
        ] {
            let found = visible(text);
            assert_eq!((found.text.as_ref(), found.hidden), ("handbook", 0), "{text:?}");
        }
    }

    #[test]
    fn what_scripts_and_emoji_need_stays() {
        for text in [
            "می\u{200c}خواهم",
            "ക\u{d4d}\u{200d}",
            "क\u{94d}\u{200d}ष",
            "👩\u{200d}👩\u{200d}👧",
            "❤\u{fe0f}\u{200d}🔥",
            "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
            "שלום \u{200e}C++\u{200e} עולם",
            "عنوان \u{2067}نص\u{2069}",
            "ភាសា\u{200b}ខ្មែរ",
            "葛\u{e0100}城",
            "Grüße, 東京, naïve.",
        ] {
            assert_eq!(visible(text), VisibleText { text: text.into(), hidden: 0 }, "{text:?}");
        }
    }

    #[test]
    fn a_line_shows_what_would_break_or_turn_it_around() {
        let line = "a\nb\u{1b}[31m\u{202e}\u{85}\u{e0041}.md";
        assert_eq!(escaped(line), r"a\u000ab\u001b[31m\u202e\u0085\udb40\udc41.md");
        assert!(matches!(escaped("Grüße, 東京"), Cow::Borrowed(_)));
    }
}
