//! Captions: the sentences of a passage that tell most about the question.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::rag::corpus::index::stems;
use crate::rag::retrieval::{Hit, Term};
use crate::text::sentence::sentences;
use crate::text::table;
use crate::text::words::{in_one_line, shortened};

/// The longest sentence, in characters: a caption is read at a glance.
const LONGEST: usize = 400;
/// Weight of a term that stands only in the heading above.
const HEADING_SHARE: f32 = 0.4;
/// The sign between two sentences that do not follow one another.
const GAP: &str = " … ";

/// The sentences of a passage that tell most about a question.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Caption {
    /// The sentences, in the order of the passage.
    pub(super) text: String,
    /// The same as HTML, the question's words in `<em>`.
    pub(super) highlights: String,
}

/// The caption of each hit for these `terms`: one sentence, or two if the second adds to the first.
pub(super) fn captions(hits: &[Hit], terms: &[Term]) -> Vec<Caption> {
    let terms = Terms::new(terms);
    hits.iter().map(|hit| terms.caption(hit)).collect()
}

impl Caption {
    /// The caption as the protocol's clients know it.
    pub(super) fn shown(&self) -> Value {
        json!({
            "additional_properties": {},
            "text": self.text,
            "highlights": self.highlights,
        })
    }
}

/// The stems that are asked for, with their weights.
struct Terms(Vec<(String, f32)>);

impl Terms {
    fn new(terms: &[Term]) -> Self {
        let terms = terms.iter();
        Self(terms.map(|term| (term.stem.clone(), term.weight)).collect())
    }

    fn caption(&self, hit: &Hit) -> Caption {
        let sentences = self.sentences(&hit.passage.text);
        let first = best(&sentences, None).unwrap_or(0);
        let second = best(&sentences, sentences.get(first));
        let mut chosen: BTreeSet<usize> = second.into_iter().collect();
        chosen.insert(first);
        let mut text = String::new();
        let mut before = None;
        for (at, sentence) in chosen.iter().filter_map(|at| Some((*at, sentences.get(*at)?))) {
            if let Some(before) = before {
                text.push_str(if before + 1 == at { " " } else { GAP });
            }
            before = Some(at);
            text.push_str(&line(sentence.text));
        }
        Caption { highlights: self.marked(&text), text }
    }

    /// The sentences of a passage with their weights. A heading counts for the sentences below it, and is a
    /// sentence only if the passage has nothing else.
    fn sentences<'a>(&self, text: &'a str) -> Vec<Sentence<'a>> {
        let all = sentences(text).into_iter();
        let all: Vec<&str> = all.filter(|one| !table::is_rule(one)).collect();
        let is_bare = all.iter().all(|one| is_heading(one));
        let mut heading: Vec<f32> = Vec::new();
        let mut told = Vec::new();
        for text in all {
            let own = self.tells(text);
            if is_heading(text) && !is_bare {
                heading = own;
                continue;
            }
            let above = heading.iter().map(|weight| HEADING_SHARE * weight);
            let above = above.chain(std::iter::repeat(0.0));
            let tells = own.iter().zip(above).map(|(own, above)| own.max(above));
            let tells = tells.collect();
            told.push(Sentence { text, tells });
        }
        told
    }

    /// The weight of each term in a sentence, 0 if it lacks the term.
    fn tells(&self, sentence: &str) -> Vec<f32> {
        let stems = stems(sentence);
        let weight = |(stem, weight): &(String, f32)| {
            if stems.contains(stem) { *weight } else { 0.0 }
        };
        self.0.iter().map(weight).collect()
    }

    /// The text as HTML, with the words that are asked for in `<em>`.
    fn marked(&self, text: &str) -> String {
        let mut html = String::new();
        for word in text.split_inclusive(|c: char| !c.is_alphanumeric()) {
            let end = word.trim_end_matches(|c: char| !c.is_alphanumeric()).len();
            let (word, after) = word.split_at(end);
            let is_asked = stems(word).iter().any(|stem| self.0.iter().any(|(one, _)| one == stem));
            if is_asked {
                for part in ["<em>", word, "</em>"] {
                    html.push_str(part);
                }
            } else {
                html.push_str(word);
            }
            html.push_str(&escaped(after));
        }
        html
    }
}

/// A sentence, and the weight of each term in it.
struct Sentence<'a> {
    text: &'a str,
    tells: Vec<f32>,
}

/// The sentence that adds most to the `known` one; the first of equals, `None` if none adds anything.
fn best(sentences: &[Sentence<'_>], known: Option<&Sentence<'_>>) -> Option<usize> {
    let known = known.map(|known| known.tells.as_slice()).unwrap_or_default();
    let new = |sentence: &Sentence<'_>| -> f32 {
        let known = known.iter().copied().chain(std::iter::repeat(0.0));
        let tells = sentence.tells.iter().zip(known);
        tells.map(|(tells, known)| (tells - known).max(0.0)).sum()
    };
    let told = sentences.iter().map(new).enumerate();
    let told = told.filter(|(_, told)| *told > 0.0);
    // Reversed, since of equals the last is the greatest.
    let best = told.rev().max_by(|(_, a), (_, b)| a.total_cmp(b));
    best.map(|(at, _)| at)
}

fn is_heading(sentence: &str) -> bool {
    sentence.starts_with('#')
}

/// A sentence in one line, cut where it is long.
fn line(sentence: &str) -> String {
    shortened(&in_one_line(&table::read(sentence)), LONGEST)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::rag::chat::tests::{found, hit};

    fn caption(text: &str, question: &str) -> Caption {
        let found = found(question, vec![hit("a.md", None, text, 1.0)]);
        captions(&found.hits, &found.terms).remove(0)
    }

    #[test]
    fn the_telling_sentences_come_in_their_order_with_the_words_marked() {
        let text = "Overtime is paid. It rains. Leave is thirty days. Lunch is at noon.";
        let caption = caption(text, "Is leave paid as overtime?");
        assert_eq!(caption.text, "Overtime is paid. … Leave is thirty days.");
        assert_eq!(
            caption.highlights,
            "<em>Overtime</em> is <em>paid</em>. … <em>Leave</em> is thirty days."
        );
    }

    #[test]
    fn one_sentence_is_enough_where_no_other_adds_to_it() {
        let caption = caption("It rains. Leave is thirty days. Leave!", "How long is leave?");
        assert_eq!(caption.text, "Leave is thirty days.");
    }

    #[test]
    fn a_passage_that_holds_no_word_is_captioned_by_its_beginning() {
        assert_eq!(caption("It rains. It pours.", "Leave?").text, "It rains.");
        assert_eq!(caption("", "Leave?"), Caption::default());
    }

    #[test]
    fn a_heading_speaks_for_the_sentence_below_it() {
        let text = "It rains.\n\n### Approval\n\nThe manager signs. Tea is at four.";
        assert_eq!(caption(text, "Who gives approval?").text, "The manager signs.");
        assert_eq!(caption("### Approval", "Who gives approval?").text, "### Approval");
    }

    #[test]
    fn rows_read_as_lines_and_long_sentences_are_cut() {
        let table = "| Who | Days |\n|---|---|\n| Staff | 30 |";
        assert_eq!(caption(table, "Staff?").text, "Staff · 30");
        let long = "leave ".repeat(200);
        assert_eq!(caption(&long, "Leave?").text.chars().count(), LONGEST + 1);
    }

    proptest! {
        #[test]
        fn highlights_are_the_text_with_marks_and_no_other_html(text in "[a-c <>&.é\n|-]{0,80}") {
            let caption = caption(&text, "a b");
            let plain = caption.highlights.replace("<em>", "").replace("</em>", "");
            prop_assert!(!plain.contains(['<', '>']));
            let plain = plain.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
            prop_assert_eq!(plain, caption.text);
        }
    }
}
