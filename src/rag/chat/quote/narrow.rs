//! Rules for some only of those that a question asks about: "Staff who look after a relative…"

use std::collections::BTreeSet;

use super::held::holds;
use super::words::{is_among, words};
use crate::rag::corpus::index::stems;
use crate::rag::retrieval::Term;
use crate::rag::retrieval::framing::is_framing;

/// Words that open what parts some from the others.
const RELATIVES: &str = "who whose that which";

/// So many words of what parts them are looked at.
const REACH: usize = 6;

/// True if a sentence opens with what the question asks about, parted from others of its kind by
/// something that the question does not name.
pub(super) fn is_narrower(text: &str, terms: &[Term]) -> bool {
    /// Before the relative there may be an article and the name.
    const FRONT: usize = 3;
    let all: Vec<&str> = words(text).take(FRONT + REACH).collect();
    let mut front = all.iter().take(FRONT).skip(1);
    let Some(at) = front.position(|word| is_among(RELATIVES, &word.to_lowercase())) else {
        return false;
    };
    let telling: Vec<&Term> = terms
        .iter()
        .filter(|term| !is_framing(&term.word))
        .collect();
    let held = |words: &[&str]| -> usize {
        let stems: BTreeSet<String> = words.iter().flat_map(|word| stems(word)).collect();
        telling.iter().filter(|term| holds(&stems, term)).count()
    };
    let (name, behind) = all.split_at((at + 1).min(all.len()));
    let behind = behind.get(..REACH).unwrap_or(behind);
    held(name) > 0 && held(behind) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_narrow(text: &str, asked: &[&str]) -> bool {
        let terms: Vec<Term> = asked
            .iter()
            .map(|word| Term {
                word: (*word).to_owned(),
                stem: stems(word).concat(),
                known: true,
                ..Term::default()
            })
            .collect();
        is_narrower(text, &terms)
    }

    #[test]
    fn what_holds_for_some_only_is_narrower_unless_the_question_names_them() {
        let text = "Staff who look after a relative have 6 days of leave.";
        assert!(is_narrow(text, &["staff", "leave"]));
        assert!(!is_narrow(text, &["staff", "relative"]));
        assert!(!is_narrow("Staff have 25 days.", &["staff"]));
        assert!(!is_narrow("Those who work have 25 days.", &["staff"]));
    }
}
