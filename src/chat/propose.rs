//! Follow-up questions, from the headings after what was cited and those of the other hits.

use std::collections::{BTreeSet, HashMap, HashSet};

use footnote_answers::composed::Quotation;
use footnote_retrieval::Hit;
use footnote_retrieval::corpus::examples::{CandidateQuestion, ExpectedAnswer, is_title};
use footnote_text::analysis::{of_document, stems};
use footnote_text::{question, source};

/// Maximum number of proposed questions.
pub(super) const MAX_PROPOSED: usize = 3;

/// Maximum number of questions made; some of them may not be answered.
const MAX_TRIALS: usize = 12;

/// Returns questions that the conversation has not touched, from one passage after another. The passages after the
/// quoted ones come first, then the other hits of the same documents. The best hit comes last, since the answer covers
/// it already.
pub(super) fn propose(
    following: &[Hit],
    hits: &[Hit],
    quoted: &[Quotation],
    asked: &[&str],
) -> Vec<CandidateQuestion> {
    let touched: BTreeSet<String> = asked.iter().flat_map(|question| stems(question)).collect();
    let is_new = |name: &&str| stems(name).iter().any(|stem| !touched.contains(stem));
    let ambiguous = ambiguous_titles(following.iter().chain(hits));
    let hits = following.iter().chain(by_priority(hits, quoted));
    let of_hit = |hit| of_passage(hit, quoted, &ambiguous, &is_new).into_iter().enumerate();
    let trials = hits.flat_map(of_hit);
    let mut ranked: Vec<(usize, CandidateQuestion)> = trials.collect();
    // The sort is stable: ties stay in the order of their passages.
    ranked.sort_by_key(|(rank, _)| *rank);
    let mut trials: Vec<(BTreeSet<String>, CandidateQuestion)> = Vec::new();
    for (_, trial) in ranked {
        let own: BTreeSet<String> = stems(&trial.question).into_iter().collect();
        let is_like = |other: &BTreeSet<String>| own.is_subset(other) || other.is_subset(&own);
        if !trials.iter().any(|(other, _)| is_like(other)) {
            trials.push((own, trial));
        }
    }
    trials.truncate(MAX_TRIALS);
    trials.into_iter().map(|(_, trial)| trial).collect()
}

/// Returns the questions suggested by the headings of a hit, except for headings that the answer quotes from.
fn of_passage(
    hit: &Hit,
    quoted: &[Quotation],
    ambiguous: &HashSet<&str>,
    is_new: &impl Fn(&&str) -> bool,
) -> Vec<CandidateQuestion> {
    let passage = &hit.passage;
    let language = of_document([passage.text.as_str()].into_iter()).name();
    let is_quoted =
        |heading: &str| quoted.iter().any(|one| one.heading.as_deref() == Some(heading));
    let title = passage.title.as_str();
    let is_unfit = ambiguous.contains(title) || title.contains(['.', '“', '”', '"', '[']);
    let name = &question::name(title, &passage.path, is_unfit);
    let asked = headings(hit).filter(is_new);
    let asked = asked.filter(|heading| !is_quoted(heading) && !is_title(heading, name));
    let asked = asked.filter_map(|it| question::about_section(name, it, &passage.text, language));
    let aim = || ExpectedAnswer::Quotation(passage.path.clone());
    asked.map(|question| CandidateQuestion { question, aim: aim() }).collect()
}

/// Returns the hits by priority: those of the quoted documents first, the best hit last.
fn by_priority<'a>(hits: &'a [Hit], quoted: &[Quotation]) -> Vec<&'a Hit> {
    let (first, others) = hits.split_at(hits.len().min(1));
    let mut by_priority: Vec<&Hit> = others.iter().chain(first).collect();
    // The sort is stable: ties stay in order.
    by_priority.sort_by_key(|hit| !is_near(hit, quoted));
    by_priority
}

/// Returns true if the answer quotes from the hit's document.
fn is_near(hit: &Hit, quoted: &[Quotation]) -> bool {
    let mut of_answer = quoted.iter().map(|quoted| source::split(&quoted.source).0);
    of_answer.any(|path| path == hit.passage.path)
}

/// Returns a hit's headings, innermost first, including those inside its text.
fn headings(hit: &Hit) -> impl Iterator<Item = &str> {
    let above = hit.passage.headings.iter().rev().map(String::as_str);
    above.chain(hit.passage.inner_headings())
}

/// Returns the titles that several of the documents have.
fn ambiguous_titles<'a>(hits: impl Iterator<Item = &'a Hit>) -> HashSet<&'a str> {
    let mut paths: HashMap<&str, &str> = HashMap::new();
    let titled = hits.map(|hit| (hit.passage.title.as_str(), hit.passage.path.as_str()));
    titled
        .filter(|(title, path)| *paths.entry(*title).or_insert(*path) != *path)
        .map(|(title, _)| title)
        .collect()
}

#[cfg(test)]
mod tests {
    use footnote_answers::quote::quote;
    use footnote_answers::samples::{evidence, found, hit};
    use footnote_protocol::confidence::DEFAULT_THRESHOLD;
    use footnote_retrieval::Hit;

    fn proposed(question: &str, hits: Vec<Hit>) -> Vec<String> {
        let evidence = evidence(question, found(question, hits));
        let quote = quote(&evidence, DEFAULT_THRESHOLD);
        let trials = super::propose(&[], &evidence.found.hits, &quote.quoted, &[question]);
        trials.into_iter().map(|trial| trial.question).collect()
    }

    fn titled(mut hit: Hit, title: &str, heading: &str) -> Hit {
        title.clone_into(&mut hit.passage.title);
        hit.passage.headings = vec![heading.to_owned()];
        hit
    }

    #[test]
    fn follow_ups_are_whole_questions_about_what_was_not_asked() {
        let hits = vec![
            titled(hit("a.md", None, "Leave takes thirty days.", 3.0), "Handbook", "Leave"),
            titled(
                hit("a.md", None, "Leave is paid.", 2.0),
                "Handbook",
                "How do I get paid leave?",
            ),
            titled(hit("c.md", None, "Leave is long.", 1.0), "Perks", "Sport"),
        ];
        let proposed = proposed("How many days of leave?", hits);
        assert_eq!(proposed, ["How do I get paid leave?", "What does “Perks” say about Sport?"]);
    }

    #[test]
    fn a_title_of_several_documents_gives_way_to_the_name_of_the_file() {
        let hits = vec![
            titled(hit("basic_plan.md", None, "Leave is long.", 3.0), "Office", "Leave"),
            titled(hit("basic_plan.md", None, "Leave is paid.", 2.0), "Office", "Privacy policy"),
            titled(hit("full_plan.md", None, "Leave is short.", 1.0), "Office", "Privacy"),
        ];
        let proposed = proposed("How many days of leave?", hits);
        assert_eq!(
            proposed,
            [
                "What does “Basic plan” say about Privacy policy?",
                "What does “Full plan” say about Privacy?"
            ]
        );
    }

    #[test]
    fn a_title_that_is_a_file_name_is_read_as_words() {
        let hits = vec![
            titled(hit("a/leave-of-staff.md", None, "Thirty days.", 3.0), "Rules", "Leave"),
            titled(hit("late-claims.md", None, "None.", 2.0), "late-claims", "Paper forms"),
        ];
        assert_eq!(
            proposed("How many days of leave?", hits),
            ["What does “Late claims” say about Paper forms?"]
        );
    }

    #[test]
    fn a_question_that_another_includes_is_not_proposed_beside_it() {
        let about = |heading: &str, score| {
            titled(hit("a.md", None, "Leave is paid.", score), "Rules", heading)
        };
        let hits = vec![about("Leave", 3.0), about("Privacy policy", 2.0), about("Privacy", 1.0)];
        let proposed = proposed("How many days of leave?", hits);
        assert_eq!(proposed, ["What does “Rules” say about Privacy policy?"]);
    }

    #[test]
    fn what_follows_the_quotation_is_asked_about_first() {
        let hits = vec![titled(hit("a.md", None, "Leave is long.", 3.0), "Handbook", "Leave")];
        let next = titled(hit("a.md", None, "Pay is good.", 0.0), "Handbook", "Late claims");
        let trials = super::propose(&[next], &hits, &[], &["How much leave?"]);
        assert_eq!(trials[0].question, "What does “Handbook” say about Late claims?");
    }

    #[test]
    fn a_title_is_not_asked_about_in_its_own_document() {
        let own = titled(hit("a.md", None, "Pay is good.", 0.0), "Late claims", "Late Claims");
        let trials = super::propose(&[own], &[], &[], &["How much leave?"]);
        assert_eq!(trials, []);
    }

    #[test]
    fn a_heading_is_asked_about_in_a_whole_question() {
        let text = "Leave takes thirty days.\n\n## Late claims\n\nNone.";
        let mut leave = hit("a.md", None, text, 2.0);
        leave.passage.headings = vec!["Yearly leave".to_owned()];
        leave.passage.title = "Rules".to_owned();
        assert_eq!(
            proposed("How many days of leave?", vec![leave]),
            [
                "What does “Rules” say about Yearly leave?",
                "What does “Rules” say about Late claims?"
            ]
        );
    }
}
