//! The question of a conversation, read once. All later steps take this value.

pub mod claims;
mod collection;
mod comparison;
mod context_terms;
mod courtesy;
mod dependence;
pub mod function_words;
mod joined;
pub mod long;
mod opening;
mod overview;
mod question_words;
mod split;
mod subject;

use std::collections::BTreeSet;

use footnote_protocol::Message;
use footnote_retrieval::Term;
use footnote_text::analysis::stems;

use self::claims::Claims;
pub use self::collection::Collection;
use self::comparison::ComparedSide;
use self::long::{CONTEXT_WEIGHT, MessageParts};
pub use self::opening::openings;
pub use self::overview::Overview;
use self::split::SubQuestion;
use self::subject::Subject;

/// A text with the weight of its words, relative to those of the question.
pub type WeightedText = (String, f32);

/// Returns true if a message is only small talk, or asks who is answering. The documents are then not searched.
pub fn is_small_talk(message: &str) -> bool {
    courtesy::reply(courtesy::without_courtesies(message)).is_some()
}

/// A question, with everything read from its words and from the conversation before it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Question {
    /// Its own words, which the passages must answer, without courtesies and the text around it.
    pub text: String,
    /// The stems of its own words, in order.
    pub stems: Vec<String>,
    /// Its openings, from more to less specific.
    pub openings: Vec<String>,
    /// The numbers, names and negation that an answer must not contradict.
    pub claims: Claims,
    /// The thing that it asks to have defined.
    pub subject: Subject,
    /// True if it asks for a measure: "how many", "for how long".
    pub is_measured: bool,
    /// The overview of a document that it asks for, if any.
    pub overview: Option<Overview>,
    /// The name shown above its answer, if it is one side of a comparison.
    pub heading: Option<String>,
    /// The question about the collection, if it is one.
    pub collection: Option<Collection>,
    /// The reply, if it is only small talk or asks who is answering.
    pub reply: Option<&'static str>,
    /// Its questions, if it asks several. Each is searched for and answered separately.
    pub sub_questions: Vec<Question>,
    /// The questions that are not searched for because it asks too many.
    pub unsearched: Vec<String>,
    /// Text around it that is searched for as well.
    pub surrounding: String,
    /// True if its subject is named by the previous question in the same message.
    pub depends_on_previous: bool,
    /// Texts of lower weight: text that only leads to it, and samples of pasted text.
    secondary_texts: Vec<WeightedText>,
    /// The words that it takes from the previous question, if it depends on that.
    pub context_words: String,
    /// The conversation before it, weighted.
    before: Vec<WeightedText>,
}

impl Question {
    /// Reads the question of a message that follows the `history` of its conversation.
    pub fn read(message: &MessageParts, history: &[Message]) -> Self {
        let text = courtesy::without_courtesies(&message.question);
        let (mut parts, unsearched) = split::split_at_most(split::questions(text));
        let mut question = match parts.pop() {
            Some(only) if parts.is_empty() => Self::of_part(only).with_sides(),
            last => Self::of_several(text, parts.into_iter().chain(last), unsearched),
        };
        if !message.material.is_empty() {
            let material = message.material.clone();
            question.secondary_texts.push((material, CONTEXT_WEIGHT));
        }
        question.context_words = context_terms::context_words(&question.text, history);
        question.before = context_terms::context(history);
        question
    }

    /// Reads a single self-contained question.
    pub fn of(text: &str) -> Self {
        Self {
            stems: stems(text),
            openings: openings(text),
            claims: Claims::of_question(text),
            subject: Subject::of(text),
            is_measured: question_words::asks_for_measure(text),
            overview: Overview::of(text),
            collection: Collection::of(text),
            reply: courtesy::reply(text),
            text: text.to_owned(),
            ..Self::default()
        }
    }

    /// Returns the question of a whole message with these parts, if it asks several.
    fn of_several(
        text: &str,
        parts: impl Iterator<Item = SubQuestion>,
        unsearched: Vec<SubQuestion>,
    ) -> Self {
        Self {
            sub_questions: parts.map(Self::of_part).collect(),
            unsearched: unsearched.into_iter().map(|part| part.words).collect(),
            ..Self::of(text)
        }
    }

    fn of_part(part: SubQuestion) -> Self {
        let question =
            Self { depends_on_previous: part.depends_on_previous, ..Self::of(&part.words) };
        if !part.is_secondary {
            return Self { surrounding: part.surrounding, ..question };
        }
        let secondary_texts =
            (!part.surrounding.is_empty()).then_some((part.surrounding, CONTEXT_WEIGHT));
        Self { secondary_texts: secondary_texts.into_iter().collect(), ..question }
    }

    /// Makes each side of the comparison that it asks for a separate question.
    fn with_sides(self) -> Self {
        let side = |ComparedSide { name, text }| Self { heading: Some(name), ..Self::of(&text) };
        let sides = comparison::sides(&self.text).into_iter().flatten();
        Self { sub_questions: sides.map(side).collect(), ..self }
    }

    /// Returns true if it compares two things.
    pub fn compares(&self) -> bool {
        self.sub_questions.iter().any(|one| one.heading.is_some())
    }

    /// Returns the text to search for, including the words taken from the conversation, and the weighted context.
    pub fn searched(&self, context_words: &str) -> (String, Vec<WeightedText>) {
        self.within(&self.before, context_words)
    }

    /// Returns the text to search for and the weighted context, where `before` is the conversation.
    pub fn within(
        &self,
        before: &[WeightedText],
        context_words: &str,
    ) -> (String, Vec<WeightedText>) {
        let texts = [self.text.as_str(), context_words, self.surrounding.as_str()];
        let texts: Vec<&str> = texts.into_iter().filter(|text| !text.is_empty()).collect();
        let mut context = [before, self.secondary_texts.as_slice()].concat();
        if !context.is_empty() && !self.surrounding.is_empty() {
            // If there is context, the text around the question is searched for as part of it.
            context.push((self.surrounding.clone(), 1.0));
        }
        (texts.join(" "), context)
    }

    /// Returns a test for the terms of a search that come from its own words.
    pub fn owns_term(&self) -> impl Fn(&Term) -> bool + use<> {
        let own: BTreeSet<String> = self.stems.iter().cloned().collect();
        move |term| stems(&term.word).iter().any(|stem| own.contains(stem))
    }

    /// Drops the texts that only searching needs, which may be large.
    pub fn drop_search_texts(&mut self) {
        for texts in [&mut self.secondary_texts, &mut self.before] {
            *texts = Vec::new();
        }
        self.surrounding = String::new();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(message: &str) -> Question {
        Question::read(&long::read(message), &[])
    }

    #[test]
    fn what_is_told_is_searched_for_but_not_asked() {
        let question = read("Hello! I work on Sundays. What does a hotel night cost? Thanks!");
        assert_eq!(question.text, "What does a hotel night cost?");
        let (text, context) = question.within(&[], "");
        assert_eq!(text, "What does a hotel night cost? I work on Sundays.");
        assert!(context.is_empty());
        let before = [("trips".to_owned(), 0.2)];
        let (_, context) = question.within(&before, "");
        assert_eq!(context[1], ("I work on Sundays.".to_owned(), 1.0));
    }

    #[test]
    fn a_message_of_several_questions_has_each_of_them() {
        let question = read("Hi! What does a hotel night cost? Who approves trips abroad?");
        let texts = question.sub_questions.iter().map(|one| one.text.as_str());
        assert_eq!(
            texts.collect::<Vec<_>>(),
            ["What does a hotel night cost?", "Who approves trips abroad?"]
        );
        assert!(read("What does a hotel night cost?").sub_questions.is_empty());
    }

    #[test]
    fn questions_beyond_the_sixth_are_left() {
        let things = ["cats", "dogs", "birds", "fish", "cows", "pigs", "hens", "bees"];
        let message: Vec<String> = things.map(|thing| format!("Where do {thing} live?")).into();
        let question = read(&message.join(" "));
        assert_eq!(question.sub_questions.len(), 6);
        assert_eq!(question.unsearched, ["Where do hens live?", "Where do bees live?"]);
    }
}
