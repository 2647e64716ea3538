//! Announces an answer to screen readers in whole sentences rather than tokens.

use footnote_text::sentence::sentences;

/// Tracks how much of an answer has been announced.
#[derive(Clone, Debug, Default)]
pub struct Announcer {
    announced: usize,
}

impl Announcer {
    /// Returns the sentences completed since the last call, or everything that is left if the answer has `ended`.
    ///
    /// `text` is the text of the answer without marks; it may only grow.
    pub fn next(&mut self, text: &str, ended: bool) -> Option<String> {
        let rest = text.get(self.announced..)?;
        let end = if ended { rest.len() } else { whole(rest) };
        let news = rest.get(..end)?.trim();
        self.announced += end;
        (!news.is_empty()).then(|| news.to_owned())
    }
}

/// Returns the length of the sentences that are certainly complete: all but the last.
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
