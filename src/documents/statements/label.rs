//! Distinguishes statements from labels, which say nothing by themselves.

use footnote_text::languages::Table;

/// The fewest words of a label, out of ten, that begin with a capital.
const CAPITALS: usize = 6;

/// True if a stretch of prose may be quoted alone.
///
/// Questions may not, nor lead-ins ("You can:"), nor what ends without a full stop and is a page's number, a caption
/// ("Figure 2. The harbour") or in capitals, as headings in the text are ("Copayments IMPORTANT PLAN INFORMATION").
pub(super) fn says(text: &str) -> bool {
    let bare = text.trim_end_matches(['"', '”', '\'', '’', '»', ')', ']', '*', '_', ' ']);
    if bare.ends_with(['.', '!', '…', ';', '。', '！', '；']) {
        return true;
    }
    let is_number = bare.parse::<u16>().is_ok();
    !bare.ends_with([':', '：', '?', '？'])
        && !is_number
        && !is_caption(bare)
        && !is_in_capitals(bare)
}

/// True if a text begins like a caption: with a name in one word, and a number that a full stop ends.
fn is_caption(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let (name, number) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    name.starts_with(char::is_uppercase)
        && number.starts_with(|c: char| c.is_ascii_digit())
        && number.ends_with('.')
}

/// True if a line with a number in front may name a section: it is short, and no sentence.
pub(super) fn names_section(line: &str) -> bool {
    /// The most words of a name; more are a sentence without its stop.
    const LONGEST: usize = 10;
    let line = line.trim();
    let is_numbered = line.starts_with(|c: char| c.is_ascii_digit());
    is_numbered
        && line.split_whitespace().count() <= LONGEST
        && line.ends_with(|c: char| c.is_alphanumeric())
}

/// True if a text is part of a table of contents: a title with leaders and its page, or "Page 4 Pay."
pub(super) fn is_of_contents(text: &str) -> bool {
    /// The most words of an entry; more are a sentence about a page.
    const LONGEST: usize = 9;
    let mut words = text.split_whitespace();
    let (first, second) = (words.next(), words.next());
    let is_page = first.is_some_and(|word| Table::PageNames.has(word.to_lowercase().as_str()));
    let is_number = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
    let names_page = is_page && second.is_some_and(is_number);
    let is_title = words.next().is_some_and(|word| word.starts_with(char::is_uppercase));
    let leaders = ["....", ". . . .", "……", "…."];
    let ends = |rest: &str| {
        rest.trim_start_matches(['.', ' ', '…']).starts_with(|c: char| c.is_ascii_digit())
    };
    let mut led = leaders.iter().filter_map(|mark| Some(text.split_once(mark)?.1));
    led.any(ends) || (names_page && is_title && words.count() <= LONGEST - 3)
}

/// True if a block of text is a table of contents: five titles or more, none long, that leaders join to their
/// pages, each page no lower than the one before. Amounts of a price list stand in no such order, or have a unit.
pub(crate) fn is_contents(text: &str) -> bool {
    /// The fewest entries.
    const LEAST: usize = 5;
    /// The fewest dots of a leader; an ellipsis stands for what is left out.
    const DOTS: usize = 4;
    /// The most words of an entry on average.
    const LONGEST: usize = 12;
    let dots = |word: &str| {
        word.trim_matches(['.', '…']).is_empty().then(|| word.replace('…', "...").len())
    };
    let mut words = text.split_whitespace().peekable();
    let (mut pages, mut of_titles, mut leader) = (Vec::new(), 0, 0);
    while let Some(word) = words.next() {
        if let Some(dots) = dots(word) {
            leader += dots;
            continue;
        }
        let is_end = words.peek().is_none_or(|next| !next.starts_with(is_of_unit));
        match word.parse::<u16>() {
            Ok(page) if leader >= DOTS && is_end => pages.push(page),
            _ => of_titles += 1,
        }
        leader = 0;
    }
    pages.len() >= LEAST && of_titles <= LONGEST * pages.len() && pages.is_sorted()
}

/// True if a word behind a number that begins so is a unit: no title begins with a small letter or a sign.
fn is_of_unit(first: char) -> bool {
    first.is_lowercase() || !(first.is_alphanumeric() || "“\"'(".contains(first))
}

/// True if most lines of a text end with a page number, each no lower than the one before.
pub(super) fn are_contents(text: &str) -> bool {
    /// The fewest lines; fewer end with numbers by chance.
    const LEAST: usize = 3;
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let page = |line: &&str| -> Option<u32> {
        let (title, page) = line.rsplit_once(' ')?;
        let is_title = title.contains(char::is_alphabetic) && page.len() <= 3;
        page.parse().ok().filter(|_| is_title)
    };
    let pages: Vec<u32> = lines.iter().filter_map(page).collect();
    pages.len() >= LEAST && 4 * pages.len() >= 3 * lines.len() && pages.is_sorted()
}

fn is_in_capitals(text: &str) -> bool {
    let words =
        text.split_whitespace().filter_map(|word| word.chars().find(|c| c.is_alphanumeric()));
    let (mut all, mut capitals, mut cased) = (0, 0, false);
    for first in words {
        all += 1;
        capitals += usize::from(first.is_uppercase());
        cased |= first.is_lowercase() || first.is_uppercase();
    }
    cased && 10 * capitals >= CAPITALS * all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_questions_and_lead_ins_say_nothing() {
        for text in [
            "What is Covered?",
            "Copayments (Copays) IMPORTANT PLAN INFORMATION:",
            "Copayments (Copays) IMPORTANT PLAN INFORMATION: Copayments (Copays)",
            "Vice President of Sales",
            "Example 11.1. Initial file of the mail server",
            "181",
            "The plan covers:",
        ] {
            assert!(!says(text), "{text}");
        }
    }

    #[test]
    fn entries_of_contents_say_nothing() {
        for text in [
            "Page 12 Caring for the collection.",
            "Dental care ........ 24",
            "Dental care . . . . . 24 Hearing . . . . . 25",
        ] {
            assert!(is_of_contents(text), "{text}");
        }
        for text in ["Page 12 shows the plan.", "Wait.... It is 12.", "He waits…", ""] {
            assert!(!is_of_contents(text), "{text}");
        }
        assert!(are_contents("Dental care 24\nHearing 25\nVision care\nTravel 31\nGlossary 40"));
        assert!(!are_contents("In 2024 we moved to gate 24\nand on.\nHall 3"));
    }

    #[test]
    fn blocks_of_contents_are_told_from_price_lists_and_prose() {
        let contents =
            "1 Work . . . . 4 4.2 Pay ..... 20 4.3 Leave . . . . 21 Hours ...... 21 End .... 30";
        assert!(is_contents(contents));
        for text in [
            "Espresso ..... 2 Tea ..... 4 Cake ..... 3",
            "Espresso ..... 2.40\nTea ..... 2.80\nCake ..... 3.10",
            "Name ..... 2 Date ..... 3",
            "Half an hour .... 1 €\n1 hour ..... 2 €\n2 hours ..... 4 €\n3 hours ..... 5 €\nDay ..... 10 €",
            "Rose … 3 Lily … 5 Tulip … 9 Aster … 10 Daisy … 12",
            "He waits .... 5 minutes and goes.",
        ] {
            assert!(!is_contents(text), "{text}");
        }
        let prose = "Leave is paid for all days. ".repeat(20);
        assert!(!is_contents(&format!("{prose}{contents}")));
    }

    #[test]
    fn sentences_say_something_even_without_a_stop() {
        for text in [
            "Leave Is Paid.",
            "He asked: “Is it paid?” (It is.)",
            "Leave takes thirty days",
            "图书馆周一开放",
            "42 pence",
            "+49 30 1234567",
            "9:00–17:00",
            "Step 3: press Save",
        ] {
            assert!(says(text), "{text}");
        }
    }
}
