//! Clauses that say what the documents do not contain. They claim nothing that could be looked up.

use footnote_question::claims::{is_negated, numbers};
use footnote_text::analysis::stems;
use footnote_text::languages::Table;
use footnote_text::words::words;

/// The separators of clauses in a sentence.
const SIGNS: [char; 8] = [',', ';', ':', '(', ')', '—', '–', '…'];

/// Minimum number of content words for a clause before a refusal to claim something itself.
const MIN_STEMS: usize = 4;

/// Returns the parts of a sentence that claim something: all of it, unless one of its clauses says that the documents
/// do not contain something. Such a clause is left out, with whatever it goes on to name.
pub(super) fn claiming(sentence: &str) -> Vec<&str> {
    let is_of_little = is_of_little(sentence);
    if !is_of_little && !sentence.split(SIGNS).any(is_refusal) {
        return vec![sentence];
    }
    let mut claiming: Vec<(usize, usize)> = Vec::new();
    let (mut begin, mut was_refused) = (0, false);
    for clause in sentence.split_inclusive(SIGNS) {
        let sign = sentence.get(..begin).and_then(|before| before.chars().next_back());
        let goes_on = was_refused && !matches!(sign, Some(';' | ':' | '—' | '–'));
        let is_claim = match () {
            () if is_refusal(clause) || (begin == 0 && is_of_little) => false,
            () if goes_on => turns(clause) && !is_negated(clause),
            // "The documents do not say: neither the letter nor the form does."
            () if was_refused => sign != Some(':') || !is_negated(clause),
            () => stems(clause).len() >= MIN_STEMS || !numbers(clause).is_empty(),
        };
        was_refused |= !is_claim;
        let end = begin + clause.len();
        match claiming.last_mut().filter(|(_, before)| *before == begin) {
            Some((_, before)) if is_claim => *before = end,
            _ if is_claim => claiming.push((begin, end)),
            _ => {}
        }
        begin = end;
    }
    let parts = claiming.into_iter().filter_map(|(from, to)| sentence.get(from..to));
    parts.map(|part| part.trim().trim_end_matches(SIGNS)).filter(|part| !part.is_empty()).collect()
}

/// Returns true if a clause after a refusal says something else: it has a number, or begins as a clause of its own.
fn turns(clause: &str) -> bool {
    let first = words(clause).next().unwrap_or_default().to_lowercase();
    let opens = Table::PointingBack.has(&first) || Table::Leaning.has(&first);
    (opens && !Table::Joiners.has(&first)) || !numbers(clause).is_empty()
}

/// Returns true if a clause says that the documents do not contain something. The negation follows them, as in "the
/// documents do not say", or precedes them, as in "not in the documents".
fn is_refusal(clause: &str) -> bool {
    let place = |word: &str| (word.as_ptr() as usize).saturating_sub(clause.as_ptr() as usize);
    is_negated(clause)
        && words(clause).filter(|word| is_of_documents(word)).any(|document| {
            let (before, behind) = clause.split_at_checked(place(document)).unwrap_or_default();
            let behind = behind.get(document.len()..).unwrap_or_default();
            let negation = words(behind).find(|word| is_negated(word));
            let between =
                negation.and_then(|word| clause.get(place(document) + document.len()..place(word)));
            is_negated(before) || between.is_some_and(|between| stems(between).len() <= 1)
        })
}

/// Returns true for a word for the material that an answer is made from.
fn is_of_documents(word: &str) -> bool {
    const ABOUT: [&str; 6] = ["sourc", "passag", "context", "inform", "quotat", "excerpt"];
    let is_about = |stem: &String| ABOUT.contains(&stem.as_str());
    Table::Documents.has(&word.to_lowercase()) || stems(word).iter().any(is_about)
}

/// Returns true if a sentence says how little the documents contain: they are its subject, and a later clause says what
/// does not follow from them.
fn is_of_little(sentence: &str) -> bool {
    let mut content = words(sentence).filter(|word| !stems(word).is_empty());
    let so_not = |clause: &str| {
        let first = words(clause).next().unwrap_or_default().to_lowercase();
        Table::PointingBack.has(&first) && is_negated(clause)
    };
    content.next().is_some_and(is_of_documents) && sentence.split(SIGNS).skip(1).any(so_not)
}

#[cfg(test)]
mod tests {
    use super::claiming;

    #[test]
    fn what_the_documents_do_not_say_claims_nothing() {
        for refusal in [
            "The documents do not say what a lamp costs.",
            "The sources do not mention lamps, candles, or who lights them.",
            "None of the passages names a keeper, so I cannot say who that is.",
            "The documents do not say: neither the letter nor the passages I was given name one.",
            "The passages show only part of the ledger, so I cannot add it up.",
        ] {
            assert_eq!(claiming(refusal), Vec::<&str>::new(), "{refusal}");
        }
    }

    #[test]
    fn only_the_clause_of_a_refusal_is_exempt() {
        for (sentence, claim) in [
            (
                "The sources do not say who pays, but guests usually leave 12 crowns.",
                "but guests usually leave 12 crowns.",
            ),
            ("The sources name no keeper; ask at gate 9 for one.", "ask at gate 9 for one."),
            (
                "The harbour was dredged in 1911, which the documents do not mention.",
                "The harbour was dredged in 1911",
            ),
            ("Lamps are not lent.", "Lamps are not lent."),
            (
                "According to the documents, lamps are not lent.",
                "According to the documents, lamps are not lent.",
            ),
            (
                "The documents say that lamps are not lent.",
                "The documents say that lamps are not lent.",
            ),
        ] {
            assert_eq!(claiming(sentence), [claim]);
        }
    }
}
