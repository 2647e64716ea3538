//! Quoted answers to several questions at once, each answered by itself.

use super::choose::Most;
use super::{Quote, Quoted, chosen, layout, quote};
use crate::protocol::confidence::{Confidence, Outcome};
use crate::rag::chat::question::Question;
use crate::rag::chat::weigh::{Evidence, Weighed};

/// Limits of the answer to one question of several.
const EACH: Most = Most { units: 4, sources: 2 };

/// Answers each of several questions from its own passages, in their order; questions that the documents
/// do not seem to answer are named at the end.
///
/// `whole` has the passages for all of them; [`quote`] answers `question` from these if none of the questions
/// can be answered alone.
pub(in crate::rag::chat) fn quote_each(
    parts: &[(Question, Evidence)],
    (question, whole): (&Question, &Evidence),
    least: f32,
) -> Quote {
    let mut answer = Quote::default();
    let mut open = Vec::new();
    for (question, evidence) in parts {
        let weighed = Weighed::of(evidence, question);
        let confidence = weighed.confidence(least);
        if confidence.outcome != Outcome::Answered {
            open.push(question.text.as_str());
            continue;
        }
        let mut one = answer_to(&weighed, confidence);
        one.leave_out(&answer);
        if confidence.probability > answer.confidence.probability {
            answer.confidence = confidence;
        }
        answer.append(one);
    }
    if answer.sentences.is_empty() {
        return quote(whole, question, least);
    }
    answer.deltas.extend(
        open.iter()
            .map(|question| format!("\n\nI found no answer to “{question}” in your documents.")),
    );
    answer
}

fn answer_to(weighed: &Weighed, confidence: Confidence) -> Quote {
    let chosen = chosen(weighed, confidence.outcome, EACH);
    let (sentences, deltas) = layout::lay_out(&weighed.units, &chosen);
    Quote { sentences, confidence, deltas }
}

impl Quote {
    /// The answer with a word on the questions that it leaves out, as there are too many.
    pub(in crate::rag::chat) fn leaving(mut self, questions: &[String]) -> Self {
        if !questions.is_empty() {
            let named: Vec<String> = questions.iter().map(|one| format!("“{one}”")).collect();
            let named = named.join(", ");
            let words = "These are many questions at once. Not answered yet, so ask again:";
            self.deltas.push(format!("\n\n{words} {named}."));
        }
        self
    }

    /// Leaves out the quotations that another answer has already.
    fn leave_out(&mut self, other: &Self) {
        let pairs = self.sentences.drain(..).zip(self.deltas.drain(..));
        let is_new = |quoted: &Quoted| {
            let same = |known: &Quoted| known.text == quoted.text;
            !other.sentences.iter().any(same)
        };
        (self.sentences, self.deltas) = pairs.filter(|(quoted, _)| is_new(quoted)).unzip();
    }

    /// Appends another answer as a paragraph of its own.
    fn append(&mut self, other: Self) {
        let is_first = self.sentences.is_empty();
        let deltas = other.deltas.into_iter().enumerate();
        self.deltas.extend(deltas.map(|(at, delta)| match at {
            0 if is_first => delta.trim_start().to_owned(),
            0 => format!("\n\n{}", delta.trim_start()),
            _ => delta,
        }));
        self.sentences.extend(other.sentences);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::confidence::LEAST;
    use crate::rag::chat::tests::{found, hit};

    const LEAVE: &str = "How many days of leave do employees get?";
    const HOTEL: &str = "What does a hotel night cost?";

    fn leave() -> Evidence {
        let text = "Employees get thirty days of leave.";
        found(LEAVE, vec![hit("leave.md", None, text, 2.0)]).into()
    }

    fn hotel() -> Evidence {
        let text = "A hotel night costs 155 pounds.";
        found(HOTEL, vec![hit("travel.md", None, text, 2.0)]).into()
    }

    fn answer(parts: &[(&str, &Evidence)]) -> Quote {
        let part = |(text, evidence): &(&str, &Evidence)| (Question::of(text), (*evidence).clone());
        let parts: Vec<(Question, Evidence)> = parts.iter().map(part).collect();
        quote_each(&parts, (&Question::of("both"), &Evidence::default()), LEAST)
    }

    #[test]
    fn each_question_has_its_paragraph() {
        let quote = answer(&[(LEAVE, &leave()), (HOTEL, &hotel())]);
        assert_eq!(
            quote.deltas().concat(),
            "Employees get thirty days of leave. [leave.md]\n\n\
             A hotel night costs 155 pounds. [travel.md]"
        );
        assert!(!quote.is_refused() && quote.sentences.len() == 2);
    }

    #[test]
    fn a_question_that_is_not_answered_is_named() {
        let other = found("Who wrote Hamlet?", Vec::new()).into();
        let quote = answer(&[("Who wrote Hamlet?", &other), (HOTEL, &hotel())]);
        assert_eq!(
            quote.deltas().concat(),
            "A hotel night costs 155 pounds. [travel.md]\n\n\
             I found no answer to “Who wrote Hamlet?” in your documents."
        );
        assert!(!quote.is_refused());
    }

    #[test]
    fn questions_that_are_too_many_are_named() {
        let answer = answer(&[(LEAVE, &leave()), (HOTEL, &hotel())]);
        let with_rest = answer.clone().leaving(&["Why?".to_owned(), "When?".to_owned()]);
        let text = with_rest.deltas().concat();
        assert!(text.ends_with("ask again: “Why?”, “When?”."), "{text}");
        assert_eq!(answer.clone().leaving(&[]), answer);
    }

    #[test]
    fn what_answers_two_questions_is_quoted_once() {
        let quote = answer(&[(HOTEL, &hotel()), (HOTEL, &hotel())]);
        assert_eq!(quote.sentences.len(), 1);
    }

    #[test]
    fn where_nothing_is_answered_the_whole_is_refused() {
        let other = found("Who wrote Hamlet?", Vec::new()).into();
        let quote = answer(&[("Who wrote Hamlet?", &other), ("Who is he?", &other)]);
        assert!(quote.is_refused());
    }
}
