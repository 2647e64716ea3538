//! Follow-up questions, from the headings and titles of the hits.

use std::collections::BTreeSet;

use super::quote::Quoted;
use crate::rag::retrieval::Hit;
use crate::text::{question, source};

/// The number of proposed questions.
const WANTED: usize = 3;

/// The longest title that fits into a question.
const LONGEST_NAME: usize = 60;

/// Up to three questions that were not asked yet. Passages of the quoted documents come first, the best hit
/// behind them, since the answer covers it already; headings that the answer quotes from are left out.
pub(super) fn propose(hits: &[Hit], quoted: &[Quoted], asked: &[&str]) -> Vec<String> {
    let asked: Vec<String> = asked
        .iter()
        .map(|question| question.to_lowercase())
        .collect();
    let answered = quoted.iter().filter_map(|quoted| heading(hits, quoted));
    let answered: BTreeSet<String> = answered.map(str::to_lowercase).collect();
    let inner = inner(hits, quoted);
    let mut found: Vec<String> = Vec::new();
    let mut used: BTreeSet<String> = BTreeSet::new();
    for (hit, heading) in inner.iter().copied().flat_map(headings) {
        let lower = heading.to_lowercase();
        let is_new = !answered.contains(&lower) && heading != hit.passage.title;
        if found.len() < WANTED && is_new && !was_asked(&asked, &lower) && used.insert(lower) {
            let about = question::Part {
                title: &name(hits, hit),
                heading,
                text: &hit.passage.text,
            };
            found.extend(about.question(found.len()));
        }
    }
    let named = inner.iter().map(|hit| name(hits, hit));
    let named = named.filter(|name| !name.trim().is_empty());
    found.extend(named.map(|name| question::about_document(&name)));
    let mut seen = BTreeSet::new();
    found.retain(|question| {
        let lower = question.to_lowercase();
        !asked.contains(&lower) && seen.insert(lower)
    });
    found.truncate(WANTED);
    found
}

/// The hits in the order of their worth: those of the quoted documents first, the best hit behind them.
fn inner<'a>(hits: &'a [Hit], quoted: &[Quoted]) -> Vec<&'a Hit> {
    let (first, others) = hits.split_at(hits.len().min(1));
    let is_near = |hit: &Hit| {
        let mut of_answer = quoted.iter().map(|quoted| source::split(&quoted.source).0);
        of_answer.any(|path| path == hit.passage.path)
    };
    let mut inner: Vec<&Hit> = others.iter().chain(first).collect();
    // The sort is stable: equals stay in their order.
    inner.sort_by_key(|hit| !is_near(hit));
    inner
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
fn headings(hit: &Hit) -> impl Iterator<Item = (&Hit, &str)> {
    let above = hit.passage.headings.iter().rev().map(String::as_str);
    let inside = hit.passage.inner_headings();
    above.chain(inside).map(move |heading| (hit, heading))
}

/// The name of a hit's document: its title, or its file if another document has the same title.
fn name(hits: &[Hit], hit: &Hit) -> String {
    let (title, path) = (&hit.passage.title, &hit.passage.path);
    let is_shared = hits
        .iter()
        .any(|other| other.passage.title == *title && other.passage.path != *path);
    let is_too_long = title.chars().count() > LONGEST_NAME;
    question::name(title, path, is_shared || is_too_long)
}

/// True if an earlier question names the heading.
fn was_asked(asked: &[String], heading: &str) -> bool {
    asked.iter().any(|question| question.contains(heading))
}

#[cfg(test)]
mod tests {
    use crate::protocol::confidence::LEAST;
    use crate::rag::chat::question::Question;
    use crate::rag::chat::quote::quote;
    use crate::rag::chat::tests::{found, hit};
    use crate::rag::retrieval::Hit;

    fn proposed(question: &str, hits: Vec<Hit>) -> Vec<String> {
        let evidence = found(question, hits).into();
        let quote = quote(&evidence, &Question::of(question), LEAST);
        super::propose(&evidence.found.hits, &quote.sentences, &[question])
    }

    fn titled(mut hit: Hit, title: &str, heading: &str) -> Hit {
        title.clone_into(&mut hit.passage.title);
        hit.passage.headings = vec![heading.to_owned()];
        hit
    }

    #[test]
    fn follow_ups_name_what_was_not_asked() {
        let hits = vec![
            titled(
                hit("a.md", None, "Leave takes thirty days.", 3.0),
                "Handbook",
                "Leave",
            ),
            titled(hit("a.md", None, "Leave is paid.", 2.0), "Handbook", "Pay"),
            titled(hit("c.md", None, "Leave is long.", 1.0), "Perks", "Sport"),
        ];
        let question = "How many days of leave?";
        let proposed = proposed(question, hits);
        assert_eq!(
            proposed,
            [
                "What does “Handbook” say about pay?",
                "What does “Perks” say about sport?",
                "What is “Handbook” about?"
            ]
        );
    }

    #[test]
    fn documents_with_the_same_title_are_told_apart_by_their_files() {
        let hits = vec![
            titled(
                hit("x/Plus.pdf", None, "Leave is paid.", 2.0),
                "Plan",
                "Leave",
            ),
            titled(
                hit("x/Basic.pdf", None, "Leave is not.", 1.0),
                "Plan",
                "Unpaid leave",
            ),
        ];
        let proposed = proposed("Is it paid?", hits);
        assert_eq!(proposed[0], "What does “Basic” say about unpaid leave?");
    }

    #[test]
    fn no_follow_up_is_made_of_the_answers_own_heading() {
        let mut leave = hit(
            "a.md",
            None,
            "Leave takes thirty days.\n\n## Late claims\n\nNone.",
            2.0,
        );
        leave.passage.headings = vec!["Yearly leave".to_owned()];
        leave.passage.title = "Rules".to_owned();
        let question = "How many days of leave?";
        let proposed = proposed(question, vec![leave]);
        assert_eq!(
            proposed,
            [
                "What does “Rules” say about late claims?",
                "What is “Rules” about?"
            ]
        );
    }
}
