//! Removes thoughts from the text. They are enclosed in tags, which may be split across chunks.

/// The tag before a thought.
const START_TAG: &str = "<think>";

/// The tag after a thought.
const END_TAG: &str = "</think>";

/// Maximum size of text held back until a thought ends, in bytes.
const MAX_HELD: usize = 16 * 1024;

/// An endpoint's marking of thoughts within its text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum ThoughtMarking {
    /// With a tag at each end, or there are no thoughts: text is not held back. Assumed until an answer shows
    /// otherwise.
    #[default]
    BothEnds,
    /// With an end tag only, because the model's chat template adds the start tag: text is held back until the end tag.
    EndOnly,
}

/// Filters the text of one answer, chunk by chunk.
#[expect(clippy::struct_excessive_bools, reason = "they note what has come; most go together")]
#[derive(Debug, Default)]
pub(super) struct ThoughtFilter {
    thought_marking: ThoughtMarking,
    /// True between the tags.
    inside: bool,
    /// True after a start tag.
    opened: bool,
    /// True after an end tag.
    closed: bool,
    /// True after an end tag without a start tag.
    end_only: bool,
    /// True once text has been released.
    has_content: bool,
    /// True directly after a thought, where white space is dropped.
    after_tag: bool,
    /// Character before `pending`.
    before: Option<char>,
    /// Unprocessed end of the input, which may be the start of a tag.
    pending: String,
    /// Text held back because it may be a thought.
    held: String,
    /// Text from a start tag in the middle of an answer on, including the tag. It is a thought only if an end tag
    /// follows.
    tentative: String,
}

impl ThoughtFilter {
    /// A filter for an endpoint with this marking.
    pub(super) fn with(thought_marking: ThoughtMarking) -> Self {
        Self { thought_marking, ..Self::default() }
    }

    /// Processes the next chunk and returns the text that is certainly not a thought.
    pub(super) fn text(&mut self, piece: &str) -> String {
        self.pending.push_str(piece);
        while let Some((at, tag)) = self.tag() {
            let mut text = self.take_pending(at + tag.len());
            text.truncate(at);
            self.pass_tag(tag, &text);
        }
        let text = self.take_pending(self.pending.len() - partial_tag(&self.pending));
        self.push_text(&text);
        self.release()
    }

    /// Stops holding back text, because thoughts arrive in a field of their own.
    pub(super) fn disable(&mut self) {
        self.thought_marking = ThoughtMarking::BothEnds;
    }

    /// Returns the remaining text; `whole` is false if the answer was cut off.
    pub(super) fn end(&mut self, whole: bool) -> String {
        let rest = self.take_pending(self.pending.len());
        self.push_text(&rest);
        let tentative = std::mem::take(&mut self.tentative);
        if whole && !tentative.is_empty() {
            self.inside = false;
            self.push_text(&tentative);
        }
        if self.thought_marking == ThoughtMarking::EndOnly && !self.closed && !whole {
            self.held.clear();
        }
        self.disable();
        self.release()
    }

    /// The marking that this answer used, if it shows.
    pub(super) fn thought_marking(&self) -> Option<ThoughtMarking> {
        let end_only = self.end_only.then_some(ThoughtMarking::EndOnly);
        end_only.or_else(|| self.has_content.then_some(ThoughtMarking::BothEnds))
    }

    /// Finds the next tag in the pending input. A tag after a backtick is quoted and does not count.
    fn tag(&self) -> Option<(usize, &'static str)> {
        let wanted = if self.inside { &[END_TAG][..] } else { &[START_TAG, END_TAG] };
        let is_quoted = |at: usize| {
            let before = self.pending.get(..at).and_then(|text| text.chars().next_back());
            before.or(self.before) == Some('`')
        };
        let found = wanted.iter().filter_map(|tag| {
            let mut places = self.pending.match_indices(tag).map(|(at, _)| at);
            places.find(|at| !is_quoted(*at)).map(|at| (at, *tag))
        });
        found.min()
    }

    /// Takes the first bytes of the pending input.
    fn take_pending(&mut self, bytes: usize) -> String {
        let rest = self.pending.split_off(bytes);
        let taken = std::mem::replace(&mut self.pending, rest);
        self.before = taken.chars().next_back().or(self.before);
        taken
    }

    fn pass_tag(&mut self, tag: &str, before: &str) {
        if tag == START_TAG {
            self.push_text(before);
            if self.has_content || !self.held.trim().is_empty() {
                self.tentative.push_str(tag);
            }
            (self.inside, self.opened) = (true, true);
            return;
        }
        if self.opened {
            self.push_text(before);
        } else {
            // Everything still held back before this tag was a thought.
            self.held.clear();
            self.end_only = true;
        }
        self.tentative.clear();
        (self.inside, self.closed, self.after_tag) = (false, true, true);
    }

    fn push_text(&mut self, text: &str) {
        if self.inside {
            if !self.tentative.is_empty() {
                self.tentative.push_str(text);
            }
            return;
        }
        let text = if self.after_tag { text.trim_start() } else { text };
        self.after_tag &= text.is_empty();
        self.held.push_str(text);
        if self.held.len() > MAX_HELD {
            self.overflow();
        }
    }

    /// Stops holding back text. It is the answer, or a thought if a thought always comes first.
    fn overflow(&mut self) {
        if self.thought_marking == ThoughtMarking::EndOnly && !self.closed {
            self.held.clear();
            self.inside = true;
        } else {
            self.disable();
        }
    }

    fn release(&mut self) -> String {
        let may_speak = match self.thought_marking {
            ThoughtMarking::BothEnds => true,
            ThoughtMarking::EndOnly => self.closed,
        };
        let text = if may_speak { std::mem::take(&mut self.held) } else { String::new() };
        self.has_content |= !text.is_empty();
        text
    }
}

/// Length of a partial tag at the end of a text, in bytes.
fn partial_tag(text: &str) -> usize {
    let begins = |from: &usize| {
        let end = text.get(*from..).unwrap_or_default();
        !end.is_empty() && [START_TAG, END_TAG].iter().any(|tag| tag.starts_with(end))
    };
    let from = text.len().saturating_sub(END_TAG.len() - 1)..text.len();
    from.clone().find(begins).map_or(0, |at| text.len() - at)
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use crate::open_ai::chunk;
    use crate::sse::Decoder;

    const ANSWER: &str = "30 days <b>a year</b>, [leave.md].";

    /// Shows an answer split into pieces of a number of characters, sent as events in chunks of a number of bytes.
    fn shown(
        thought_marking: ThoughtMarking,
        answer: &str,
        characters: &[usize],
        bytes: &[usize],
    ) -> String {
        let mut stream = String::from("\u{feff}");
        let mut letters: Vec<char> = answer.chars().collect();
        for count in characters.iter().copied().chain([usize::MAX]) {
            let piece: String = letters.drain(..count.min(letters.len())).collect();
            let event = json!({"choices": [{"index": 0, "delta": {"content": piece}}]});
            let other = json!({"choices": [{"index": 1, "delta": {"content": "no"}}]});
            write!(stream, "data: {event}\n\ndata: {other}\n\n").unwrap();
        }
        let (mut decoder, mut thinking) =
            (Decoder::default(), ThoughtFilter::with(thought_marking));
        let (mut shown, mut rest) = (String::new(), stream.as_bytes());
        let mut bytes = bytes.iter().copied().chain(std::iter::repeat(usize::MAX));
        while !rest.is_empty() {
            let (piece, left) = rest.split_at(bytes.next().unwrap().clamp(1, rest.len()));
            rest = left;
            for event in decoder.feed(piece).unwrap() {
                shown += &thinking.text(&chunk::read(&event).unwrap().unwrap().text);
            }
        }
        shown + &thinking.end(true)
    }

    fn at_once(thought_marking: ThoughtMarking, answer: &str) -> String {
        shown(thought_marking, answer, &[], &[])
    }

    proptest! {
        #[test]
        fn a_thought_is_cut_out_wherever_its_bytes_are_cut(
            thought in "[a-z<>/ é\n]{0,30}",
            characters in prop::collection::vec(1_usize..6, 0..30),
            bytes in prop::collection::vec(1_usize..60, 0..60),
        ) {
            for (thought_marking, answer) in [
                (ThoughtMarking::BothEnds, format!("\n<think>{thought}</think>{ANSWER}")),
                (ThoughtMarking::EndOnly, format!("{thought} [leave.md]</think>{ANSWER}")),
            ] {
                let text = shown(thought_marking, &answer, &characters, &bytes);
                prop_assert_eq!(text.trim_start(), ANSWER, "{:?}", answer);
            }
        }

        #[test]
        fn text_without_tags_stays_as_it_is(
            answer in "[a-z<>/\\[\\]`thinké \n]{0,60}",
            characters in prop::collection::vec(1_usize..6, 0..30),
        ) {
            prop_assume!(![START_TAG, END_TAG].iter().any(|tag| answer.contains(tag)));
            for thought_marking in [ThoughtMarking::BothEnds, ThoughtMarking::EndOnly] {
                prop_assert_eq!(&shown(thought_marking, &answer, &characters, &[]), &answer);
            }
        }
    }

    #[test]
    fn a_thought_that_is_never_closed_is_no_text() {
        assert_eq!(at_once(ThoughtMarking::BothEnds, "<think>Let me see. [leave.md]"), "");
        let mut cut_off = ThoughtFilter::with(ThoughtMarking::EndOnly);
        assert_eq!(cut_off.text("Let me see.") + &cut_off.end(false), "");
    }

    #[test]
    fn of_text_that_waits_too_much_is_a_thought_only_where_one_always_comes_first() {
        let long = "So it is. ".repeat(MAX_HELD / 5);
        assert_eq!(at_once(ThoughtMarking::EndOnly, &format!("{long}</think>{ANSWER}")), ANSWER);
        assert_eq!(at_once(ThoughtMarking::EndOnly, &long), "");
        let mut thinking = ThoughtFilter::default();
        assert_eq!(thinking.text(&long), long);
    }

    #[test]
    fn an_answer_that_speaks_of_a_tag_loses_nothing() {
        let answer = "30 days [leave.md]. It writes <think> and no end.";
        for pieces in [&[][..], &[22, 3, 9]] {
            assert_eq!(shown(ThoughtMarking::BothEnds, answer, pieces, &[]), answer);
        }
    }

    #[test]
    fn a_thought_between_two_sentences_is_cut_out() {
        let answer = "30 days. <think>Really?</think> Yes [leave.md].";
        assert_eq!(at_once(ThoughtMarking::BothEnds, answer), "30 days. Yes [leave.md].");
    }

    #[test]
    fn a_tag_that_the_answer_speaks_of_is_none() {
        let answer = "Between `<think>` and `</think>` it thinks [models.md].";
        assert_eq!(shown(ThoughtMarking::BothEnds, answer, &[9, 1, 3, 20, 1], &[]), answer);
    }

    #[test]
    fn text_waits_only_where_it_may_be_a_thought() {
        let mut thinking = ThoughtFilter::with(ThoughtMarking::BothEnds);
        assert_eq!(thinking.text("You get <"), "You get ");
        let mut thinking = ThoughtFilter::with(ThoughtMarking::EndOnly);
        assert_eq!(thinking.text("You get 30 days [leave.md]. "), "");
        let mut thinking = ThoughtFilter::with(ThoughtMarking::EndOnly);
        thinking.disable();
        assert_eq!(thinking.text("You"), "You");
    }

    #[test]
    fn an_answer_tells_the_habit_of_its_endpoint() {
        for (answer, expected) in [
            ("<think>Hm.</think>Yes.", Some(ThoughtMarking::BothEnds)),
            ("Yes.", Some(ThoughtMarking::BothEnds)),
            ("Hm.</think>Yes.", Some(ThoughtMarking::EndOnly)),
            ("", None),
        ] {
            let mut thinking = ThoughtFilter::default();
            thinking.text(answer);
            thinking.end(true);
            assert_eq!(thinking.thought_marking(), expected, "{answer}");
        }
    }
}
