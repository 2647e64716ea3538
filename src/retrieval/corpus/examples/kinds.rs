//! The kinds of suggested questions: facts, figures, comparisons, overviews and mentions.

use std::collections::{BTreeMap, BTreeSet};

use footnote_documents::table::{Column, ColumnKind, tables};
use footnote_documents::{Passage, statements};
use footnote_text::languages::Table;
use footnote_text::question;

use super::facts::facts;
use super::{CandidateQuestion, DocumentSample, ExpectedAnswer};

/// Maximum number of words in a column name used in a question.
const LONGEST_COLUMN: usize = 3;

/// Maximum number of questions about which documents mention a thing.
const MOST_MENTIONS: usize = 8;

/// The questions that these documents suggest, one list per kind.
pub(super) fn of(documents: &[DocumentSample]) -> Vec<Vec<CandidateQuestion>> {
    vec![
        in_turn(documents, of_facts),
        in_turn(documents, figures),
        comparisons(documents),
        in_turn(documents, |document| overview(document).into_iter().collect()),
        mentions(documents),
    ]
}

/// Questions about each document, interleaved: the first of each, then the second of each, and so on.
fn in_turn(
    documents: &[DocumentSample],
    of_document: impl Fn(&DocumentSample) -> Vec<CandidateQuestion>,
) -> Vec<CandidateQuestion> {
    let ranked =
        documents.iter().flat_map(|document| of_document(document).into_iter().enumerate());
    let mut ranked: Vec<(usize, CandidateQuestion)> = ranked.collect();
    // The sort is stable, so equal ranks keep the order of their documents.
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.into_iter().map(|(_, trial)| trial).collect()
}

/// Questions that sentences of a document answer, or that its headings ask.
fn of_facts(document: &DocumentSample) -> Vec<CandidateQuestion> {
    let quotation = |question: String, sentence: String| {
        let aim = ExpectedAnswer::Quotation { path: document.path.clone(), sentence };
        CandidateQuestion { question, aim }
    };
    let factual = document.passages.iter().flat_map(|passage| facts(passage, document.language));
    let factual = factual.map(|(question, sentence)| quotation(question, sentence));
    let asked: BTreeSet<String> =
        headings(document).filter_map(question::of_asking_heading).collect();
    factual.chain(asked.into_iter().map(|question| quotation(question, String::new()))).collect()
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
    let has_rows = document.passages.iter().any(|passage| {
        passage.statements().iter().any(|statement| statement.kind == statements::Kind::Row)
    });
    if !has_rows {
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
    let fits = (1..=LONGEST_COLUMN).contains(&words.len()) && words.iter().all(is_plain);
    let shouts = column.name.chars().filter(|c| c.is_uppercase()).count() > words.len();
    fits.then(|| if shouts { column.name.clone() } else { column.name.to_lowercase() })
}

/// Questions about what two documents say under the same heading.
fn comparisons(documents: &[DocumentSample]) -> Vec<CandidateQuestion> {
    let mut under: BTreeMap<&str, Vec<&DocumentSample>> = BTreeMap::new();
    for document in documents {
        let headings: BTreeSet<&str> = headings(document).collect();
        for heading in headings {
            under.entry(heading).or_default().push(document);
        }
    }
    let pairs = under.into_iter().flat_map(|(heading, documents)| match documents[..] {
        [one, other] if one.language == other.language => comparison_questions(heading, one, other),
        _ => Vec::new(),
    });
    pairs.collect()
}

/// Comparisons of two documents under a heading, with their short and their full names.
fn comparison_questions(
    heading: &str,
    one: &DocumentSample,
    other: &DocumentSample,
) -> Vec<CandidateQuestion> {
    let thing = question::thing(heading, &text(&[one, other]));
    let (Some(thing), Some(names)) = (thing, names(one, other)) else {
        return Vec::new();
    };
    let mut all = vec![names.map(question::short), names];
    all.dedup();
    all.retain(|[one, other]| one != other);
    let asked = all.into_iter().filter_map(|[first, second]| {
        let question = question::proposed("compare", one.language, &[first, second, &thing])?;
        Some(CandidateQuestion {
            question,
            aim: ExpectedAnswer::Comparison([one.path.clone(), other.path.clone()]),
        })
    });
    asked.collect()
}

fn names<'a>(one: &'a DocumentSample, other: &'a DocumentSample) -> Option<[&'a str; 2]> {
    Some([nameable(one)?, nameable(other)?])
}

/// The text of these documents.
fn text(documents: &[&DocumentSample]) -> String {
    let passages = documents.iter().flat_map(|document| &document.passages);
    let texts: Vec<&str> = passages.map(|passage| passage.text.as_str()).collect();
    texts.join("\n")
}

/// The name of a document, unless it has quotation marks or is a file name.
fn nameable(document: &DocumentSample) -> Option<&str> {
    let name = document.name.as_str();
    (!name.contains(['.', '“', '”', '"', '['])).then_some(name)
}

/// A question about what a document is about.
fn overview(document: &DocumentSample) -> Option<CandidateQuestion> {
    let question = question::about_document(nameable(document)?, document.language)?;
    Some(CandidateQuestion { question, aim: ExpectedAnswer::Overview(document.path.clone()) })
}

/// Maximum number of headings to look for in all documents.
const MOST_LOOKED_FOR: usize = 200;

/// Questions about which documents mention a heading's subject; it must occur in several documents, but not in all.
fn mentions(documents: &[DocumentSample]) -> Vec<CandidateQuestion> {
    let texts: Vec<String> = documents.iter().map(|document| text(&[document])).collect();
    let lower: Vec<String> = texts.iter().map(|text| text.to_lowercase()).collect();
    let around = texts.join("\n");
    let headings = each_heading(documents).into_iter().take(MOST_LOOKED_FOR);
    let asked = headings.filter_map(|(document, heading)| {
        let thing = question::thing(heading, &around)?;
        let low = thing.to_lowercase();
        let count = lower.iter().filter(|text| text.contains(&low)).count();
        let is_telling = count > 1 && count < documents.len();
        let question = question::proposed("mention", document.language, &[&thing])?;
        is_telling.then_some(CandidateQuestion { question, aim: ExpectedAnswer::Mention })
    });
    asked.take(MOST_MENTIONS).collect()
}

/// The distinct headings of all documents, each with its document.
fn each_heading(documents: &[DocumentSample]) -> Vec<(&DocumentSample, &str)> {
    let mut seen = BTreeSet::new();
    let all = documents.iter().flat_map(|one| headings(one).map(move |heading| (one, heading)));
    all.filter(|(_, heading)| seen.insert(*heading)).collect()
}
