//! Follow-up questions, from what the hits define and their headings.

use std::collections::BTreeSet;

use super::composed::Quoted;
use crate::rag::corpus::examples::definitions;
use crate::rag::retrieval::Hit;
use crate::text::analysis::stems;
use crate::text::{question, source};

/// The number of proposed questions.
const WANTED: usize = 3;

/// Up to three questions that the conversation has not touched, each of another passage in turn. Passages of the
/// quoted documents come first, the best hit behind them, since the answer covers it already.
pub(super) fn propose(hits: &[Hit], quoted: &[Quoted], asked: &[&str]) -> Vec<String> {
    let touched: BTreeSet<String> = asked.iter().flat_map(|question| stems(question)).collect();
    let is_new = |question: &String| stems(question).iter().any(|stem| !touched.contains(stem));
    let questions = inner(hits, quoted).into_iter().map(|hit| {
        let questions = of_passage(hit, hits, quoted).into_iter();
        questions.filter(is_new).collect()
    });
    question::in_turn(questions, WANTED)
}

/// The questions that a hit's passage answers: what it defines, its headings, and its title. What the answer
/// quotes, and what it quotes from, is left out.
fn of_passage(hit: &Hit, hits: &[Hit], quoted: &[Quoted]) -> Vec<String> {
    let answered: Vec<&str> = quoted.iter().filter_map(|quoted| heading(hits, quoted)).collect();
    let is_quoted = |sentence: &str| quoted.iter().any(|quoted| quoted.text.contains(sentence));
    let defined = definitions(&hit.passage).into_iter();
    let defined = defined.filter(|(_, sentence)| !is_quoted(sentence));
    let headings = headings(hit).filter(|heading| !answered.contains(heading));
    let of_headings =
        headings.filter_map(|heading| question::of_heading(heading, &hit.passage.title));
    let title = title(hit).filter(|_| !is_near(hit, quoted));
    let questions = defined.map(|(question, _)| question);
    questions.chain(of_headings).chain(title).collect()
}

/// The hits in the order of their worth: those of the quoted documents first, the best hit behind them.
fn inner<'a>(hits: &'a [Hit], quoted: &[Quoted]) -> Vec<&'a Hit> {
    let (first, others) = hits.split_at(hits.len().min(1));
    let mut inner: Vec<&Hit> = others.iter().chain(first).collect();
    // The sort is stable: equals stay in their order.
    inner.sort_by_key(|hit| !is_near(hit, quoted));
    inner
}

/// True if the answer quotes from a hit's document.
fn is_near(hit: &Hit, quoted: &[Quoted]) -> bool {
    let mut of_answer = quoted.iter().map(|quoted| source::split(&quoted.source).0);
    of_answer.any(|path| path == hit.passage.path)
}

/// The heading that a quotation stands under.
fn heading<'a>(hits: &'a [Hit], quoted: &'a Quoted) -> Option<&'a str> {
    let is_of =
        |hit: &&Hit| hit.passage.ordinal == quoted.ordinal && hit.passage.source() == quoted.source;
    let of_hit = || hits.iter().find(is_of)?.passage.headings.last();
    let heading = quoted.heading.as_ref().or_else(of_hit);
    heading.map(String::as_str)
}

/// A hit's headings, innermost first, with those inside its text.
fn headings(hit: &Hit) -> impl Iterator<Item = &str> {
    let above = hit.passage.headings.iter().rev().map(String::as_str);
    above.chain(hit.passage.inner_headings())
}

/// The question about a hit's whole document: its title, unless that is no more than the name of its file.
fn title(hit: &Hit) -> Option<String> {
    let passage = &hit.passage;
    let is_of_file = passage.title == question::file_words(&passage.path);
    question::of_heading(&passage.title, "").filter(|_| !is_of_file)
}

#[cfg(test)]
mod tests {
    use crate::protocol::confidence::LEAST;
    use crate::rag::chat::quote::quote;
    use crate::rag::chat::tests::{evidence, found, hit};
    use crate::rag::retrieval::Hit;

    fn proposed(question: &str, hits: Vec<Hit>) -> Vec<String> {
        let evidence = evidence(question, found(question, hits));
        let quote = quote(&evidence, LEAST);
        super::propose(&evidence.found.hits, &quote.quoted, &[question])
    }

    fn titled(mut hit: Hit, title: &str, heading: &str) -> Hit {
        title.clone_into(&mut hit.passage.title);
        hit.passage.headings = vec![heading.to_owned()];
        hit
    }

    #[test]
    fn follow_ups_name_what_was_not_asked() {
        let hits = vec![
            titled(hit("a.md", None, "Leave takes thirty days.", 3.0), "Handbook", "Leave"),
            titled(hit("a.md", None, "Leave is paid.", 2.0), "Handbook", "Pay"),
            titled(hit("c.md", None, "Leave is long.", 1.0), "Perks", "Sport"),
        ];
        let question = "How many days of leave?";
        let proposed = proposed(question, hits);
        assert_eq!(proposed, ["Pay", "Sport", "Perks"]);
    }

    #[test]
    fn what_a_passage_defines_is_asked_for_unless_it_was_quoted_or_asked() {
        let text = "A sabbatical is a leave of a year. Ask for a sabbatical in May. \
                    Parental leave is the leave of new parents. Ask for parental leave.";
        let hits = || vec![titled(hit("a.md", None, text, 2.0), "Rules", "Leave")];
        let after = proposed("How long is a sabbatical?", hits());
        assert!(after.contains(&"What is parental leave?".to_owned()), "{after:?}");
        assert!(!after.iter().any(|question| question.contains("sabbatical")), "{after:?}");
    }

    #[test]
    fn no_follow_up_is_made_of_the_answers_own_heading() {
        let mut leave =
            hit("a.md", None, "Leave takes thirty days.\n\n## Late claims\n\nNone.", 2.0);
        leave.passage.headings = vec!["Yearly leave".to_owned()];
        leave.passage.title = "Rules".to_owned();
        let question = "How many days of leave?";
        let proposed = proposed(question, vec![leave]);
        assert_eq!(proposed, ["Late claims"]);
    }
}
