//! Sentence boundaries in prose, lists and several scripts.

use super::languages::Table;

/// In English both a month and a verb that opens questions: "Then 5. May I?"
const VERB: &str = "may";

/// Returns the sentences of `text` in order, trimmed; only the whitespace between them is lost.
///
/// A sentence ends at `.`, `!`, `?`, `؟` or, in Greek, `;` before whitespace or the end (with closing quotes, brackets
/// and emphasis marks), at `。`, `！` or `？` anywhere, at a blank line, and around Markdown headings, list items and
/// table rows.
pub fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    // Closing marks are consecutive, so a long row of them is scanned only once.
    let mut closed = 0;
    for (at, character) in text.char_indices() {
        let after = at + character.len_utf8();
        if at < start {
            continue;
        }
        if at == start && character.is_whitespace() {
            start = after;
            continue;
        }
        let mut closing = || {
            closed = closed.max(after);
            closed += closing_len(text, closed);
            closed
        };
        let end = match character {
            '\n' => ends_at_line_break(text, start, at).then_some(after),
            '.' | '!' | '?' | '؟' | '…' => ends_at_stop(text, start, at, closing()),
            '。' | '！' | '？' => Some(closing()),
            ';' | '\u{37e}' if is_greek(text, start, at) => {
                ends_at_stop(text, start, at, closing())
            }
            _ => None,
        };
        if let Some(end) = end {
            push(&mut found, text, start, end);
            start = end;
        }
    }
    push(&mut found, text, start, text.len());
    found
}

/// Returns true if a sentence is a question, by the mark at its end.
pub fn is_question(sentence: &str) -> bool {
    let closing = |c: char| c.is_whitespace() || "!.…\"'”’»›)]}*_！。」』）".contains(c);
    let sentence = sentence.trim_end_matches(closing);
    match sentence.char_indices().next_back() {
        Some((_, '?' | '？' | '؟')) => true,
        Some((at, ';' | '\u{37e}')) => is_greek(sentence, 0, at),
        _ => false,
    }
}

/// Returns true if the word before `at` is Greek, where questions end with a semicolon.
fn is_greek(text: &str, start: usize, at: usize) -> bool {
    /// Number of characters examined before it: numbers and brackets may stand between.
    const NEAR: usize = 40;
    let before = text.get(start..at).unwrap_or_default();
    let last = before.chars().rev().take(NEAR).find(|c| c.is_alphabetic());
    last.is_some_and(|c| matches!(c, '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}'))
}

/// Adds the slice unless it is blank.
fn push<'a>(found: &mut Vec<&'a str>, text: &'a str, start: usize, end: usize) {
    let slice = text.get(start..end).unwrap_or_default().trim();
    if !slice.is_empty() {
        found.push(slice);
    }
}

/// Returns the end of the sentence whose stop is at `at`, including what closes it up to `end`; `None` if the sentence
/// continues.
fn ends_at_stop(text: &str, start: usize, at: usize, end: usize) -> Option<usize> {
    let rest = text.get(end..)?;
    if !rest.is_empty() && !rest.starts_with(char::is_whitespace) {
        return None;
    }
    let (above, so_far) = text.split_at_checked(start)?;
    let before = so_far.get(..at - start)?;
    let is_plain = text.get(at..end)? == "." && !before.ends_with(['.', '…']);
    let dots = text.get(at..end)?.trim_matches(['.', '…']).is_empty();
    let goes_on = if is_leader(before, text.get(at..end)?, rest) {
        true
    } else if is_plain {
        is_abbreviation(before, rest) || is_label(above, before, rest)
    } else {
        dots && rest.trim_start().starts_with(char::is_lowercase)
    };
    (!goes_on).then_some(end)
}

/// Returns true if the dots after a text are a leader: more dots follow after a space, or a number follows four or more
/// ("Dental care . . . . 24").
fn is_leader(before: &str, stop: &str, rest: &str) -> bool {
    /// Minimum number of dots in a leader; an ellipsis has three.
    const DOTS: usize = 4;
    let is_dot = |c: char| c == '.' || c == '…';
    let next = rest.trim_start_matches([' ', '\t']);
    let bare = before.trim_end_matches(|c: char| c == ' ' || is_dot(c));
    let led = before.get(bare.len()..).unwrap_or_default();
    let dots = |text: &str| {
        text.chars().map(|c| if c == '…' { 3 } else { usize::from(c == '.') }).sum::<usize>()
    };
    let word = next.split(char::is_whitespace).next().unwrap_or_default();
    let is_led = word.contains(|c: char| c.is_ascii_digit()) && dots(led) + dots(stop) >= DOTS;
    stop.chars().all(is_dot) && (next.starts_with(is_dot) || is_led)
}

/// Returns the length in bytes of the stops, closing quotes and brackets at `from`.
fn closing_len(text: &str, from: usize) -> usize {
    let closing = |c: char| ".!?؟…\"'”’»›)]}*_。！？」』）".contains(c);
    let rest = text.get(from..).unwrap_or_default();
    rest.len() - rest.trim_start_matches(closing).len()
}

/// Returns true if the last word of `before` is an abbreviation rather than the end of its sentence.
fn is_abbreviation(before: &str, rest: &str) -> bool {
    let word = before
        .rsplit(|c: char| c.is_whitespace() || "([{\"'“‘„«/".contains(c))
        .next()
        .unwrap_or_default();
    let lower = word.to_lowercase();
    // "U.S", "e.g", "z.B": single letters between stops.
    let dotted = word.contains('.')
        && word.split('.').all(|part| part.chars().count() == 1)
        && word.chars().all(|c| c == '.' || c.is_alphabetic());
    // "J." is a name's initial, but "I." ends a sentence.
    let initial = word.chars().count() == 1 && word != "I" && word.chars().all(char::is_uppercase);
    dotted
        || initial
        || is_ordinal(before, word, rest)
        || is_spaced(before, word, rest)
        || Table::Abbreviations.has(&lower)
        || (Table::NumberedAbbreviations.has(&lower)
            && rest.trim_start().starts_with(|c: char| c.is_ascii_digit()))
}

/// Returns true if the sentence so far is the number of an item or a section ("1", "9.10"), or of a figure in a
/// caption: it opens a paragraph that ends without a stop ("Figure 2.14. The harbour").
fn is_label(above: &str, before: &str, rest: &str) -> bool {
    /// Years end sentences.
    const DIGITS: usize = 3;
    let is_part = |part: &str| part.len() <= DIGITS && part.bytes().all(|b| b.is_ascii_digit());
    let is_number =
        |word: &str| word.starts_with(|c: char| c.is_ascii_digit()) && word.split('.').all(is_part);
    let is_name =
        |word: &str| word.starts_with(char::is_uppercase) && word.chars().all(char::is_alphabetic);
    let is_caption = || {
        let line = rest.lines().next().unwrap_or_default().trim();
        (above.ends_with('\n') || above.trim().is_empty())
            && line.starts_with(char::is_uppercase)
            && !line.ends_with(['.', '!', '?'])
    };
    match before.split_whitespace().take(3).collect::<Vec<_>>()[..] {
        [number] => is_number(number),
        [name, number] => is_name(name) && is_number(number) && is_caption(),
        _ => false,
    }
}

/// Returns true if a number with a full stop is an ordinal and does not end a sentence: the text continues in lower
/// case or names a month, or the words before call for an ordinal.
fn is_ordinal(before: &str, word: &str, rest: &str) -> bool {
    /// Days, floors and clauses have at most two digits; years and amounts end sentences.
    const DIGITS: usize = 2;
    if word.is_empty() || !word.chars().all(|c| c.is_ascii_digit()) {
        return false;
    }
    let next = rest.trim_start();
    let letters = next.split(|c: char| !c.is_alphabetic()).next();
    let month = letters.unwrap_or_default().to_lowercase();
    let goes_on = next.starts_with(char::is_lowercase);
    let last = before.strip_suffix(word).unwrap_or(before).trim_end();
    let last = last.rsplit(char::is_whitespace).next().unwrap_or_default();
    let asked_for = Table::BeforeOrdinals.has(&last.to_lowercase());
    let is_month = month != VERB && Table::Months.has(&month);
    goes_on || (word.len() <= DIGITS && (is_month || asked_for))
}

/// Returns true if a single letter belongs to an abbreviation with spaces: "z. B.", "d. h.", "u. a.".
fn is_spaced(before: &str, word: &str, rest: &str) -> bool {
    let is_letter = |text: &str| {
        let mut letters = text.chars();
        letters.next().is_some_and(char::is_alphabetic) && letters.next().is_none()
    };
    if !is_letter(word) {
        return false;
    }
    let mut around = before.split_whitespace().rev().skip(1);
    let last = around.next().and_then(|last| last.strip_suffix('.'));
    let next = rest.split_whitespace().next();
    let next = next.and_then(|next| next.trim_end_matches([',', ')']).strip_suffix('.'));
    last.is_some_and(is_letter)
        || (word.chars().all(char::is_lowercase) && next.is_some_and(is_letter))
}

/// Returns true if the line break at `at` ends the sentence that began at `start`.
fn ends_at_line_break(text: &str, start: usize, at: usize) -> bool {
    let before = text.get(start..at).unwrap_or_default();
    let after = text.get(at + 1..).unwrap_or_default();
    let next = after.split('\n').next().unwrap_or_default().trim();
    let last = before.rsplit('\n').next().unwrap_or_default().trim();
    let own_line = |line: &str| line.starts_with(['#', '|']) || line.starts_with("```");
    let item = ["- ", "* ", "• "].iter().any(|mark| next.starts_with(mark));
    next.is_empty() || item || own_line(next) || own_line(last)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{is_question, sentences};

    /// Checked in the source files, because only the server's build is tested.
    #[test]
    fn the_page_has_the_tables_that_it_reads() {
        let (sentence, build) = (include_str!("sentence.rs"), include_str!("build.rs"));
        let code = sentence.split("#[cfg(test)]").next().unwrap();
        let read = code.split("Table::").skip(1);
        let names = read.map(|rest| rest.split(|c: char| !c.is_alphanumeric()).next().unwrap());
        let (kept, missing): (Vec<_>, Vec<_>) =
            names.partition(|name| build.contains(&format!("{name:?}")));
        assert!(kept.contains(&"Months") && missing.is_empty(), "{missing:?}");
    }

    #[test]
    fn stops_before_whitespace_end_a_sentence() {
        assert_eq!(
            sentences(" One is here. Two?  \"Three!\" Four\ngoes on."),
            ["One is here.", "Two?", "\"Three!\"", "Four\ngoes on."]
        );
    }

    #[test]
    fn abbreviations_numbers_and_file_names_do_not_end_a_sentence() {
        for whole in [
            "Dr. Smith and Mr. J. Doe left the U.S. Government, e.g. for good.",
            "It costs 1.5 dollars, see No. 5 in file.pdf (i.e. the handbook).",
            "1. Open the door.",
            "Pens, paper etc. are free.",
        ] {
            assert_eq!(sentences(whole), [whole]);
        }
    }

    #[test]
    fn numbers_of_sections_and_figures_and_dots_within_a_sentence_end_nothing() {
        for text in [
            "Figure 9.41. Details of the split",
            "2.9.4. Reconciliation of accounts",
            "Select Import QIF... from the menu.",
            "He waits … and goes.",
            "Dental care . . . . 24 Hearing ........ 25",
            "Chapel ..... 23",
        ] {
            assert_eq!(sentences(text), [text]);
        }
        for text in ["Since 2019. We moved.", "Room 12. Ask Ann there.", "Yes 5. Then go."] {
            assert_eq!(sentences(text).len(), 2, "{text}");
        }
        assert_eq!(sentences("It takes 5. Wait... Then go.").len(), 3);
        assert_eq!(sentences("He came in .... It was late. So … 5 came.").len(), 4);
    }

    #[test]
    fn no_ends_a_sentence_unless_a_number_follows() {
        assert_eq!(sentences("Is it? No. Never."), ["Is it?", "No.", "Never."]);
    }

    #[test]
    fn ordinals_and_spaced_abbreviations_do_not_end_a_sentence() {
        for whole in [
            "Die Heizung wird am 1. Oktober eingeschaltet.",
            "Am 3. Oktober ist zu.",
            "Die Sitzung ist z. B. in Raum 12, d. h. im 2. Stock.",
            "Le 1. mars et le 2. étage, u. a. Bilder.",
            "Es gilt bis zum 31. Dezember des Jahres.",
        ] {
            assert_eq!(sentences(whole), [whole]);
        }
        assert_eq!(
            sentences("It was founded in 1987. It runs 4. Then 5. May I?"),
            ["It was founded in 1987.", "It runs 4.", "Then 5.", "May I?"]
        );
    }

    #[test]
    fn ideographic_stops_need_no_space() {
        assert_eq!(sentences("你好。再见！「好。」完"), ["你好。", "再见！", "「好。」", "完"]);
    }

    #[test]
    fn questions_of_other_scripts_end_with_marks_of_their_own() {
        let greek = "Πόσες ημέρες άδειας έχω; Πότε λήγει;";
        assert_eq!(sentences(greek), ["Πόσες ημέρες άδειας έχω;", "Πότε λήγει;"]);
        assert_eq!(sentences("كم يوما؟ متى؟"), ["كم يوما؟", "متى؟"]);
        assert_eq!(sentences("Beans; peas; rice."), ["Beans; peas; rice."]);
        assert_eq!(sentences("¿Cuántos? ¿Y cuándo?"), ["¿Cuántos?", "¿Y cuándo?"]);
    }

    #[test]
    fn long_rows_of_marks_are_looked_through_once() {
        for row in [";", "1;", ".", "?\"", "1;2\n"] {
            let long = format!("{}x", row.repeat(100_000));
            assert_eq!(sentences(&long), [long.as_str()]);
        }
    }

    #[test]
    fn a_question_is_told_by_its_mark() {
        for question in ["So?", "\"So?\"", "So?!", "好？", "متى؟", "Πότε;", "(¿Y cuándo?)"]
        {
            assert!(is_question(question), "{question}");
        }
        for statement in ["So.", "Beans;", "", "?a"] {
            assert!(!is_question(statement), "{statement}");
        }
    }

    #[test]
    fn blank_lines_items_and_table_rows_end_a_sentence() {
        assert_eq!(
            sentences("A title\n\nText\n- one\n- two\n\n| a |\n| b |\n# H\ntext"),
            ["A title", "Text", "- one", "- two", "| a |", "| b |", "# H", "text"]
        );
    }

    proptest! {
        #[test]
        fn nothing_but_whitespace_is_lost(text in "[a-zA-Z.!?。 \n\"()0-9é-]{0,80}") {
            let bare = |s: &str| s.split_whitespace().collect::<String>();
            prop_assert_eq!(bare(&sentences(&text).concat()), bare(&text));
            prop_assert!(sentences(&text).iter().all(|s| !s.is_empty() && s.trim() == *s));
        }
    }
}
