//! The terms by which a passage is found.

use std::collections::HashSet;

use footnote_documents::{Passage, dates};
use footnote_store::names::path_words;
use footnote_text::analysis::{self, Language};
use footnote_text::words::parted;

/// The version of what an index has of a document. It is raised with every change of the extraction, of the analysis or
/// of the terms; an older index is rebuilt.
pub const ANALYSIS: u32 = 26;

/// The terms of a passage for each [`Field`](super::Field), with repetitions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PassageTerms {
    /// Terms of the field `Text`.
    pub text: Vec<String>,
    /// Texts whose words are the terms of the field `Words`.
    pub written: Vec<String>,
    /// Terms of the field `Hints`.
    pub hints: Vec<String>,
}

impl PassageTerms {
    /// The terms of a passage in this language.
    pub fn of(passage: &Passage, language: Language) -> Self {
        let mut analyzer = analysis::stemming(language);
        let mut stemmed = |text: &str| analysis::stemmed(&mut analyzer, text);
        let (text, title) = (stemmed(&passage.text), stemmed(&passage.title));
        let mut terms = Self::default();
        // The title counts twice, because it is more specific than a sentence.
        for stems in [&text, &title, &title] {
            terms.text.extend(stems.iter().map(|stem| stem.text.clone()));
        }
        for (stems, of) in [(&text, &passage.text), (&title, &passage.title)] {
            let hints = analysis::beside(stems, of, language);
            terms.hints.extend(hints.into_iter().map(|(_, hint)| hint));
        }
        let compounds: Vec<String> = analysis::joined(&passage.text).collect();
        let compounds = compounds.join(" ");
        let path = path_words(&passage.path);
        let parted = Some(parted(&path)).filter(|parted| *parted != path).unwrap_or_default();
        let mut named: HashSet<String> = title.into_iter().map(|stem| stem.text).collect();
        let date = dates::of_document(&passage.path, &passage.title).map(dates::terms);
        let in_path = [path, parted].into_iter().flat_map(|text| stemmed(&text));
        for term in in_path.map(|stem| stem.text).chain(date.into_iter().flatten()) {
            // Once, as opposed to the title: twice finds less in collections whose files have numbers for names.
            if named.insert(term.clone()) {
                terms.text.push(term);
            }
        }
        for text in passage.headings.iter().map(String::as_str).chain([compounds.as_str()]) {
            terms.text.extend(stemmed(text).into_iter().map(|stem| stem.text));
        }
        terms.written = vec![compounds, passage.text.clone(), passage.title.clone()];
        terms
    }

    /// Terms of the field `Words`.
    pub fn words(&self) -> impl Iterator<Item = String> {
        let mut plain = analysis::plain();
        let words = self.written.iter().flat_map(move |text| analysis::words_by(&mut plain, text));
        words.map(|word| word.term)
    }
}
