//! The data points of an answer: the sources that it may use, with their texts.

use footnote_protocol::DataPoints;
use footnote_store::search::Hit;
use footnote_text::source;

use super::turn::Turn;

/// Returns the data points for texts, each with its source. The `hits` tell where in its document a text stands.
pub fn data_points(turn: &Turn, shown: &[(String, String)], hits: &[Hit]) -> DataPoints {
    let mut points = DataPoints::default();
    if turn.request.overrides.send_text_sources != Some(false) {
        points.text = shown.iter().map(|(source, text)| format!("{source}: {text}")).collect();
        points.passages =
            shown.iter().map(|(source, text)| best_ordinal(source, text, hits)).collect();
        let keeps_lines =
            |(source, _): &(String, String)| footnote_extract::keeps_lines(source::split(source).0);
        let with_lines = shown.iter().enumerate().filter(|(_, one)| keeps_lines(one));
        points.lines = with_lines.map(|(at, _)| at).collect();
    }
    let sources = shown.iter().map(|(source, _)| source.clone());
    for source in sources.chain(hits.iter().map(|hit| hit.passage.source())) {
        if !points.citations.contains(&source) {
            points.citations.push(source);
        }
    }
    if turn.model_sees_images() {
        // Without their contents, which the reader has.
        points.citations.extend(turn.images.iter().map(|image| image.source.clone()));
    }
    points
}

/// Returns the ordinal of the best hit that contains a shown text or is contained in it.
fn best_ordinal(source: &str, text: &str, hits: &[Hit]) -> u32 {
    let mut own =
        hits.iter().map(|hit| &hit.passage).filter(|own| own.source() == source).peekable();
    let first = own.peek().map_or(0, |own| own.ordinal);
    let found = own.find(|own| text.contains(&own.text) || own.text.contains(text));
    found.map_or(first, |own| own.ordinal)
}
