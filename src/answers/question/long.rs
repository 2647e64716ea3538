//! Long messages: the part that is read as the question, and samples of the rest for the search.

use footnote_protocol::Thought;
use footnote_store::search::Query;
use footnote_text::words;

/// Maximum length of a question, in words and in bytes.
const MAX_WORDS: usize = 2_000;
const MAX_BYTES: usize = 16 * 1024;

/// Number and size in bytes of the samples taken from text pasted into a longer message. A search reads as much of the
/// earlier conversation.
const SAMPLES: usize = 32;
const SAMPLE_BYTES: usize = 120;

/// Maximum number of earlier questions that are read, and of bytes of each: its subject comes early.
pub const MAX_EARLIER_QUESTIONS: usize = 20;
const BEGINNING_BYTES: usize = 4_000;

/// The parts of a message that are read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MessageParts {
    /// The question: the whole message, or the beginning and end of a long one.
    pub question: String,
    /// Samples of the text between them; empty if all of it is read.
    pub material: String,
}

/// Reads a message.
pub fn read(message: &str) -> MessageParts {
    if first(message, 1) == message {
        return MessageParts { question: message.to_owned(), material: String::new() };
    }
    let (begin, end) = (first(message, 2), last(message, 2));
    let between = message.get(begin.len()..message.len() - end.len());
    MessageParts {
        question: format!("{}\n\n{}", begin.trim_end(), end.trim_start()),
        material: sample(between.unwrap_or_default()),
    }
}

/// Weight of the words around a question, relative to its own: those of earlier questions, for which it was measured
/// (`docs/quality.md`), of text that only leads to it, and of samples of pasted text.
pub const CONTEXT_WEIGHT: f32 = 0.2;

/// Cuts a query to the length of a question. The rest of its text becomes weighted context.
pub fn limited_to_question(query: Query) -> Query {
    let MessageParts { question, material } = read(&query.text);
    let mut context = query.context;
    context.extend((!material.is_empty()).then_some((material, CONTEXT_WEIGHT)));
    Query { text: question, context, ..query }
}

/// Returns the beginning of an earlier message.
pub fn beginning(text: &str) -> &str {
    words::beginning(text, BEGINNING_BYTES)
}

/// Returns the thought about a message that is not read as a whole; `None` if it is.
pub fn thought(read: &MessageParts, message: &str) -> Option<Thought> {
    let text = || {
        format!(
            "The message is longer than a question can be. Its beginning and its end were read as the \
             question, by a chat model too; what stands between them was only used to find passages, \
             {SAMPLES} stretches of it."
        )
    };
    (!read.material.is_empty()).then(|| {
        Thought::new("Long message", text())
            .with("bytes", message.len())
            .with("bytes_of_question", read.question.len())
    })
}

/// Returns the beginning of a text, at most 1/`share` of a question's length; in whole words if it has any.
fn first(text: &str, share: usize) -> &str {
    let within = words::beginning(text, MAX_BYTES / share);
    match nth_word(within.char_indices(), MAX_WORDS / share) {
        Some((at, _)) => within.get(..at).unwrap_or_default(),
        None => within,
    }
}

/// Returns the end of a text, as long as [`first`].
fn last(text: &str, share: usize) -> &str {
    let start = text.ceil_char_boundary(text.len().saturating_sub(MAX_BYTES / share));
    let within = text.get(start..).unwrap_or_default();
    match nth_word(within.char_indices().rev(), MAX_WORDS / share) {
        Some((at, end)) => within.get(at + end.len_utf8()..).unwrap_or_default(),
        None => within,
    }
}

/// Returns the first character of the word after `count` others, in the order of `characters`.
fn nth_word(
    characters: impl Iterator<Item = (usize, char)>,
    count: usize,
) -> Option<(usize, char)> {
    let mut before = true;
    let begins = |(_, c): &(usize, char)| {
        let is_blank = c.is_whitespace();
        std::mem::replace(&mut before, is_blank) && !is_blank
    };
    characters.filter(begins).nth(count)
}

/// Returns samples of a text from beginning to end, at equal intervals.
fn sample(text: &str) -> String {
    let step = (text.len() / SAMPLES).max(SAMPLE_BYTES);
    let stretches = (0..text.len()).step_by(step).map(|from| {
        let start = text.ceil_char_boundary(from);
        let end = text.floor_char_boundary((start + SAMPLE_BYTES).min(text.len()));
        text.get(start..end).unwrap_or_default()
    });
    stretches.map(whole_words).collect::<Vec<_>>().join(" ")
}

/// Returns a sample without the partial words at its ends, if it has spaces.
fn whole_words(stretch: &str) -> &str {
    let inside = stretch.split_once(char::is_whitespace);
    let inside = inside.and_then(|(_, rest)| rest.rsplit_once(char::is_whitespace));
    inside.map_or(stretch, |(words, _)| words)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_question_is_read_whole() {
        let question = "How long is probation? ".repeat(400);
        let read = read(&question);
        assert_eq!((read.question.as_str(), read.material.as_str()), (&*question, ""));
        assert_eq!(thought(&read, &question), None);
    }

    #[test]
    fn of_pasted_text_both_ends_are_the_question_and_the_rest_is_sampled() {
        let middle = |word: &str| format!("{word} ").repeat(5_000);
        let message = format!(
            "What does this say? {}zebra stripes {}How long is it?",
            middle("early"),
            middle("late")
        );
        let read = read(&message);
        assert!(read.question.starts_with("What does this say? early"));
        assert!(read.question.ends_with("late How long is it?"));
        assert_eq!(read.question.split_whitespace().count(), MAX_WORDS);
        assert!(read.material.contains("early early") && read.material.ends_with("late late"));
        assert!(read.material.len() <= (SAMPLE_BYTES + 1) * (SAMPLES + 1));
        let thought = thought(&read, &message).unwrap();
        assert_eq!(thought.props.unwrap()["bytes"], message.len());
    }

    #[test]
    fn text_without_blanks_is_bounded_as_well() {
        let read = read(&"年假有几天".repeat(100_000));
        assert!(read.question.len() <= MAX_BYTES + 2);
        assert!(read.material.starts_with('年') || read.material.len() > SAMPLE_BYTES);
    }

    proptest! {
        #[test]
        fn any_message_can_be_read(text in "([a ?\n年]|word ){0,60}", times in 1_usize..2_000) {
            let read = read(&text.repeat(times));
            prop_assert!(read.question.len() <= text.len() * times + 2);
            prop_assert!(read.question.split_whitespace().count() <= MAX_WORDS);
        }
    }
}
