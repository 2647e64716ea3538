//! The overview of a document in its own words.

use footnote_protocol::confidence::Confidence;
use footnote_retrieval::Hit;
use footnote_text::words::in_one_line;

use crate::composed::{ComposedAnswer, Quotation};
use crate::retrieve::overview::{Outline, OutlineLine};

/// Composes an overview of a document with a line for each of its statements or parts.
pub(crate) fn overview(outline: &Outline, hits: &[Hit]) -> ComposedAnswer {
    let mut answer = ComposedAnswer { confidence: Confidence::SURE, ..ComposedAnswer::default() };
    let mut before = None;
    for line in &outline.lines {
        let Some(hit) = hits.get(line.hit) else { continue };
        let source = hit.passage.source();
        let text = statement(line, hit);
        let heading = line.heading.as_deref().filter(|_| before != Some(&line.heading));
        let parts = [heading.map(in_bold), text.clone()];
        let pieces: Vec<String> = parts.into_iter().flatten().collect();
        let separator = if answer.deltas.is_empty() { "" } else { "\n" };
        answer.deltas.push(format!("{separator}- {} [{source}]", pieces.join(" ")));
        answer.quoted.extend(text.map(|text| Quotation {
            text,
            source,
            ordinal: hit.passage.ordinal,
            goes_on: false,
            heading: line.heading.clone(),
            score: 1.0,
        }));
        before = Some(&line.heading);
    }
    if outline.omitted > 0 {
        answer.note(&format!("… and {} more parts.", outline.omitted));
    }
    answer.is_looked_up = answer.quoted.is_empty();
    answer
}

/// Returns the words of a line's statement.
fn statement(line: &OutlineLine, hit: &Hit) -> Option<String> {
    let statements = hit.passage.statements();
    let text = statements.get(line.statement?)?.text(&hit.passage.text);
    Some(in_one_line(&text))
}

/// Formats a heading that runs into the text below it.
fn in_bold(heading: &str) -> String {
    let bare = heading.trim_matches(|c: char| c == '*' || c == '#' || c.is_whitespace());
    let stop = if bare.ends_with(|c: char| c.is_ascii_punctuation()) { "" } else { "." };
    format!("**{}{stop}**", in_one_line(bare))
}
