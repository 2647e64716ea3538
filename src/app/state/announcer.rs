//! The sentences of an answer for screen readers: whole sentences, not tokens.

use footnote_text::sentence::sentences;

/// Remembers how much of an answer has been told.
#[derive(Clone, Debug, Default)]
pub struct Announcer {
    told: usize,
}

impl Announcer {
    /// The whole sentences that have come since the last time, or all that is left at the end.
    ///
    /// `text` is the text of the answer without its marks; it must only ever grow.
    pub fn next(&mut self, text: &str, ended: bool) -> Option<String> {
        let rest = text.get(self.told..)?;
        let end = if ended { rest.len() } else { whole(rest) };
        let news = rest.get(..end)?.trim();
        self.told += end;
        (!news.is_empty()).then(|| news.to_owned())
    }
}

/// The length of the sentences that are surely whole: all but the last.
fn whole(text: &str) -> usize {
    let sentences = sentences(text);
    let last = sentences.last().copied().unwrap_or_default();
    if sentences.len() < 2 {
        return 0;
    }
    text.rfind(last).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_sentences_are_told() {
        let mut announcer = Announcer::default();
        assert_eq!(announcer.next("The leave is", false), None);
        assert_eq!(
            announcer.next("The leave is 30 days. It", false).as_deref(),
            Some("The leave is 30 days.")
        );
        assert_eq!(announcer.next("The leave is 30 days. It rolls", false), None);
    }

    #[test]
    fn the_end_tells_what_is_left_once() {
        let mut announcer = Announcer::default();
        announcer.next("One. Two", false);
        assert_eq!(announcer.next("One. Two", true).as_deref(), Some("Two"));
        assert_eq!(announcer.next("One. Two", true), None);
    }

    #[test]
    fn a_text_that_was_taken_back_is_no_fault() {
        let mut announcer = Announcer::default();
        announcer.next("One. Two.", true);
        assert_eq!(announcer.next("One", true), None);
    }
}
