//! The citations of an answer as annotations, beside the brackets in its text.

use footnote_text::{citation, source};
use serde::Serialize;
use utoipa::ToSchema;

use crate::Answer;

/// A citation and where its bracket stands, in characters (Unicode scalar values) from the start of the
/// text; `end` is the first character after it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct CitationSpan {
    pub(super) source: String,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// A citation as an address.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct UrlCitation {
    start_index: usize,
    end_index: usize,
    title: String,
    url: String,
}

/// A citation as a file.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct FileCitation {
    index: usize,
    file_id: String,
    filename: String,
}

/// Every citation in the text of an answer, in order.
pub(super) fn cited(answer: &Answer) -> Vec<CitationSpan> {
    let mut characters = CharacterCounter::default();
    citation::places(&answer.text, answer.sources())
        .into_iter()
        .map(|(place, source)| CitationSpan {
            source,
            start: characters.before(&answer.text, place.start),
            end: characters.clone().before(&answer.text, place.end),
        })
        .collect()
}

/// Counts characters up to places that only move on, each character once.
#[derive(Clone, Default)]
struct CharacterCounter {
    bytes: usize,
    count: usize,
}

impl CharacterCounter {
    fn before(&mut self, text: &str, place: usize) -> usize {
        let between = text.get(self.bytes..place).unwrap_or_default();
        self.count += between.chars().count();
        self.bytes = place;
        self.count
    }
}

impl CitationSpan {
    /// The citation as an address, seen from the client that knows the server as `origin`.
    pub(super) fn url(&self, origin: &str) -> UrlCitation {
        UrlCitation {
            start_index: self.start,
            end_index: self.end,
            title: source::label(&self.source),
            url: format!("{origin}{}", source::content_url(&self.source)),
        }
    }

    /// The citation as a file.
    pub(super) fn file(&self) -> FileCitation {
        let (path, _) = source::split(&self.source);
        FileCitation {
            index: self.start,
            file_id: self.source.clone(),
            filename: path.rsplit('/').next().unwrap_or(path).to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{DataPoints, ResponseContext};

    fn answer(text: &str) -> Answer {
        let points = DataPoints {
            citations: vec!["b ü.pdf#page=4".to_owned(), "a.md".to_owned()],
            ..DataPoints::default()
        };
        Answer {
            text: text.to_owned(),
            context: ResponseContext { data_points: Some(points), ..ResponseContext::default() },
            ..Answer::default()
        }
    }

    #[test]
    fn places_are_counted_in_characters() {
        let cited = cited(&answer("“é” [a.md] 🦀 [b ü.pdf#page=4; a.md]."));
        let places: Vec<_> = cited.iter().map(|cited| (cited.start, cited.end)).collect();
        assert_eq!(places, [(4, 10), (13, 35), (13, 35)]);
        assert_eq!(cited[1].url("http://here").url, "http://here/content/b%20%C3%BC.pdf#page=4");
        assert_eq!(cited[1].file().filename, "b ü.pdf");
    }

    proptest! {
        #[test]
        fn a_place_holds_the_bracket_whatever_stands_around(
            before in "[a-zé🦀 ]{0,20}", after in "[a-zé🦀 ]{0,20}", times in 0_usize..5,
        ) {
            // Four spaces at the beginning would make it code.
            let text = format!("x{before}[a.md]{after}").repeat(times);
            let cited = cited(&answer(&text));
            prop_assert_eq!(cited.len(), times);
            for cited in cited {
                let shown: String = text.chars().skip(cited.start).take(cited.end - cited.start).collect();
                prop_assert_eq!(shown, "[a.md]");
            }
        }
    }
}
