//! Extraction of follow-up questions from a stream: `<<question>>`, even if the marker is split.

/// Maximum length of a question in bytes; anything longer between `<<` and `>>` is text. It also limits the text held
/// back.
const MAX_QUESTION_LEN: usize = 400;

/// Maximum number of bytes of whitespace held back until the following text is known.
const MAX_HELD_SPACE: usize = 4096;

/// Maximum number of questions; later ones are dropped.
const MAX_QUESTIONS: usize = 100;

/// Extracts `<<question>>` markers from a text that arrives in chunks.
///
/// The result does not depend on where the text is split. Whitespace is held back until it is known whether a marker
/// follows; whitespace around markers at the end of the text is dropped.
#[derive(Clone, Debug, Default)]
pub struct FollowUpExtractor {
    /// Text that cannot be classified yet: a `<`, or an open marker.
    held: String,
    /// Whitespace held back until the following text is known.
    space: String,
    /// True if only whitespace has followed the last marker.
    behind_marker: bool,
    /// True if whitespace preceded that marker; whitespace after it is then dropped.
    spaced: bool,
    questions: Vec<String>,
}

/// The meaning of an opening `<<`.
enum OpeningMarker {
    /// A question, and its length in bytes with the closing `>>`.
    Question(String, usize),
    /// Two characters of text.
    Text,
    /// Undecided: more text is needed.
    Undecided,
}

impl FollowUpExtractor {
    /// Takes the next piece; returns the text that can be shown now.
    pub fn push(&mut self, piece: &str) -> String {
        self.held.push_str(piece);
        self.process(false)
    }

    /// Returns true if a marker is open at the beginning of a line: the text before it is most likely complete.
    pub fn is_in_marker(&self) -> bool {
        self.held.starts_with("<<") && self.space.contains('\n')
    }

    /// Ends the text; returns the text held back, and all follow-up questions in order.
    pub fn finish(mut self) -> (String, Vec<String>) {
        let mut released = self.process(true);
        if !self.behind_marker {
            released.push_str(&self.space);
        }
        (released, self.questions)
    }

    /// Classifies as much of the held text as possible, in linear time; returns the text to show.
    fn process(&mut self, at_end: bool) -> String {
        let mut held = std::mem::take(&mut self.held);
        let mut released = String::new();
        let mut judged = 0;
        while let Some(taken) =
            self.step(held.get(judged..).unwrap_or_default(), at_end, &mut released)
        {
            judged += taken;
        }
        self.held = held.split_off(judged);
        released
    }

    /// Classifies the next part of `held`; returns its length, `None` if more text is needed.
    fn step(&mut self, held: &str, at_end: bool, released: &mut String) -> Option<usize> {
        let taken = if let Some(inner) = held.strip_prefix("<<") {
            match marker(inner, at_end) {
                OpeningMarker::Undecided => return None,
                OpeningMarker::Text => 2,
                OpeningMarker::Question(question, length) => {
                    self.add_question(question);
                    return Some(2 + length);
                }
            }
        } else if held.is_empty() || (held == "<" && !at_end) {
            return None;
        } else {
            next_bracket(held)
        };
        self.release(held.get(..taken).unwrap_or_default(), released);
        Some(taken)
    }

    fn add_question(&mut self, question: String) {
        self.spaced = !self.space.is_empty();
        self.behind_marker = true;
        if self.questions.len() < MAX_QUESTIONS {
            self.questions.push(question);
        }
    }

    /// Holds whitespace back until the following text is known.
    fn hold_space(&mut self, space: &str) {
        for space in space.chars() {
            if self.space.len() < MAX_HELD_SPACE {
                self.space.push(space);
            }
        }
    }

    fn release(&mut self, text: &str, released: &mut String) {
        let body = text.trim_start();
        if !(self.behind_marker && self.spaced) {
            self.hold_space(&text[..text.len() - body.len()]);
        }
        if body.is_empty() {
            return;
        }
        let trimmed = body.trim_end();
        released.push_str(&std::mem::take(&mut self.space));
        released.push_str(trimmed);
        self.hold_space(&body[trimmed.len()..]);
        self.behind_marker = false;
    }
}

/// Returns the end of the text before the next `<`; a `<` at the very beginning is skipped.
fn next_bracket(text: &str) -> usize {
    text.char_indices().skip(1).find(|(_, c)| *c == '<').map_or(text.len(), |(at, _)| at)
}

/// Classifies the text after `<<`.
fn marker(inner: &str, at_end: bool) -> OpeningMarker {
    // A marker that closes later is not the end of a question.
    let near = inner.get(..inner.floor_char_boundary(MAX_QUESTION_LEN + 2));
    let near = near.unwrap_or_default();
    let close = near.find(">>");
    let broken = near.find('\n');
    match (close, broken) {
        (Some(close), None) if close <= MAX_QUESTION_LEN => closed(inner, close),
        (Some(close), Some(line)) if close <= MAX_QUESTION_LEN && close < line => {
            closed(inner, close)
        }
        (None, None) if at_end && near.len() == inner.len() && looks_like_question(inner) => {
            OpeningMarker::Question(tidy(inner), inner.len())
        }
        (None, None) if !at_end && inner.len() < MAX_QUESTION_LEN + 2 => OpeningMarker::Undecided,
        _ => OpeningMarker::Text,
    }
}

/// Returns a closed marker is a question unless it is a single word, as in `a << b >> c`.
fn closed(inner: &str, close: usize) -> OpeningMarker {
    let content = tidy(inner.get(..close).unwrap_or_default());
    if looks_like_question(&content) || content.split_whitespace().count() > 1 {
        OpeningMarker::Question(content, close + 2)
    } else {
        OpeningMarker::Text
    }
}

fn looks_like_question(text: &str) -> bool {
    tidy(text).ends_with(['?', '？', '؟'])
}

/// Returns a question without surrounding spaces, brackets or half of a closing marker.
fn tidy(text: &str) -> String {
    text.trim_matches(|c: char| c.is_whitespace() || c == '<' || c == '>').to_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::FollowUpExtractor;

    fn whole(text: &str) -> (String, Vec<String>) {
        in_pieces(&[text])
    }

    fn in_pieces(pieces: &[&str]) -> (String, Vec<String>) {
        let mut extractor = FollowUpExtractor::default();
        let mut released: String = pieces.iter().map(|piece| extractor.push(piece)).collect();
        let (rest, questions) = extractor.finish();
        released.push_str(&rest);
        (released, questions)
    }

    #[test]
    fn questions_at_the_end_leave_the_text_without_a_trace() {
        let (text, questions) = whole("It is 5 [a.md].\n\n<<What is 6?>>\n<<And 7?>> \n");
        assert_eq!(text, "It is 5 [a.md].");
        assert_eq!(questions, ["What is 6?", "And 7?"]);
    }

    #[test]
    fn text_behind_a_question_is_kept() {
        assert_eq!(whole("One.\n\n<<Is it?>>\n\nTwo.").0, "One.\n\nTwo.");
    }

    #[test]
    fn a_lonely_bracket_is_released_at_the_end() {
        assert_eq!(whole("1 <"), ("1 <".to_owned(), vec![]));
        assert_eq!(whole("a < b\n"), ("a < b\n".to_owned(), vec![]));
    }

    #[test]
    fn an_unclosed_marker_is_a_question_only_if_it_looks_like_one() {
        assert_eq!(whole("Yes. <<Why so?").1, ["Why so?"]);
        assert_eq!(whole("x = 1 << 3").0, "x = 1 << 3");
    }

    #[test]
    fn shifts_in_code_are_text() {
        assert_eq!(whole("a << b >> c\n1 << 2\n3 >> 1").1, Vec::<String>::new());
        assert_eq!(whole("a << b >> c").0, "a << b >> c");
    }

    #[test]
    fn nothing_of_a_marker_is_shown_before_it_is_closed() {
        let mut extractor = FollowUpExtractor::default();
        assert_eq!(extractor.push("Yes. <"), "Yes.");
        assert_eq!(extractor.push("<Why"), "");
        assert_eq!(extractor.push(" not?>"), "");
        assert_eq!(extractor.push(">"), "");
        assert_eq!(extractor.finish().0, "");
    }

    proptest! {
        #[test]
        fn any_cut_gives_the_same_outcome(
            text in "([ab<>?\n é]|<<|>>|<<a b\\?>>){0,40}",
            cuts in proptest::collection::vec(any::<prop::sample::Index>(), 0..8),
        ) {
            let mut places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            places.push(text.len());
            let mut at: Vec<usize> = cuts.iter().map(|cut| places[cut.index(places.len())]).collect();
            at.extend([0, text.len()]);
            at.sort_unstable();
            let pieces: Vec<&str> = at.windows(2).map(|pair| &text[pair[0]..pair[1]]).collect();
            prop_assert_eq!(in_pieces(&pieces), whole(&text));
        }
    }

    #[test]
    fn whitespace_without_end_is_not_kept() {
        let mut extractor = FollowUpExtractor::default();
        for _ in 0..100 {
            assert_eq!(extractor.push(&" \u{2003}\n".repeat(1000)), "");
        }
        let released = extractor.push("a");
        assert!(released.starts_with(" \u{2003}\n ") && released.ends_with('a'));
        assert!(released.len() < super::MAX_HELD_SPACE + 5, "{}", released.len());
    }

    #[test]
    fn brackets_without_end_take_no_longer_than_other_text() {
        let brackets = "<".repeat(4_000_000);
        assert_eq!(whole(&brackets), (brackets.clone(), vec![]));
    }

    #[test]
    fn a_marker_over_the_limit_is_text_however_it_is_cut() {
        let long = format!("<<{}?>> end", "word ".repeat(100));
        let letters: Vec<String> = long.chars().map(String::from).collect();
        let letters: Vec<&str> = letters.iter().map(String::as_str).collect();
        assert_eq!(whole(&long), (long.clone(), vec![]));
        assert_eq!(in_pieces(&letters), (long.clone(), vec![]));
    }
}
