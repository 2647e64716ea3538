//! The passages that are shown instead of an answer: their footnotes, and the lines above them.

use footnote_protocol::{Answer, DataPoints, FoundPassages, FoundUnit, UnreadFile};
use footnote_text::citation::{Piece, pieces};

use super::{Footnotes, Note};
use crate::words;

/// Returns the footnotes of these units, one for each, and the marks of the citations in their text.
pub(super) fn footnotes(found: &FoundPassages, points: &DataPoints, text: &str) -> Footnotes {
    let units = found.units.iter().zip(1..);
    let notes = units.map(|(unit, number)| Note { number, ..of_unit(points, unit) });
    // The last piece of each unit is its citation; the unit itself may contain brackets too.
    let mut next = (1_u32..).zip(&found.units).peekable();
    let marks =
        pieces(text, &points.citations, false).into_iter().filter_map(|piece| match piece {
            Piece::Text(_) => None,
            Piece::Invented(_) => Some(None),
            Piece::Citation(source) => {
                Some(next.next_if(|(_, unit)| unit.source == source).map(|(number, _)| number))
            }
        });
    Footnotes { notes: notes.collect(), marks: marks.collect() }
}

/// Returns the note of a unit. It quotes nothing: a sentence beside the unit, which is shown as a whole, would look like
/// the answer. It leads to the unit's telling words, or else to the passage with its last line.
fn of_unit(points: &DataPoints, unit: &FoundUnit) -> Note {
    let mut lines = unit.text.lines().filter(|line| line.contains(char::is_alphanumeric));
    let telling = Some(unit.telling.as_str()).filter(|telling| !telling.is_empty());
    let words = telling.or_else(|| lines.next_back()).unwrap_or_default();
    let mut note = Note { words: String::new(), ..Note::unnumbered(points, &unit.source, words) };
    if telling.is_none() {
        note.cited.iter_mut().for_each(|cited| cited.words.clear());
    }
    note
}

/// Returns the lines above the units: what they fit best, what no document mentions, and which files could not be
/// read. What is not mentioned comes first if that is most of the question. Without units, the first line says that
/// nothing matches. `is_narrowed` is true if only chosen documents were searched.
pub fn found_in_words(found: &FoundPassages, is_narrowed: bool) -> Vec<String> {
    let count = found.units.len();
    let first = match count {
        0 if is_narrowed => words::nothing_matches_chosen().to_owned(),
        0 => words::nothing_matches().to_owned(),
        count if found.counts_earlier => words::passages_fit_conversation(count),
        count => words::passages_fit_best(count),
    };
    let unknown: Vec<String> = found.unknown.iter().map(words::in_quotes).collect();
    let unknown = (count > 0 && !unknown.is_empty()).then(|| {
        let unknown = words::listed(&unknown);
        if is_narrowed {
            words::nothing_mentions_chosen(&unknown)
        } else {
            words::nothing_mentions(&unknown)
        }
    });
    let unread = found.unread.iter().map(unread);
    let (first, unknown) = match unknown {
        Some(unknown) if found.nearest => (unknown, Some(words::passages_nearest(count))),
        unknown => (first, unknown),
    };
    [first].into_iter().chain(unknown).chain(unread).collect()
}

/// Returns the lines above the text of an answer, and the text: empty if nothing matches the question.
pub fn lines_and_text(answer: &Answer) -> (Vec<String>, &str) {
    let in_words = |found| found_in_words(found, answer.context.scope.is_some());
    match &answer.context.found {
        None => (Vec::new(), &answer.text),
        Some(found) if found.units.is_empty() => (in_words(found), ""),
        Some(found) => (in_words(found), &answer.text),
    }
}

fn unread(UnreadFile { path, reason }: &UnreadFile) -> String {
    // Reasons that have words of their own begin like `is damaged`.
    let bare = reason.strip_prefix("It ").and_then(|reason| reason.strip_suffix('.'));
    match bare.map(|bare| (bare, words::fault(bare))) {
        Some((bare, known)) if known != bare => {
            words::unread_for_question(path, &format!("{}.", words::fault_of_file(known)))
        }
        _ => words::unread_for_question(path, reason),
    }
}

#[cfg(test)]
mod tests {
    use footnote_protocol::FoundUnit;

    use super::*;
    use crate::Locale;

    fn unit(source: &str, telling: &str) -> FoundUnit {
        FoundUnit { source: source.into(), telling: telling.into(), ..FoundUnit::default() }
    }

    #[test]
    fn each_unit_has_a_note_that_leads_to_its_telling_words() {
        let points = DataPoints {
            text: vec!["a.md: Tea is hot. Pay is monthly.".into(), "b.md: Rain is wet.".into()],
            citations: vec!["a.md".into(), "b.md".into()],
            passages: vec![4, 7],
            ..DataPoints::default()
        };
        let units = vec![
            unit("a.md", "Pay is monthly."),
            unit("a.md", "Tea is hot."),
            unit("b.md", "Rain is wet."),
        ];
        let found = FoundPassages { units, ..FoundPassages::default() };
        let text = "Tea is hot, see [b.md] and [c.md]. Pay is monthly. [a.md]\n\nTea is hot. [a.md]\n\nRain is wet. [b.md]";
        let Footnotes { notes, marks } = footnotes(&found, &points, text);
        assert_eq!(marks, [None, None, Some(1), Some(2), Some(3)]);
        let led: Vec<_> = notes.iter().map(|note| (note.number, note.opening().words)).collect();
        let to = |number: u32, words: &str| (number, words.to_owned());
        assert_eq!(led, [to(1, "Pay is monthly."), to(2, "Tea is hot."), to(3, "Rain is wet.")]);
        assert!(notes.iter().all(|note| note.words.is_empty()));
        assert!(notes[0].rests_on(0) && notes[2].rests_on(1));
        assert_eq!((notes[0].ordinal, notes[2].ordinal), (Some(4), Some(7)));
    }

    #[test]
    fn the_lines_claim_nothing_and_say_what_is_missing() {
        let mut found = FoundPassages {
            unknown: vec!["fy28".into(), "Fabrikam".into()],
            unread: vec![UnreadFile { path: "scan.pdf".into(), reason: "It is empty.".into() }],
            ..FoundPassages::default()
        };
        let unread = "scan.pdf could not be read: It is empty.";
        let nothing = "Nothing in your documents matches this question.";
        assert_eq!(found_in_words(&found, false), [nothing, unread]);
        let nothing = "Nothing in the chosen documents matches this question.";
        assert_eq!(found_in_words(&found, true), [nothing, unread]);
        found.units = vec![unit("a.md", "Tea.")];
        let lines = found_in_words(&found, false);
        assert_eq!(lines[0], "This passage fits your question best.");
        assert_eq!(lines[1], "Nothing mentions “fy28”, “Fabrikam”.");
        let chosen = "Nothing in the chosen documents mentions “fy28”, “Fabrikam”.";
        assert_eq!(found_in_words(&found, true)[1], chosen);
        let nearest = FoundPassages { nearest: true, ..found.clone() };
        let lines = found_in_words(&nearest, false);
        assert_eq!(lines[0], "Nothing mentions “fy28”, “Fabrikam”.");
        assert_eq!(lines[1], "The passage below is the nearest, and may be about something else.");
        found.counts_earlier = true;
        let lines = found_in_words(&found, false);
        assert_eq!(lines[0], "This passage best fits your questions so far.");
        words::in_locale(Locale::of_code("de").unwrap(), || {
            let unread = "scan.pdf konnte nicht gelesen werden: die Datei ist leer.";
            assert_eq!(found_in_words(&found, false)[2], unread);
        });
    }
}
