//! Refusals: the documents do not seem to contain the answer, and the nearest passages are named.

use std::collections::BTreeSet;

use footnote_documents::statements::Kind;
use footnote_protocol::confidence::Outcome;
use footnote_question::Question;
use footnote_question::claims::numbers;
use footnote_question::function_words::FunctionWords;
use footnote_retrieval::framing::is_framing;
use footnote_retrieval::{Correction, Hit, SearchResult, Term};
use footnote_text::analysis::stems;
use footnote_text::words::beginning;

use crate::composed::Lack;
use crate::phrases::{Phrase, Phrases};
use crate::weigh::units::Unit;
use crate::weigh::{Evidence, Likeness};

/// Maximum number of words named as missing from the documents.
const MAX_UNKNOWN: usize = 5;
/// Likeness to the question below which a statement is not shown.
const MIN_LIKENESS: f32 = 0.3;
/// Share of the best statement's likeness below which another is not shown.
const LIKENESS_SHARE: f32 = 0.75;
/// Maximum number of bytes searched for years. Longer texts are pasted.
const MAX_BYTES_READ: usize = 16 * 1024;
/// Maximum number of passages named.
const MAX_PASSAGES: usize = 3;

/// Returns the refusal in pieces.
pub(super) fn deltas(evidence: &Evidence, units: &[Unit]) -> Vec<String> {
    let Evidence { question, found, likeness, .. } = evidence;
    let phrases = Phrases::of(&question.text);
    let mut deltas = vec![phrases.say(Phrase::NotFound).to_owned()];
    let unknown = unknown_words(found, question).map(|word| phrases.quoted(word));
    let unknown: Vec<String> = unknown.collect();
    if !unknown.is_empty() {
        let notes = phrases.with(Phrase::NotInThem, &[phrases.any_of(&unknown).as_str()]);
        deltas.push(format!(" {notes}"));
    }
    deltas.extend(correction_notes(found, phrases));
    let closest = || format!("\n\n{}\n", phrases.say(Phrase::Closest));
    let nearest_in_meaning = nearest_in_meaning(likeness, units);
    if !nearest_in_meaning.is_empty() {
        deltas.push(closest());
        let line = |unit: &&Unit| format!("\n- {} [{}]", unit.text, unit.source);
        deltas.extend(nearest_in_meaning.iter().map(line));
        return deltas;
    }
    let nearest = nearest(found);
    if nearest.is_empty() {
        deltas.push(format!(" {}", phrases.say(Phrase::TryOthers)));
    } else {
        deltas.push(closest());
        deltas.extend(nearest.iter().map(|hit| format!("\n- {}", citation_line(hit))));
    }
    deltas
}

/// Returns a sentence for each word that was corrected.
fn correction_notes(found: &SearchResult, phrases: Phrases) -> impl Iterator<Item = String> {
    let words = found.corrections.iter().take(MAX_UNKNOWN);
    let notes = move |Correction { word, meant }: &Correction| {
        format!(" {}", phrases.with(Phrase::Searched, &[meant, word]))
    };
    words.map(notes)
}

/// Returns a note on the question's years and important words that `quoted_text` lacks, and on its words that no
/// document has: only names if keywords alone surely answer, otherwise all of them.
pub(super) fn caveat(evidence: &Evidence, outcome: Outcome, quoted_text: &str) -> Option<Lack> {
    let question = &evidence.question;
    let is_sure = outcome == Outcome::Answered || evidence.likeness.is_known();
    let phrases = Phrases::of(&question.text);
    let unknown = unknown_subjects(evidence, is_sure, phrases);
    // In a date, in a span of years, or after letters as in FY2026, a year also counts as named.
    let is_named =
        |year: &String| quoted_text.split(|c: char| !c.is_ascii_digit()).any(|one| one == year);
    let missing = years(&question.text).into_iter().filter(|year| !is_named(year));
    let mut missing: Vec<String> = missing.map(|year| phrases.quoted(&year)).collect();
    let named = [unknown.as_slice(), missing.as_slice()].concat();
    missing.extend(unquoted(evidence, phrases, &named, quoted_text));
    if unknown.is_empty() && missing.is_empty() {
        return None;
    }
    let of_all = !unknown.is_empty();
    let notes = [(Phrase::Unmentioned, unknown), (Phrase::Unnamed, missing)];
    let notes = notes.into_iter().filter(|(_, words)| !words.is_empty());
    let notes =
        notes.map(|(phrase, words)| phrases.with(phrase, &[phrases.any_of(&words).as_str()]));
    let notes: Vec<String> = notes.collect();
    Some(Lack { text: notes.join(" "), of_all })
}

/// Returns the words of the question that no quotation has in any form: its codes, such as "Q4", and those that weigh
/// more than average. A word that no document has weighs as much as the rarest. Words already `named` are left out.
fn unquoted(
    evidence: &Evidence,
    phrases: Phrases,
    named: &[String],
    quoted_text: &str,
) -> Vec<String> {
    let Evidence { question, found, .. } = evidence;
    let quoted_stems: BTreeSet<String> = stems(quoted_text).into_iter().collect();
    let (owns_term, function_words) = (question.owns_term(), FunctionWords::of(&question.text));
    let terms = found.terms.iter().filter(|term| {
        owns_term(term) && !function_words.has(&term.word) && !is_framing(&term.word)
    });
    let terms: Vec<_> = terms.collect();
    let weight = |term: &Term| if term.known { term.weight } else { found.rarest };
    let mean = terms.iter().map(|term| weight(term)).sum::<f32>() / terms.len().max(1) as f32;
    let missing = terms.into_iter().filter(|term| {
        (weight(term) > mean || is_code(&term.word))
            && !term.is_among(&quoted_stems)
            && is_whole(&term.word, &question.text)
    });
    let missing = missing.map(|term| phrases.quoted(&term.word));
    missing.filter(|word| !named.contains(word)).take(MAX_UNKNOWN).collect()
}

/// Returns true if a word has both letters and digits.
fn is_code(word: &str) -> bool {
    word.contains(|c: char| c.is_ascii_digit()) && word.contains(char::is_alphabetic)
}

/// Returns the years that a text names.
fn years(text: &str) -> BTreeSet<String> {
    let numbers = numbers(beginning(text, MAX_BYTES_READ)).into_iter();
    numbers.flat_map(|number| number.years().map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// Returns the subjects of the question that no document has, in quotation marks.
fn unknown_subjects(evidence: &Evidence, only_names: bool, phrases: Phrases) -> Vec<String> {
    let Evidence { question, found, .. } = evidence;
    let is_figure = |word: &&str| word.contains(|c: char| c.is_ascii_digit());
    let is_name =
        |word: &&str| word.starts_with(char::is_uppercase) && !opens(word, &question.text);
    unknown_words(found, question)
        .filter(|word| !is_figure(word) && (!only_names || is_name(word)))
        .map(|word| phrases.quoted(word))
        .collect()
}

/// Returns true if a word begins the question, where every word is capitalised.
fn opens(word: &str, question: &str) -> bool {
    question.trim_start_matches(|c: char| !c.is_alphanumeric()).starts_with(word)
}

/// Returns the sentences nearest to the question in meaning, best first, one per source.
fn nearest_in_meaning<'a>(likeness: &Likeness, units: &'a [Unit]) -> Vec<&'a Unit> {
    // A sentence that refers to another says little without it.
    let is_whole = |unit: &Unit| match unit.kind {
        Kind::Sentence => unit.needs.is_none(),
        Kind::Item => true,
        Kind::Head | Kind::Row | Kind::Code => false,
    };
    let is_line = |unit: &&Unit| unit.says && is_whole(unit);
    let compared = |unit: &'a Unit| Some((likeness.of(&unit.text)?, unit));
    let mut lines: Vec<(f32, &Unit)> = units.iter().filter(is_line).filter_map(compared).collect();
    lines.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let best = lines.first().map_or(0.0, |(likeness, _)| *likeness);
    lines.retain(|(likeness, _)| *likeness >= MIN_LIKENESS.max(LIKENESS_SHARE * best));
    let mut seen = BTreeSet::new();
    let lines = lines.into_iter().map(|(_, unit)| unit);
    lines.filter(|unit| seen.insert(&unit.source)).take(MAX_PASSAGES).collect()
}

/// Returns the content words of the question itself that no document has.
fn unknown_words<'a>(
    found: &'a SearchResult,
    question: &Question,
) -> impl Iterator<Item = &'a str> {
    let owns_term = question.owns_term();
    let function_words = FunctionWords::of(&question.text);
    let mut seen = BTreeSet::new();
    let terms = found.terms.iter().filter(move |term| !term.known && owns_term(term));
    terms
        .map(|term| term.word.as_str())
        .filter(move |word| {
            is_distinctive(word) && !function_words.has(word) && is_whole(word, &question.text)
        })
        .filter(move |word| seen.insert(word.to_lowercase()))
        .take(MAX_UNKNOWN)
}

/// Returns true if a word is long enough to be specific. Short words in capitals are names.
fn is_distinctive(word: &str) -> bool {
    /// Minimum number of letters of such a word. Shorter ones are mostly articles, pronouns and prepositions.
    const DISTINCTIVE_LETTERS: usize = 4;
    let length = word.chars().count();
    let is_name = length > 1 && word.chars().all(char::is_uppercase);
    is_name || (length >= DISTINCTIVE_LETTERS && !is_framing(word))
}

/// Returns true if a word occurs in the question as a whole word. Scripts without spaces are searched by fragments that
/// are not words. Vowel signs above or below a letter are part of the word.
fn is_whole(word: &str, question: &str) -> bool {
    let is_general = |c: char| !('\u{c0}'..'\u{2000}').contains(&c) && !c.is_alphanumeric();
    let is_between = |c: char| is_general(c) || c.is_whitespace() || "،؛؟।॥\u{37e}·".contains(c);
    question.split(is_between).any(|one| one == word)
}

/// Returns the best passages, one per source.
fn nearest(found: &SearchResult) -> Vec<&Hit> {
    let mut seen = BTreeSet::new();
    let hits = found.hits.iter();
    hits.filter(|hit| seen.insert(hit.passage.source())).take(MAX_PASSAGES).collect()
}

/// Formats `Title, Heading [source]`.
fn citation_line(hit: &Hit) -> String {
    let passage = &hit.passage;
    let heading = passage.headings.last().filter(|h| **h != passage.title);
    let parts: Vec<&str> = [Some(&passage.title), heading]
        .into_iter()
        .flatten()
        .map(String::as_str)
        .filter(|part| !part.is_empty())
        .collect();
    let name = if parts.is_empty() { passage.path.clone() } else { parts.join(", ") };
    format!("{name} [{}]", passage.source())
}

#[cfg(test)]
mod tests {
    use super::super::refusals_tests::searched;
    use super::*;
    use crate::samples::{evidence, hit};

    #[test]
    fn what_means_most_of_what_is_asked_is_shown_once_for_each_source() {
        let hits = vec![
            hit("a.md", None, "Guide dogs are welcome. Cats are not.", 1.0),
            hit("b.md", None, "Lifts carry two people.", 0.9),
        ];
        let units = crate::weigh::units::of_hits(&hits);
        let likeness = [
            ("Guide dogs are welcome.".to_owned(), 0.5),
            ("Cats are not.".to_owned(), 0.4),
            ("Lifts carry two people.".to_owned(), 0.1),
        ];
        let found = SearchResult { hits, ..SearchResult::default() };
        let evidence = evidence("May pets come in?", found).with(likeness.into_iter().collect());
        let refusal = deltas(&evidence, &units).concat();
        let expected = "Closest passages:\n\n- Guide dogs are welcome. [a.md]";
        assert!(refusal.ends_with(expected), "{refusal}");
    }

    async fn refusal(question: &str) -> String {
        let evidence = searched(question).await;
        deltas(&evidence, &[]).concat()
    }

    async fn quoted_text(question: &str, outcome: Outcome) -> Option<String> {
        let evidence = searched(question).await;
        let caveat = caveat(&evidence, outcome, "The sales team is led by its head.");
        caveat.map(|lack| lack.text)
    }

    #[tokio::test]
    async fn a_name_that_no_document_has_is_told_beside_what_is_quoted() {
        let told_of = async |question| quoted_text(question, Outcome::Answered).await;
        assert_eq!(
            told_of("Who leads the sales team in Paris?").await.unwrap(),
            "Nothing in the documents mentions “Paris”."
        );
        assert_eq!(told_of("Who leads the sales team?").await, None);
    }

    #[tokio::test]
    async fn other_words_that_no_document_has_are_told_where_it_may_be_no_answer() {
        let question = "Who bosses the giraffes in Paris?";
        assert_eq!(
            quoted_text(question, Outcome::Answered).await.unwrap(),
            "Nothing in the documents mentions “Paris”."
        );
        let unsure = quoted_text(question, Outcome::Unsure).await.unwrap();
        assert!(unsure.contains("“giraffes”"), "{unsure}");
    }

    #[tokio::test]
    async fn where_meaning_answers_only_names_are_told() {
        let question = "Who bosses the salesmen in Paris?";
        let text = "The Vice President of Sales leads the sales team.".to_owned();
        let likeness = [(text, 0.8)].into_iter().collect();
        let evidence = searched(question).await.with(likeness);
        let quoted_text = caveat(&evidence, Outcome::Unsure, "").unwrap().text;
        assert_eq!(quoted_text, "Nothing in the documents mentions “Paris”.");
    }

    #[tokio::test]
    async fn words_that_were_taken_for_others_are_told_as_such() {
        let refusal = refusal("anual bonuss for giraffes").await;
        assert!(refusal.contains("Searched for “annual” instead of “anual”."), "{refusal}");
        assert!(!refusal.contains("mentions “anual”"), "{refusal}");
    }

    #[tokio::test]
    async fn words_that_are_unknown_are_named_if_they_tell_something() {
        for (question, named) in [
            ("Who wrote Hamlet?", "Nothing in them mentions “Hamlet”."),
            ("Wie viele Ferientage bekomme ich?", "Darin kommt „Ferientage“ nicht vor."),
            ("¿Cuántas vacaciones tengo al año?", "Nada en ellos menciona «vacaciones»."),
            ("Combien de congés puis-je prendre ?", "Rien n’y mentionne « congés »."),
            ("Πόσες ημέρες άδειας έχω;", "αναφέρει: «ημέρες» ή «άδειας»."),
        ] {
            let refusal = refusal(question).await;
            assert!(refusal.contains(named), "{question}: {refusal}");
        }
    }

    #[tokio::test]
    async fn stretches_of_writing_without_blanks_are_not_named_as_words() {
        for question in ["พนักงานลาพักร้อนได้กี่วัน", "年假有几天"]
        {
            let refusal = refusal(question).await;
            assert!(!refusal.contains('“'), "{question}: {refusal}");
        }
    }

    #[tokio::test]
    async fn of_many_unknown_words_the_first_are_named() {
        let refusal = refusal("Giraffe zebra okapi antelope rhinoceros hippopotamus?").await;
        assert!(refusal.contains("“rhinoceros”") && !refusal.contains("“hippopotamus”"));
    }

    #[tokio::test]
    async fn a_year_that_nothing_quoted_names_is_told() {
        for question in [
            "What was the leave of 2019?",
            "How did leave grow to 2019?",
            "Was there leave in 2019?",
        ] {
            let evidence = searched(question).await;
            let quoted_text = |quoted: &str| {
                caveat(&evidence, Outcome::Answered, quoted)
                    .map_or_else(String::new, |lack| lack.text)
            };
            let other = quoted_text("Leave was 25 days in 2018.");
            assert!(
                other.contains("None of the quotations mentions “2019”"),
                "{question:?}: {other}"
            );
            let same = quoted_text("Leave was 25 days in 2018 and 28 in 2019.");
            assert!(!same.contains("2019"), "{question:?}: {same}");
            for date in ["2019-12-31", "31.12.2019", "12/31/2019", "FY2019", "2019-12-31T10:00Z"] {
                let dated = quoted_text(&format!("Leave was 28 days until {date}."));
                assert!(!dated.contains("“2019”"), "{question:?}: {dated}");
            }
        }
    }

    #[test]
    fn a_sum_in_four_digits_is_no_year() {
        assert!(years("Who approves a claim of 2000 pounds?").is_empty());
        assert!(years("What was the revenue of 2019?").contains("2019"));
    }
}
