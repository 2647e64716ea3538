//! Sentences that continue on the next page: each is kept whole on the page where it begins, which is then cited.

use footnote_text::sentence::sentences;

use super::words::Vocabulary;
use footnote_documents::Block;

/// Minimum length in characters of a block that a sentence can continue from. Running lines that were not recognised
/// are shorter than a line of text.
const MIN_LEN: usize = 40;

/// Moves the end of each sentence that continues on the next page to the page where it begins.
pub(super) fn finish_sentences(pages: &mut [Vec<Block>], words: &Vocabulary) {
    let mut open = 0;
    for next in 1..pages.len() {
        let (before, behind) = pages.split_at_mut(next);
        let (Some(page), Some(behind)) = (before.get_mut(open), behind.first_mut()) else {
            return;
        };
        finish(page, behind, words);
        if !behind.is_empty() {
            open = next;
        }
    }
}

/// Moves the end of a page's last sentence from the next page to that page, if it continues there.
fn finish(page: &mut [Block], next: &mut Vec<Block>, words: &Vocabulary) {
    let Some(Block::Paragraph(text) | Block::Item(text)) = page.last_mut() else {
        return;
    };
    let Some(Block::Paragraph(behind)) = next.first_mut() else {
        return;
    };
    if !(is_open(text) && behind.starts_with(char::is_lowercase)) {
        return;
    }
    let Some(end) = sentences(behind).first().map(|end| end.len()) else {
        return;
    };
    words.append(text, behind.get(..end).unwrap_or_default());
    *behind = behind.get(end..).unwrap_or_default().trim_start().to_owned();
    if behind.is_empty() {
        next.remove(0);
    }
}

/// Returns true if a text breaks off in the middle of a sentence.
fn is_open(text: &str) -> bool {
    let closed = |c: char| ".!?:;…。！？".contains(c);
    text.chars().nth(MIN_LEN).is_some()
        && !text.trim_end_matches(|c: char| "\"'”’»)]".contains(c)).ends_with(closed)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPEN: &str = "The claim is paid by the plan of the employer";

    fn paragraph(text: &str) -> Block {
        Block::Paragraph(text.into())
    }

    fn finished(mut pages: Vec<Vec<Block>>) -> Vec<Vec<Block>> {
        finish_sentences(&mut pages, &Vocabulary::default());
        pages
    }

    #[test]
    fn a_sentence_that_goes_on_over_the_page_is_whole_where_it_begins() {
        let found =
            finished(vec![vec![paragraph(OPEN)], vec![paragraph("first, then by yours. Ask us.")]]);
        let whole = format!("{OPEN} first, then by yours.");
        assert_eq!(found, [[paragraph(&whole)], [paragraph("Ask us.")]]);
    }

    #[test]
    fn a_sentence_may_run_over_a_page_that_holds_nothing_else() {
        let pages = ["first, then by", "yours. Ask us."].map(|text| vec![paragraph(text)]);
        let found = finished([vec![vec![paragraph(OPEN)]], pages.to_vec()].concat());
        let whole = format!("{OPEN} first, then by yours.");
        let expected = [vec![paragraph(&whole)], vec![], vec![paragraph("Ask us.")]];
        assert_eq!(found, expected);
    }

    #[test]
    fn what_does_not_go_on_stays_on_its_page() {
        let heading = Block::Heading { level: 1, text: OPEN.into() };
        for (last, first) in [
            (paragraph("It is paid by the plan of the employer alone."), "first."),
            (paragraph(OPEN), "First of all, ask."),
            (paragraph("A report of 2019"), "first of all, ask."),
            (heading, "first of all, ask."),
        ] {
            let pages = vec![vec![last], vec![paragraph(first)]];
            assert_eq!(finished(pages.clone()), pages);
        }
    }
}
