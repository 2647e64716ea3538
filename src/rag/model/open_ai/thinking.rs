//! Thoughts that stand within the text, between tags: they are cut out, wherever the pieces of the text end.

/// The tag before a thought.
const OPENS: &str = "<think>";

/// The tag behind a thought.
const CLOSES: &str = "</think>";

/// The most bytes of text that wait for the end of a thought.
const MOST_HELD: usize = 16 * 1024;

/// The way in which an endpoint marks thoughts within its text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Habit {
    /// By a tag at each end, or it sends none: text need not wait. So are all until an answer tells otherwise.
    #[default]
    BothEnds,
    /// By a tag behind them only, since the model's template opens them: text waits for that tag.
    EndOnly,
}

/// The text of one answer, as it comes.
#[expect(clippy::struct_excessive_bools, reason = "they note what has come; most go together")]
#[derive(Debug, Default)]
pub(super) struct Thinking {
    habit: Habit,
    /// True between both tags.
    inside: bool,
    /// True once a thought has been opened.
    opened: bool,
    /// True once a thought has been closed.
    closed: bool,
    /// True if a thought was closed that had not been opened.
    end_only: bool,
    /// True once text was given out.
    spoke: bool,
    /// True directly behind a thought, whose blanks are its own.
    behind: bool,
    /// The character before `coming`.
    before: Option<char>,
    /// The end of what has come: it may be the beginning of a tag.
    coming: String,
    /// Text that may still prove to be a thought.
    held: String,
    /// What stands behind a tag in the middle of an answer, with the tag: a thought only if it is closed.
    aside: String,
}

impl Thinking {
    /// The text of an answer from an endpoint with this habit.
    pub(super) fn with(habit: Habit) -> Self {
        Self { habit, ..Self::default() }
    }

    /// Takes in the next piece; returns the text that is certain to be no thought.
    pub(super) fn text(&mut self, piece: &str) -> String {
        self.coming.push_str(piece);
        while let Some((at, tag)) = self.tag() {
            let mut text = self.take(at + tag.len());
            text.truncate(at);
            self.pass(tag, &text);
        }
        let text = self.take(self.coming.len() - begun(&self.coming));
        self.say(&text);
        self.release()
    }

    /// Notes that thoughts come apart from the text, which need not wait then.
    pub(super) fn come_apart(&mut self) {
        self.habit = Habit::BothEnds;
    }

    /// The rest of the text at its end; `whole` tells that it was not cut off.
    pub(super) fn end(&mut self, whole: bool) -> String {
        let rest = self.take(self.coming.len());
        self.say(&rest);
        let aside = std::mem::take(&mut self.aside);
        if whole && !aside.is_empty() {
            self.inside = false;
            self.say(&aside);
        }
        if self.habit == Habit::EndOnly && !self.closed && !whole {
            self.held.clear();
        }
        self.come_apart();
        self.release()
    }

    /// The habit that the answer has told, if it has told any.
    pub(super) fn habit(&self) -> Option<Habit> {
        let end_only = self.end_only.then_some(Habit::EndOnly);
        end_only.or_else(|| self.spoke.then_some(Habit::BothEnds))
    }

    /// The next tag in what has come. Between backticks it is spoken of, and none.
    fn tag(&self) -> Option<(usize, &'static str)> {
        let wanted = if self.inside { &[CLOSES][..] } else { &[OPENS, CLOSES] };
        let is_quoted = |at: usize| {
            let before = self.coming.get(..at).and_then(|text| text.chars().next_back());
            before.or(self.before) == Some('`')
        };
        let found = wanted.iter().filter_map(|tag| {
            let mut places = self.coming.match_indices(tag).map(|(at, _)| at);
            places.find(|at| !is_quoted(*at)).map(|at| (at, *tag))
        });
        found.min()
    }

    /// Takes the first bytes of what has come.
    fn take(&mut self, bytes: usize) -> String {
        let rest = self.coming.split_off(bytes);
        let taken = std::mem::replace(&mut self.coming, rest);
        self.before = taken.chars().next_back().or(self.before);
        taken
    }

    fn pass(&mut self, tag: &str, before: &str) {
        if tag == OPENS {
            self.say(before);
            if self.spoke || !self.held.trim().is_empty() {
                self.aside.push_str(tag);
            }
            (self.inside, self.opened) = (true, true);
            return;
        }
        if self.opened {
            self.say(before);
        } else {
            // All before it was a thought, as far as it can still be held back.
            self.held.clear();
            self.end_only = true;
        }
        self.aside.clear();
        (self.inside, self.closed, self.behind) = (false, true, true);
    }

    fn say(&mut self, text: &str) {
        if self.inside {
            if !self.aside.is_empty() {
                self.aside.push_str(text);
            }
            return;
        }
        let text = if self.behind { text.trim_start() } else { text };
        self.behind &= text.is_empty();
        self.held.push_str(text);
        if self.held.len() > MOST_HELD {
            self.overflow();
        }
    }

    /// Stops holding text: it is the answer, or, where a thought always comes first, a thought.
    fn overflow(&mut self) {
        if self.habit == Habit::EndOnly && !self.closed {
            self.held.clear();
            self.inside = true;
        } else {
            self.come_apart();
        }
    }

    fn release(&mut self) -> String {
        let may_speak = match self.habit {
            Habit::BothEnds => true,
            Habit::EndOnly => self.closed,
        };
        let text = if may_speak { std::mem::take(&mut self.held) } else { String::new() };
        self.spoke |= !text.is_empty();
        text
    }
}

/// The bytes at the end of a text that may be the beginning of a tag.
fn begun(text: &str) -> usize {
    let begins = |from: &usize| {
        let end = text.get(*from..).unwrap_or_default();
        !end.is_empty() && [OPENS, CLOSES].iter().any(|tag| tag.starts_with(end))
    };
    let from = text.len().saturating_sub(CLOSES.len() - 1)..text.len();
    from.clone().find(begins).map_or(0, |at| text.len() - at)
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use crate::rag::model::open_ai::chunk;
    use crate::rag::model::sse::Decoder;

    const ANSWER: &str = "30 days <b>a year</b>, [leave.md].";

    /// The text that is shown of an answer in pieces of so many characters, in a stream of events that comes
    /// in pieces of so many bytes.
    fn shown(habit: Habit, answer: &str, characters: &[usize], bytes: &[usize]) -> String {
        let mut stream = String::from("\u{feff}");
        let mut letters: Vec<char> = answer.chars().collect();
        for count in characters.iter().copied().chain([usize::MAX]) {
            let piece: String = letters.drain(..count.min(letters.len())).collect();
            let event = json!({"choices": [{"index": 0, "delta": {"content": piece}}]});
            let other = json!({"choices": [{"index": 1, "delta": {"content": "no"}}]});
            write!(stream, "data: {event}\n\ndata: {other}\n\n").unwrap();
        }
        let (mut decoder, mut thinking) = (Decoder::default(), Thinking::with(habit));
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

    fn at_once(habit: Habit, answer: &str) -> String {
        shown(habit, answer, &[], &[])
    }

    proptest! {
        #[test]
        fn a_thought_is_cut_out_wherever_its_bytes_are_cut(
            thought in "[a-z<>/ é\n]{0,30}",
            characters in prop::collection::vec(1_usize..6, 0..30),
            bytes in prop::collection::vec(1_usize..60, 0..60),
        ) {
            for (habit, answer) in [
                (Habit::BothEnds, format!("\n<think>{thought}</think>{ANSWER}")),
                (Habit::EndOnly, format!("{thought} [leave.md]</think>{ANSWER}")),
            ] {
                let told = shown(habit, &answer, &characters, &bytes);
                prop_assert_eq!(told.trim_start(), ANSWER, "{:?}", answer);
            }
        }

        #[test]
        fn text_without_tags_stays_as_it_is(
            answer in "[a-z<>/\\[\\]`thinké \n]{0,60}",
            characters in prop::collection::vec(1_usize..6, 0..30),
        ) {
            prop_assume!(![OPENS, CLOSES].iter().any(|tag| answer.contains(tag)));
            for habit in [Habit::BothEnds, Habit::EndOnly] {
                prop_assert_eq!(&shown(habit, &answer, &characters, &[]), &answer);
            }
        }
    }

    #[test]
    fn a_thought_that_is_never_closed_is_no_text() {
        assert_eq!(at_once(Habit::BothEnds, "<think>Let me see. [leave.md]"), "");
        let mut cut_off = Thinking::with(Habit::EndOnly);
        assert_eq!(cut_off.text("Let me see.") + &cut_off.end(false), "");
    }

    #[test]
    fn of_text_that_waits_too_much_is_a_thought_only_where_one_always_comes_first() {
        let long = "So it is. ".repeat(MOST_HELD / 5);
        assert_eq!(at_once(Habit::EndOnly, &format!("{long}</think>{ANSWER}")), ANSWER);
        assert_eq!(at_once(Habit::EndOnly, &long), "");
        let mut thinking = Thinking::default();
        assert_eq!(thinking.text(&long), long);
    }

    #[test]
    fn an_answer_that_speaks_of_a_tag_loses_nothing() {
        let answer = "30 days [leave.md]. It writes <think> and no end.";
        for pieces in [&[][..], &[22, 3, 9]] {
            assert_eq!(shown(Habit::BothEnds, answer, pieces, &[]), answer);
        }
    }

    #[test]
    fn a_thought_between_two_sentences_is_cut_out() {
        let answer = "30 days. <think>Really?</think> Yes [leave.md].";
        assert_eq!(at_once(Habit::BothEnds, answer), "30 days. Yes [leave.md].");
    }

    #[test]
    fn a_tag_that_the_answer_speaks_of_is_none() {
        let answer = "Between `<think>` and `</think>` it thinks [models.md].";
        assert_eq!(shown(Habit::BothEnds, answer, &[9, 1, 3, 20, 1], &[]), answer);
    }

    #[test]
    fn text_waits_only_where_it_may_be_a_thought() {
        let mut thinking = Thinking::with(Habit::BothEnds);
        assert_eq!(thinking.text("You get <"), "You get ");
        let mut thinking = Thinking::with(Habit::EndOnly);
        assert_eq!(thinking.text("You get 30 days [leave.md]. "), "");
        let mut thinking = Thinking::with(Habit::EndOnly);
        thinking.come_apart();
        assert_eq!(thinking.text("You"), "You");
    }

    #[test]
    fn an_answer_tells_the_habit_of_its_endpoint() {
        for (answer, told) in [
            ("<think>Hm.</think>Yes.", Some(Habit::BothEnds)),
            ("Yes.", Some(Habit::BothEnds)),
            ("Hm.</think>Yes.", Some(Habit::EndOnly)),
            ("", None),
        ] {
            let mut thinking = Thinking::default();
            thinking.text(answer);
            thinking.end(true);
            assert_eq!(thinking.habit(), told, "{answer}");
        }
    }
}
