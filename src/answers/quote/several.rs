//! Quoted answers to several questions at once, each answered separately.

use footnote_protocol::confidence::Outcome;

use super::{Quoted, laid_out, others, quote, quoted, quoted_text, refusal};
use crate::composed::{ComposedAnswer, Lack, Quotation};
use crate::phrases::{Phrase, Phrases};
use crate::weigh::Evidence;

/// Answers each of several questions from its own passages, in order. Questions that the documents do not seem to
/// answer are named at the end.
///
/// `whole` has the passages for all of them; [`quote`] answers the message from these if none of the questions can be
/// answered alone.
pub(crate) fn quote_each(parts: &[Evidence], whole: &Evidence, threshold: f32) -> ComposedAnswer {
    let mut answer = ComposedAnswer::default();
    let mut open = Vec::new();
    for part in parts {
        let Some((mut one, others, caveat)) = answer_to(part, threshold) else {
            open.push(part.question.text.as_str());
            continue;
        };
        one.leave_out(&answer);
        if let (Some(name), Some(first)) = (&part.question.heading, one.deltas.first_mut()) {
            *first = format!("**{name}**\n\n{}", first.trim_start());
        }
        if one.confidence.probability > answer.confidence.probability {
            answer.confidence = one.confidence;
        }
        answer.append(one);
        answer.deltas.extend(others);
        if let Some(caveat) = caveat {
            answer.note_lack(caveat);
        }
    }
    if answer.quoted.is_empty() {
        return quote(whole, threshold);
    }
    for question in open {
        let text = Phrases::of(question).with(Phrase::PartNotFound, &[question]);
        answer.note_lack(Lack { text, of_all: true });
    }
    answer
}

/// The answer to one of several questions, with differing statements of others and a note on what it lacks.
type PartAnswer = (ComposedAnswer, Vec<String>, Option<Lack>);

/// Answers one of the questions. `None` if it is not certainly answered, or lacks what is asked about a subject that
/// only the previous question names, as in "and who drives it?"
fn answer_to(part: &Evidence, threshold: f32) -> Option<PartAnswer> {
    let Quoted { confidence, chosen, replaced } = quoted(part, threshold);
    let caveat = refusal::caveat(part, confidence.outcome, &quoted_text(part, &chosen));
    let is_open = part.question.depends_on_previous && caveat.is_some();
    if confidence.outcome != Outcome::Answered || is_open {
        return None;
    }
    Some((laid_out(confidence, &chosen), others(part, &chosen, &replaced), caveat))
}

impl ComposedAnswer {
    /// Adds a sentence on the questions that were left out because there are too many.
    pub(crate) fn with_unanswered(mut self, questions: &[String]) -> Self {
        if !questions.is_empty() {
            let phrases = Phrases::of(&questions.concat());
            let named: Vec<String> = questions.iter().map(|one| phrases.quoted(one)).collect();
            self.note(&phrases.with(Phrase::TooMany, &[phrases.listed(&named).as_str()]));
        }
        self
    }

    /// Removes the quotations that another answer already has.
    fn leave_out(&mut self, other: &Self) {
        let pairs = self.quoted.drain(..).zip(self.deltas.drain(..));
        let is_new = |quoted: &Quotation| {
            let same = |known: &Quotation| known.text == quoted.text;
            !other.quoted.iter().any(same)
        };
        (self.quoted, self.deltas) = pairs.filter(|(quoted, _)| is_new(quoted)).unzip();
    }

    /// Appends another answer as a separate paragraph.
    fn append(&mut self, other: Self) {
        let is_first = self.quoted.is_empty();
        let deltas = other.deltas.into_iter().enumerate();
        self.deltas.extend(deltas.map(|(at, delta)| match at {
            0 if is_first => delta.trim_start().to_owned(),
            0 => format!("\n\n{}", delta.trim_start()),
            _ => delta,
        }));
        self.quoted.extend(other.quoted);
    }
}

#[cfg(test)]
mod tests {
    use footnote_protocol::confidence::DEFAULT_THRESHOLD;
    use footnote_retrieval::SearchResult;

    use super::*;
    use crate::samples::{evidence, found, hit};

    const LEAVE: &str = "How many days of leave do employees get?";
    const HOTEL: &str = "What does a hotel night cost?";

    fn leave() -> Evidence {
        let text = "Employees get thirty days of leave.";
        evidence(LEAVE, found(LEAVE, vec![hit("leave.md", None, text, 2.0)]))
    }

    fn hotel() -> Evidence {
        let text = "A hotel night costs 155 pounds.";
        evidence(HOTEL, found(HOTEL, vec![hit("travel.md", None, text, 2.0)]))
    }

    fn answer(parts: &[Evidence]) -> ComposedAnswer {
        quote_each(parts, &evidence("both", SearchResult::default()), DEFAULT_THRESHOLD)
    }

    #[test]
    fn each_question_has_its_paragraph() {
        let quote = answer(&[leave(), hotel()]);
        assert_eq!(
            quote.deltas.concat(),
            "Employees get thirty days of leave. [leave.md]\n\n\
             A hotel night costs 155 pounds. [travel.md]"
        );
        assert!(!quote.is_refused() && quote.quoted.len() == 2);
    }

    #[test]
    fn a_question_that_is_not_answered_is_named() {
        let question = "Who wrote Hamlet?";
        let other = evidence(question, found(question, Vec::new()));
        let quote = answer(&[other, hotel()]);
        assert_eq!(
            quote.deltas.concat(),
            "A hotel night costs 155 pounds. [travel.md]\n\n\
             I found no answer to “Who wrote Hamlet?” in your documents."
        );
        assert!(!quote.is_refused());
    }

    #[test]
    fn a_part_that_asks_for_a_measure_is_open_without_a_number() {
        let question = "How much does parking cost?";
        let text = "Parking costs nothing for guests.";
        let free = evidence(question, found(question, vec![hit("park.md", None, text, 2.0)]));
        let answer = answer(&[free, hotel()]).deltas.concat();
        assert!(answer.starts_with("A hotel night costs 155 pounds."), "{answer}");
    }

    #[test]
    fn what_lacks_its_point_is_open_where_only_the_question_before_names_its_subject() {
        let question = "and who stole it?";
        let text = "A hotel night costs 155 pounds.";
        let searched = format!("{question} {HOTEL}");
        let mut part =
            evidence(question, found(&searched, vec![hit("travel.md", None, text, 2.0)]));
        part.question.depends_on_previous = true;
        let answer = answer(&[hotel(), part]).deltas.concat();
        assert!(
            answer.ends_with("I found no answer to “and who stole it?” in your documents."),
            "{answer}"
        );
    }

    #[test]
    fn questions_that_are_too_many_are_named() {
        let answer = answer(&[leave(), hotel()]);
        let with_rest = answer.clone().with_unanswered(&["Why?".to_owned(), "When?".to_owned()]);
        let text = with_rest.deltas.concat();
        assert!(text.ends_with("ask again: “Why?”, “When?”."), "{text}");
        assert_eq!(answer.clone().with_unanswered(&[]), answer);
    }

    #[test]
    fn what_answers_two_questions_is_quoted_once() {
        let quote = answer(&[hotel(), hotel()]);
        assert_eq!(quote.quoted.len(), 1);
    }

    #[test]
    fn where_nothing_is_answered_the_whole_is_refused() {
        let unknown = ["Who wrote Hamlet?", "Who is he?"];
        let quote =
            answer(&unknown.map(|question| evidence(question, found(question, Vec::new()))));
        assert!(quote.is_refused());
    }
}
