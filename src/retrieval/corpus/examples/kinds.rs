//! The kinds of questions that documents suggest: sections, figures and overviews.

use std::collections::{BTreeSet, HashMap};

use footnote_documents::Passage;
use footnote_documents::table::{Column, ColumnKind, tables};
use footnote_text::languages::Table;
use footnote_text::question;
use footnote_text::table::is_row;

use super::{CandidateQuestion, DocumentSample, ExpectedAnswer, is_title};

/// Maximum number of words in a column name used in a question.
const MAX_COLUMN_LEN: usize = 3;

/// The questions that these documents suggest, a list for each kind.
pub(super) fn of(documents: &[DocumentSample]) -> Vec<Vec<CandidateQuestion>> {
    vec![
        sections(documents),
        in_turn(documents, figures),
        // From the last document on, so that the first questions are about different documents.
        documents.iter().rev().filter_map(overview).collect(),
    ]
}

/// Questions about each document, interleaved: the first of each, then the second of each, and so on.
fn in_turn<'a, T>(
    documents: &'a [DocumentSample],
    of_document: impl Fn(&'a DocumentSample) -> Vec<T>,
) -> Vec<T> {
    let ranked =
        documents.iter().flat_map(|document| of_document(document).into_iter().enumerate());
    let mut ranked: Vec<(usize, T)> = ranked.collect();
    // The sort is stable, so equal ranks keep the order of their documents.
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.into_iter().map(|(_, trial)| trial).collect()
}

/// Questions for what stands under the headings of the documents. Headings that several documents have are parts of a
/// form and say little about any of them. One word says little by itself, so longer headings come first.
fn sections(documents: &[DocumentSample]) -> Vec<CandidateQuestion> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for document in documents {
        let own: BTreeSet<&str> = headings(document).collect();
        for heading in own {
            *counts.entry(heading).or_default() += 1;
        }
    }
    let is_own = |heading: &&str| counts.get(heading) == Some(&1);
    let mut asked = in_turn(documents, |document| {
        let texts = document.passages.iter().map(|passage| passage.text.as_str());
        let around = texts.collect::<Vec<_>>().join("\n");
        let (name, language) = (nameable(document).unwrap_or_default(), document.language);
        let mut seen = BTreeSet::new();
        let own = headings(document).filter(|heading| seen.insert(*heading)).filter(is_own);
        let own = own.filter(|heading| !is_title(heading, name));
        let asked = own.filter_map(|heading| {
            let question = question::about_section(name, heading, &around, language)?;
            let aim = ExpectedAnswer::Quotation(document.path.clone());
            Some((heading, CandidateQuestion { question, aim }))
        });
        asked.collect()
    });
    // The sort is stable, so the documents still take turns.
    asked.sort_by_key(|(heading, _)| heading.split_whitespace().nth(1).is_none());
    asked.into_iter().map(|(_, trial)| trial).collect()
}

/// The headings of a document.
fn headings(document: &DocumentSample) -> impl Iterator<Item = &str> {
    document.passages.iter().flat_map(|passage: &Passage| {
        let above = passage.headings.last().map(String::as_str);
        above.into_iter().chain(passage.inner_headings())
    })
}

/// Questions for the row with the maximum in a column of a document's tables.
fn figures(document: &DocumentSample) -> Vec<CandidateQuestion> {
    let has_rows = |passage: &Passage| passage.text.lines().any(|line| is_row(line.trim()));
    if !document.passages.iter().any(has_rows) {
        return Vec::new();
    }
    let tables = tables(&document.passages);
    let asked = tables.iter().filter_map(|table| {
        let named = table.columns.iter().find(|column| column.kind == ColumnKind::Text);
        let named = column_name(named?)?;
        let mut counted =
            table.columns.iter().filter(|one| one.kind == ColumnKind::Number && !one.is_key);
        // A plural such as "hours" does not go with "highest".
        let counted =
            counted.find_map(|one| column_name(one).filter(|name| !name.ends_with('s')))?;
        let question = question::proposed("greatest", document.language, &[&named, &counted])?;
        Some(CandidateQuestion { question, aim: ExpectedAnswer::Figure(document.path.clone()) })
    });
    asked.collect()
}

/// A column's name as used in a sentence; `None` if it is unsuitable.
fn column_name(column: &Column) -> Option<String> {
    let words: Vec<&str> = column.name.split_whitespace().collect();
    // "Which length of service" would not ask for a row by its name.
    let is_plain = |word: &&str| {
        word.chars().all(char::is_alphabetic) && !Table::StopWords.has(&word.to_lowercase())
    };
    let fits = (1..=MAX_COLUMN_LEN).contains(&words.len()) && words.iter().all(is_plain);
    let shouts = column.name.chars().filter(|c| c.is_uppercase()).count() > words.len();
    fits.then(|| if shouts { column.name.clone() } else { column.name.to_lowercase() })
}

/// The name of a document, if it can be put in quotation marks and is not a file name.
fn nameable(document: &DocumentSample) -> Option<&str> {
    let name = document.name.as_str();
    (!name.contains(['.', '“', '”', '"', '['])).then_some(name)
}

/// A question about what a document is about.
fn overview(document: &DocumentSample) -> Option<CandidateQuestion> {
    let question = question::about_document(nameable(document)?, document.language)?;
    Some(CandidateQuestion { question, aim: ExpectedAnswer::Overview(document.path.clone()) })
}
