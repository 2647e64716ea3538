//! The web component's form with look-alike signs in place of digits, and whole files as sources.

use footnote_text::{citation, digits, source};
use serde_json::Value;

use super::ComponentEncoder;
use crate::AnswerEvent;
use crate::dialect::Encoder;

/// Maximum length of an open bracket that is held back, in bytes; paths are hardly longer.
const MAX_BRACKET_LEN: usize = 1024;

/// Encodes the chunks of one answer.
pub(super) struct DigitsEncoder {
    chunks: ComponentEncoder,
    /// Sources that may be cited.
    known: Vec<String>,
    /// Start of a bracket that may become a citation.
    held: String,
}

impl DigitsEncoder {
    /// Encodes an answer with the chunks of the plain form.
    pub(super) fn new(chunks: ComponentEncoder) -> Self {
        Self { chunks, known: Vec::new(), held: String::new() }
    }

    /// Adds text; returns what can be shown already.
    fn push(&mut self, text: &str) -> String {
        self.held.push_str(text);
        let open = self.held.rfind('[').filter(|open| {
            let bracket = self.held.get(*open..).unwrap_or_default();
            !bracket.contains(']') && bracket.len() <= MAX_BRACKET_LEN
        });
        let rest = open.map(|open| self.held.split_off(open));
        let ready = std::mem::replace(&mut self.held, rest.unwrap_or_default());
        self.shown(&ready)
    }

    /// Replaces digits by look-alikes, and cites whole files.
    fn shown(&self, text: &str) -> String {
        let pieces = citation::pieces(text, &self.known, false).into_iter();
        let pieces = pieces.map(|piece| match piece {
            citation::Piece::Text(text) => digits::alike(&text),
            citation::Piece::Invented(_) => String::new(),
            citation::Piece::Citation(cited) => {
                format!("[{}]", digits::alike(source::split(&cited).0))
            }
        });
        pieces.collect()
    }

    /// Returns a data point under the name of its whole file.
    fn of_file(&self, point: &str) -> String {
        let named = self.known.iter().find_map(|source| {
            let text = point.strip_prefix(source.as_str())?.strip_prefix(": ")?;
            Some(format!("{}: {text}", source::split(source).0))
        });
        named.unwrap_or_else(|| point.to_owned())
    }

    fn text(&mut self, text: String) -> Vec<Value> {
        if text.is_empty() {
            return Vec::new();
        }
        self.chunks.lines(AnswerEvent::Delta(text))
    }
}

impl Encoder for DigitsEncoder {
    fn lines(&mut self, event: AnswerEvent) -> Vec<Value> {
        let event = match event {
            AnswerEvent::Delta(text) => {
                let ready = self.push(&text);
                return self.text(ready);
            }
            AnswerEvent::Grounded(mut context) => {
                if let Some(points) = &mut context.data_points {
                    self.known.clone_from(&points.citations);
                    points.text = points.text.iter().map(|text| self.of_file(text)).collect();
                }
                AnswerEvent::Grounded(context)
            }
            AnswerEvent::FollowUps(questions) => {
                let alike = questions.iter().map(|question| digits::alike(question));
                AnswerEvent::FollowUps(alike.collect())
            }
            other => other,
        };
        let rest = std::mem::take(&mut self.held);
        let rest = self.shown(&rest);
        let mut lines = self.text(rest);
        lines.extend(self.chunks.lines(event));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::chat_component::ChatComponent;
    use crate::dialect::{AnswerHead, Dialect};
    use crate::{DataPoints, ResponseContext};

    fn shown(deltas: &[&str]) -> String {
        let points = DataPoints {
            citations: vec!["plan 2.pdf#page=13".to_owned(), "a.md".to_owned()],
            ..DataPoints::default()
        };
        let context = ResponseContext { data_points: Some(points), ..ResponseContext::default() };
        let deltas = deltas.iter().map(|text| AnswerEvent::Delta((*text).into()));
        let events = std::iter::once(AnswerEvent::Grounded(Box::new(context))).chain(deltas);
        let end = AnswerEvent::FollowUps(vec!["Why 7?".to_owned()]);
        let mut encoder = ChatComponent { digits: true }.encoder(AnswerHead::default());
        let lines = events.chain([end]).flat_map(|event| encoder.lines(event)).collect::<Vec<_>>();
        let text =
            lines.iter().filter_map(|line| line.pointer("/choices/0/delta/content")?.as_str());
        text.collect()
    }

    #[test]
    fn a_streamed_answer_has_no_digits_and_cites_whole_files() {
        let text = shown(&["It is $2,000 [plan 2.p", "df#page=13] or [a.md]. [sic", "!"]);
        assert!(!text.contains(|char: char| char.is_ascii_digit()), "{text}");
        assert_eq!(
            digits::plain(&text),
            "It is $2,000 [plan 2.pdf] or [a.md]. [sic!\n\n<<Why 7?>>\n"
        );
    }

    #[test]
    fn a_bracket_that_never_closes_is_not_held_for_ever() {
        let long = "x".repeat(MAX_BRACKET_LEN + 1);
        assert!(shown(&["[", &long, "y"]).starts_with(&format!("[{long}y")));
    }
}
