//! Descriptions of what happened to a source at each stage.

use std::collections::{BTreeSet, HashSet};

use footnote_answers::workers::is_cancelled;
use footnote_documents::{FileState, Passage};
use footnote_protocol::explanation::Outcome;
use footnote_retrieval::Term;
use footnote_retrieval::corpus::Library;
use footnote_retrieval::framing::is_framing;
use footnote_retrieval::store::{FileKind, Selection, StoreError};
use footnote_retrieval::trace::{MAX_RECORDED, Ranked};
use footnote_text::analysis::stems;
use footnote_text::list::listed;

/// The place of a source in a ranking.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum RankPosition {
    /// Its best passage has this rank, counted from 1.
    At { rank: usize, score: f32 },
    /// It is not among this many passages, which are all there are or all that were searched.
    Beyond(usize),
}

impl RankPosition {
    /// Describes the position in a sentence; `how` says what the ranking is based on.
    pub(super) fn in_words(self, how: &str) -> String {
        match self {
            Self::At { rank, .. } => format!("It ranked {rank} {how}."),
            Self::Beyond(0) => format!("Nothing was found {how}."),
            Self::Beyond(1) => format!("It was not found {how}; 1 other passage was."),
            Self::Beyond(count) if count < MAX_RECORDED => {
                format!("It was not found {how}; {count} other passages were.")
            }
            Self::Beyond(count) => format!("It was not among the first {count} {how}."),
        }
    }

    /// Returns the outcome of this position if the first `top` passages are taken.
    pub(super) fn outcome(self, top: usize) -> Outcome {
        match self {
            Self::At { rank, .. } if rank <= top => Outcome::Passed,
            Self::At { .. } | Self::Beyond(_) => Outcome::Behind,
        }
    }
}

/// Returns the position of the best of `passages` in a ranking.
pub(super) fn position(ranking: &[Ranked], passages: &[Passage]) -> RankPosition {
    let ids: HashSet<&str> = passages.iter().map(|one| one.id.as_str()).collect();
    let mut ranked = (1..).zip(ranking);
    let found = ranked.find(|(_, one)| ids.contains(one.id.as_str()));
    match found {
        Some((rank, one)) => RankPosition::At { rank, score: one.score },
        None => RankPosition::Beyond(ranking.len()),
    }
}

/// Returns a sentence with the content words of the question that are in no passage of the source, nor in its title or
/// headings.
pub(super) fn missing_words(terms: &[Term], question: &str, passages: &[Passage]) -> String {
    let texts = passages.iter().flat_map(|passage| {
        let named = [&passage.text, &passage.title, &passage.path];
        named.into_iter().chain(&passage.headings)
    });
    let texts = texts.take_while(|_| !is_cancelled());
    let held: BTreeSet<String> = texts.flat_map(|text| stems(text)).collect();
    let own: HashSet<String> = stems(question).into_iter().collect();
    let is_own = |term: &&Term| stems(&term.word).iter().any(|stem| own.contains(stem));
    let asked: Vec<&Term> = terms.iter().filter(is_own).collect();
    let is_lacking = |stem: &String| !held.contains(stem);
    let is_missing =
        |term: &&&Term| !term.is_among(&held) && stems(&term.word).iter().all(is_lacking);
    let missing: Vec<&&Term> = asked.iter().filter(is_missing).collect();
    // A missing word such as "many" does not explain why a source was not found.
    let content_words = missing.iter().filter(|term| !is_framing(&term.word));
    let words: Vec<String> = content_words.map(|term| format!("“{}”", term.word)).collect();
    match words.len() {
        _ if !asked.is_empty() && missing.len() == asked.len() => {
            "It contains none of the question's words.".to_owned()
        }
        0 => "It contains all of the question's key words.".to_owned(),
        _ => format!("It does not contain {}.", listed(&words, "or")),
    }
}

/// Says in a sentence why the file at `path` has no passages.
///
/// # Errors
///
/// Fails if the catalog cannot be read.
pub(super) async fn not_indexed(library: &Library, path: &str) -> Result<String, StoreError> {
    if let Some(file) = library.file(path).await? {
        return Ok(match &file.state {
            FileState::Failed(reason) => format!("It could not be read: {reason}"),
            FileState::Ready { .. } => {
                "It was read, but contains no text; it may be a scan.".to_owned()
            }
        });
    }
    if library.unfiltered_progress().running {
        return Ok("It is not indexed yet: the folder is being read.".to_owned());
    }
    Ok(match similar_path(library, path).await? {
        Some(near) => format!("There is no such document. Did you mean “{near}”?"),
        None => "There is no such document in the folder.".to_owned(),
    })
}

/// Returns the path of a file with a similar name, whatever its state.
async fn similar_path(library: &Library, path: &str) -> Result<Option<String>, StoreError> {
    let name = |path: &str| path.rsplit('/').next().unwrap_or(path).to_lowercase();
    let wanted = name(path);
    let is_alike = |file: &str| {
        let file = name(file);
        !wanted.is_empty() && (file.contains(&wanted) || wanted.contains(&file))
    };
    for kind in [FileKind::Ready, FileKind::Image, FileKind::Failed] {
        let all = Selection { kind, limit: usize::MAX, ..Selection::default() };
        let files = library.list(all).await?.files;
        if let Some(file) = files.iter().find(|file| is_alike(&file.path)) {
            return Ok(Some(file.path.clone()));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_found_is_told_apart_from_what_stands_too_far_behind() {
        let in_words = |count| RankPosition::Beyond(count).in_words("by words");
        assert_eq!(in_words(0), "Nothing was found by words.");
        assert_eq!(in_words(1), "It was not found by words; 1 other passage was.");
        assert_eq!(in_words(4), "It was not found by words; 4 other passages were.");
        assert_eq!(in_words(MAX_RECORDED), "It was not among the first 100 by words.");
    }

    #[test]
    fn words_that_only_frame_the_question_are_not_missed() {
        let term =
            |word: &str| Term { stem: word.to_owned(), word: word.to_owned(), ..Term::default() };
        let question = "How many hotels cost more";
        let terms = ["many", "hotels", "cost"].map(term);
        let lack = |text: &str| {
            let passage = Passage { text: text.to_owned(), ..Passage::default() };
            missing_words(&terms, question, &[passage])
        };
        assert_eq!(lack("Hotels."), "It does not contain “cost”.");
        assert_eq!(lack("Hotels cost."), "It contains all of the question's key words.");
        assert_eq!(lack("Apples."), "It contains none of the question's words.");
    }
}
