//! The question of a conversation, read once: all that follows takes this value.

mod asking;
mod borrowed;
mod collection;
mod comparison;
mod courtesy;
mod focus;
pub(super) mod function_words;
mod join;
mod lean;
pub(super) mod long;
mod opening;
mod overview;
mod small_talk;
mod split;
mod subject;

use std::collections::BTreeSet;

pub(super) use self::collection::Collection;
pub(super) use self::comparison::Comparison;
use self::focus::Focus;
use self::long::{BESIDE, Read};
pub use self::opening::openings;
pub(super) use self::overview::Overview;
use self::split::Part;
use self::subject::Subject;
use super::claims::Claims;
use footnote_protocol::Message;
use footnote_retrieval::Term;
use footnote_text::analysis::stems;

/// A text with the weight of its words, where those of the question count 1.
pub(super) type Weighed = (String, f32);

/// A question, with all that is read from its words and from the conversation before it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Question {
    /// Its own words, which the passages must answer: without courtesies and the text around it.
    pub(super) text: String,
    /// The stems of its own words, in order.
    pub(super) stems: Vec<String>,
    /// Its opening, from the more to the less precise.
    pub(super) openings: Vec<String>,
    /// The numbers, names and negation that an answer must not contradict.
    pub(super) claims: Claims,
    /// The thing whose definition it asks for.
    pub(super) subject: Subject,
    /// What is asked of its subject.
    pub(super) focus: Focus,
    /// The overview of a document that it asks for.
    pub(super) overview: Option<Overview>,
    /// The comparison that it asks for.
    pub(super) comparison: Option<Comparison>,
    /// What it asks of the documents as such.
    pub(super) collection: Option<Collection>,
    /// The reply, where it is only polite or asks who answers.
    pub(super) reply: Option<&'static str>,
    /// Its questions, if it asks several; each is searched for and answered by itself.
    pub(super) sub_questions: Vec<Question>,
    /// The questions that are not searched for, as it asks too many.
    pub(super) left: Vec<String>,
    /// Text around it that is searched for as well.
    pub(super) told: String,
    /// True if its subject is named by the question before it in the same message.
    pub(super) leans: bool,
    /// Texts of less weight: what only leads to it, and samples of pasted text.
    aside: Vec<Weighed>,
    /// The words that it borrows from the question before, if it leans on that.
    pub(super) lent: String,
    /// The conversation before it, weighted.
    before: Vec<Weighed>,
}

impl Question {
    /// Reads the question of a message that follows the `history` of its conversation.
    pub(super) fn read(message: &Read, history: &[Message]) -> Self {
        let said = courtesy::bare(&message.question);
        let (mut parts, left) = split::few(split::questions(said));
        let mut question = match parts.pop() {
            Some(only) if parts.is_empty() => Self::of_part(only),
            last => Self::of_several(said, parts.into_iter().chain(last), left),
        };
        if !message.material.is_empty() {
            let material = message.material.clone();
            question.aside.push((material, BESIDE));
        }
        question.lent = borrowed::lent(&question.text, history);
        question.before = borrowed::context(history);
        question
    }

    /// Reads one question that stands alone.
    pub(super) fn of(text: &str) -> Self {
        Self {
            stems: stems(text),
            openings: openings(text),
            claims: Claims::of_question(text),
            subject: Subject::of(text),
            focus: Focus::of(text),
            overview: Overview::of(text),
            comparison: Comparison::of(text),
            collection: Collection::of(text),
            reply: small_talk::reply(text),
            text: text.to_owned(),
            ..Self::default()
        }
    }

    /// The question of all of a message that asks several, or nothing.
    fn of_several(said: &str, parts: impl Iterator<Item = Part>, left: Vec<Part>) -> Self {
        Self {
            sub_questions: parts.map(Self::of_part).collect(),
            left: left.into_iter().map(|part| part.words).collect(),
            ..Self::of(said)
        }
    }

    fn of_part(part: Part) -> Self {
        let question = Self { leans: part.leans, ..Self::of(&part.words) };
        if !part.is_aside {
            return Self { told: part.told, ..question };
        }
        let aside = (!part.told.is_empty()).then_some((part.told, BESIDE));
        Self { aside: aside.into_iter().collect(), ..question }
    }

    /// The text to search for, with the words that the conversation lends to it, and the weighted context.
    pub(super) fn searched(&self, lent: &str) -> (String, Vec<Weighed>) {
        self.within(&self.before, lent)
    }

    /// The text to search for and the weighted context, where `before` is the conversation.
    pub(super) fn within(&self, before: &[Weighed], lent: &str) -> (String, Vec<Weighed>) {
        let texts = [self.text.as_str(), lent, self.told.as_str()];
        let texts: Vec<&str> = texts.into_iter().filter(|text| !text.is_empty()).collect();
        let mut context = [before, self.aside.as_slice()].concat();
        if !context.is_empty() && !self.told.is_empty() {
            // If there is a context, the text around the question is searched for as a part of it.
            context.push((self.told.clone(), 1.0));
        }
        (texts.join(" "), context)
    }

    /// The terms of a search whose words are its own.
    pub(super) fn owns(&self) -> impl Fn(&Term) -> bool + use<> {
        let own: BTreeSet<String> = self.stems.iter().cloned().collect();
        move |term| stems(&term.word).iter().any(|stem| own.contains(stem))
    }

    /// Drops the texts that only searching needs; they may be large.
    pub(super) fn lighten(&mut self) {
        for texts in [&mut self.aside, &mut self.before] {
            *texts = Vec::new();
        }
        self.told = String::new();
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
        assert_eq!(question.left, ["Where do hens live?", "Where do bees live?"]);
    }
}
