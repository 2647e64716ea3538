//! Positions of an answer's citations, in the units of the client.

use footnote_text::citation;

use crate::Answer;

/// A citation and the position of its bracket, in units from the start of the text; `end` is exclusive.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct CitationSpan {
    pub(super) source: String,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// Returns all citations in the text of an answer, in order, with positions in characters (Unicode scalar values).
pub(super) fn in_characters(answer: &Answer) -> Vec<CitationSpan> {
    counted(answer, |text| text.chars().count())
}

/// Returns the same with positions in UTF-16 code units, as used by JavaScript strings.
pub(super) fn in_utf16(answer: &Answer) -> Vec<CitationSpan> {
    counted(answer, |text| text.encode_utf16().count())
}

/// Returns the retrieved passage of a source, if its text was sent.
pub(super) fn passage<'a>(answer: &'a Answer, source: &str) -> Option<&'a str> {
    let points = answer.context.data_points.as_ref()?;
    let mut parted = points.text.iter().map(|text| points.parted(text));
    parted.find_map(|(of, text)| (of == source).then_some(text))
}

fn counted(answer: &Answer, units: fn(&str) -> usize) -> Vec<CitationSpan> {
    let mut counter = UnitCounter { units, bytes: 0, count: 0 };
    citation::places(&answer.text, answer.sources())
        .into_iter()
        .map(|(place, source)| CitationSpan {
            source,
            start: counter.before(&answer.text, place.start),
            end: counter.clone().before(&answer.text, place.end),
        })
        .collect()
}

/// Counts units up to ascending positions, counting each unit once.
#[derive(Clone)]
struct UnitCounter {
    units: fn(&str) -> usize,
    bytes: usize,
    count: usize,
}

impl UnitCounter {
    fn before(&mut self, text: &str, place: usize) -> usize {
        let between = text.get(self.bytes..place).unwrap_or_default();
        self.count += (self.units)(between);
        self.bytes = place;
        self.count
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{DataPoints, ResponseContext};

    /// Returns an answer with two sources.
    pub(in crate::dialect) fn answer(text: &str) -> Answer {
        let points = DataPoints {
            text: vec!["a.md: Staff get leave.".to_owned()],
            citations: vec!["b ü.pdf#page=4".to_owned(), "a.md".to_owned()],
            ..DataPoints::default()
        };
        Answer {
            text: text.to_owned(),
            context: ResponseContext { data_points: Some(points), ..ResponseContext::default() },
            ..Answer::default()
        }
    }

    fn places(cited: &[CitationSpan]) -> Vec<(usize, usize)> {
        cited.iter().map(|cited| (cited.start, cited.end)).collect()
    }

    #[test]
    fn places_are_counted_in_characters_or_in_units_of_utf_16() {
        let answer = answer("“é” [a.md] 🦀 [b ü.pdf#page=4; a.md].");
        assert_eq!(places(&in_characters(&answer)), [(4, 10), (13, 35), (13, 35)]);
        assert_eq!(places(&in_utf16(&answer)), [(4, 10), (14, 36), (14, 36)]);
    }

    #[test]
    fn the_passage_of_a_source_is_found_where_its_text_was_sent() {
        let answer = answer("");
        assert_eq!(passage(&answer, "a.md"), Some("Staff get leave."));
        assert_eq!(passage(&answer, "b ü.pdf#page=4"), None);
    }

    proptest! {
        #[test]
        fn a_place_holds_the_bracket_whatever_stands_around(
            before in "[a-zé🦀 ]{0,20}", after in "[a-zé🦀 ]{0,20}", times in 0_usize..5,
        ) {
            // Four leading spaces would make it code.
            let text = format!("x{before}[a.md]{after}").repeat(times);
            let answer = answer(&text);
            let (characters, units) = (in_characters(&answer), in_utf16(&answer));
            prop_assert_eq!((characters.len(), units.len()), (times, times));
            let encoded: Vec<u16> = text.encode_utf16().collect();
            for (by_character, by_unit) in characters.iter().zip(&units) {
                let CitationSpan { start, end, .. } = by_character;
                let shown: String = text.chars().skip(*start).take(end - start).collect();
                prop_assert_eq!(shown, "[a.md]");
                let shown = String::from_utf16(&encoded[by_unit.start..by_unit.end]).unwrap();
                prop_assert_eq!(shown, "[a.md]");
            }
        }
    }
}
