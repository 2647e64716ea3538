//! The statements of an answer, each with the sources that it cites.

use std::borrow::Cow;
use std::ops::Range;

use footnote_text::citation::{Piece, placed};
use footnote_text::sentence::sentences;
use footnote_text::table;

use super::computed::{is_item, without_list_marker};

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Statement {
    /// Its words, without citations and Markdown markup.
    pub(super) text: String,
    /// The sources that it cites.
    pub(super) sources: Vec<String>,
    /// The sources that it names but that are not among the hits.
    pub(super) invented: Vec<String>,
    /// True if its citation was inserted by the check.
    pub(super) is_inserted: bool,
}

impl Statement {
    fn without_source(text: String) -> Self {
        Self { text, sources: Vec::new(), invented: Vec::new(), is_inserted: false }
    }

    fn add(&mut self, citation: &Piece) {
        let (known, name) = match citation {
            Piece::Citation(source) => (&mut self.sources, source),
            Piece::Invented(name) => (&mut self.invented, name),
            Piece::Text(_) => return,
        };
        if !known.contains(name) {
            known.push(name.clone());
        }
    }
}

/// Maximum number of citations after one statement. Further ones are repetition.
const MAX_CITED: usize = 100;

/// A sentence that may be a statement.
struct Draft {
    statement: Statement,
    /// Its range in the text without citations.
    place: Range<usize>,
    /// The number of its paragraph.
    paragraph: usize,
    /// True if it only connects other sentences: a heading, a question, a lead-in without numbers, or a table's header.
    is_framing: bool,
    /// The citations in it or after it.
    cited: Vec<Piece>,
    /// The citations in a separate paragraph below it.
    cited_below: Vec<Piece>,
    /// True if the check inserted one of these.
    is_inserted: bool,
}

/// An answer without its citations.
struct BareText {
    text: String,
    /// The citations with their positions in the text; the flag marks those inserted by the check.
    citations: Vec<(usize, Piece, bool)>,
}

/// Returns the statements of an answer in order: its sentences, list items and table rows.
///
/// A citation belongs to the statement that it is in or follows, and to earlier statements of the same paragraph
/// without one of their own. A citation on its own belongs to the paragraph before it, and one at the end of a list to
/// all its items without one. The check `inserted` citations, given by the positions of their brackets.
pub(super) fn statements(answer: &str, known: &[String], inserted: &[usize]) -> Vec<Statement> {
    let mut drafts = BareText::of(answer, known, inserted).drafts();
    for paragraph in drafts.chunk_by_mut(|one, next| one.paragraph == next.paragraph) {
        paragraph.split_inclusive_mut(|draft| !draft.cited.is_empty()).for_each(share_citations);
    }
    let statements = drafts.into_iter().filter(|draft| !draft.is_framing);
    statements.map(|draft| draft.statement).collect()
}

/// Gives the citations of the last sentence to all others. A cited sentence is never just framing, whatever its form.
fn share_citations(sentences: &mut [Draft]) {
    let Some(last) = sentences.last_mut() else {
        return;
    };
    let (own, below) = (std::mem::take(&mut last.cited), std::mem::take(&mut last.cited_below));
    let cited = if own.is_empty() { below } else { own };
    last.is_framing &= cited.is_empty() || last.statement.text.ends_with(':');
    let is_inserted = last.is_inserted;
    for draft in sentences.iter_mut().filter(|draft| !draft.is_framing) {
        draft.statement.is_inserted = is_inserted;
        cited.iter().take(MAX_CITED).for_each(|citation| draft.statement.add(citation));
    }
}

impl BareText {
    fn of(answer: &str, known: &[String], inserted: &[usize]) -> Self {
        let mut bare = Self { text: String::with_capacity(answer.len()), citations: Vec::new() };
        for (place, piece) in placed(answer, known, false) {
            match piece {
                Piece::Text(text) => bare.push(&text),
                citation => {
                    let is_inserted = inserted.contains(&place.start);
                    bare.citations.push((bare.text.len(), citation, is_inserted));
                }
            }
        }
        bare
    }

    /// Adds text. After a citation a capital letter begins another statement, with or without a full stop before it.
    fn push(&mut self, text: &str) {
        let is_behind = self.citations.last().is_some_and(|(at, ..)| *at == self.text.len());
        let goes_on = self.text.trim_end().ends_with(['.', '!', '?', '…', ':', ';', ',']);
        let is_new = text.starts_with(' ') && text.trim_start().starts_with(char::is_uppercase);
        if is_behind && is_new && !goes_on {
            self.text.push('\n');
            self.text.push('\n');
        }
        self.text.push_str(text);
    }

    /// Returns the sentences with their citations.
    fn drafts(&self) -> Vec<Draft> {
        let mut drafts = self.sentences();
        for (place, citation, is_inserted) in &self.citations {
            let behind = drafts.partition_point(|draft| draft.place.start < *place);
            let before = behind.checked_sub(1).and_then(|at| drafts.get_mut(at));
            let Some(last) = before else {
                continue;
            };
            last.is_inserted |= *is_inserted;
            let between = self.text.get(last.place.end..*place).unwrap_or_default();
            let is_below = between.contains("\n\n");
            if is_below { &mut last.cited_below } else { &mut last.cited }.push(citation.clone());
            let rest = self.text.get(*place..last.place.end).unwrap_or_default();
            if !rest.is_empty() && !rest.contains(char::is_alphanumeric) {
                // Punctuation after a citation is not part of the statement.
                let words = self.text.get(last.place.start..*place).unwrap_or_default();
                last.statement.text = without_markup(words.trim_end());
            }
        }
        drafts
    }

    /// Splits the text into sentences with words, outside of code. Their citations are added later.
    fn sentences(&self) -> Vec<Draft> {
        let mut drafts = Vec::new();
        let (mut at, mut paragraph, mut is_code, mut rank) = (0, 0, false, 0);
        let sentences: Vec<&str> = lines_of(&self.text).into_iter().flat_map(sentences).collect();
        // The row above a rule is the table's header.
        let next = sentences.iter().skip(1).map(|next| table::is_rule(next)).chain([false]);
        for (sentence, is_head) in sentences.iter().zip(next) {
            let start = (sentence.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
            let place = start..start + sentence.len();
            let between = self.text.get(at..start).unwrap_or_default();
            paragraph += between.matches("\n\n").count();
            at = place.end;
            let is_fence = sentence.starts_with("```") || sentence.starts_with("~~~");
            is_code ^= is_fence;
            let is_body = table::is_row(sentence) && !table::is_rule(sentence);
            rank = if is_body { rank + 1 } else { 0 };
            if is_code || is_fence || !sentence.contains(char::is_alphanumeric) {
                continue;
            }
            drafts.push(Draft {
                statement: Statement::without_source(without_markup(&without_rank(sentence, rank))),
                place,
                paragraph,
                is_framing: is_head || is_frame(sentence),
                cited: Vec::new(),
                cited_below: Vec::new(),
                is_inserted: false,
            });
        }
        drafts
    }
}

/// Returns a text cut before each item of a list. A number that begins an item does not end the item before.
fn lines_of(text: &str) -> Vec<&str> {
    let (mut parts, mut begin, mut at) = (Vec::new(), 0, 0);
    for line in text.split_inclusive('\n') {
        if is_item(line.trim()) {
            parts.extend(text.get(begin..at));
            begin = at;
        }
        at += line.len();
    }
    parts.extend(text.get(begin..));
    parts
}

/// Returns a row without a first cell that only numbers it.
fn without_rank(sentence: &str, rank: usize) -> Cow<'_, str> {
    match table::cells(sentence)[..] {
        [first, ref cells @ ..] if rank > 0 && first == rank.to_string() => {
            Cow::Owned(format!("| {} |", cells.join(" | ")))
        }
        _ => Cow::Borrowed(sentence),
    }
}

/// Returns true if a sentence only connects others: a heading, a question, or a lead-in without numbers.
fn is_frame(sentence: &str) -> bool {
    let words = sentence.trim_end_matches(['*', '_']);
    let marks = sentence.len() - words.len();
    let is_bold = marks > 1 && sentence.starts_with(['*', '_']) && !words.ends_with(['.', '!']);
    let is_lead_in = words.ends_with([':', '：']) && !words.contains(|c: char| c.is_ascii_digit());
    sentence.starts_with('#') || is_bold || is_lead_in || words.ends_with(['?', '？'])
}

/// Returns a sentence without Markdown markup. The cells of a row are put side by side.
fn without_markup(sentence: &str) -> String {
    let sentence =
        sentence.trim_start_matches(|c: char| c.is_whitespace() || ".,;:!?-*•>#".contains(c));
    let sentence = without_list_marker(sentence);
    let sentence = sentence.replace("**", "").replace('`', "");
    table::read(sentence.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known() -> Vec<String> {
        vec!["a.md".into(), "b.md".into()]
    }

    fn read(answer: &str) -> Vec<(String, Vec<String>)> {
        let all = statements(answer, &known(), &[]).into_iter();
        all.map(|statement| (statement.text, statement.sources)).collect()
    }

    fn cites(text: &str, sources: &[&str]) -> (String, Vec<String>) {
        (text.into(), sources.iter().map(|s| (*s).to_owned()).collect())
    }

    #[test]
    fn a_citation_belongs_to_the_statement_before_it() {
        assert_eq!(
            read("Leave is thirty days. [a.md] Pay comes monthly [b.md]."),
            [cites("Leave is thirty days.", &["a.md"]), cites("Pay comes monthly", &["b.md"])]
        );
    }

    #[test]
    fn statements_of_a_paragraph_share_the_citation_after_them() {
        assert_eq!(
            read("Leave is thirty days. Pay comes monthly [a.md][b.md].\n\nRain falls often."),
            [
                cites("Leave is thirty days.", &["a.md", "b.md"]),
                cites("Pay comes monthly", &["a.md", "b.md"]),
                cites("Rain falls often.", &[]),
            ]
        );
    }

    #[test]
    fn a_citation_that_the_check_put_is_told_from_others() {
        let answer = "Leave is long. Pay comes monthly. [b.md]\n\nTea is at four [a.md].";
        let inserted = [answer.find("[b.md]").unwrap()];
        let all = statements(answer, &known(), &inserted).into_iter();
        let all = all.map(|one| (one.sources.concat(), one.is_inserted)).collect::<Vec<_>>();
        let expected = |source: &str, is_inserted| (source.to_owned(), is_inserted);
        let (put, written) = (expected("b.md", true), expected("a.md", false));
        assert_eq!(all, [put.clone(), put, written]);
    }

    #[test]
    fn the_number_of_the_next_item_is_no_part_of_a_statement() {
        let texts: Vec<String> = read("1. Forge responsibility\n2. Be kind [a.md]")
            .into_iter()
            .map(|one| one.0)
            .collect();
        assert_eq!(texts, ["Forge responsibility", "Be kind"]);
    }

    #[test]
    fn what_only_holds_statements_together_is_none() {
        assert_eq!(read("# Leave policy\n\nHere is what applies:\n\nMore questions now?"), []);
        let grants = "There were 9,999 dollars in four grants:";
        assert_eq!(read(grants), [cites(grants, &[])], "a number is claimed wherever it stands");
    }

    #[test]
    fn what_carries_a_citation_is_a_statement_whatever_its_form() {
        assert_eq!(
            read("### Pay Managers earn 88,000 pounds [a.md]"),
            [cites("Pay Managers earn 88,000 pounds", &["a.md"])]
        );
        assert_eq!(
            read("## Annual leave\nLeave is thirty days [a.md]"),
            [cites("Leave is thirty days", &["a.md"])]
        );
    }

    #[test]
    fn what_the_documents_are_said_to_hold_is_a_statement() {
        assert_eq!(
            read("The answer is that managers earn 90,000 pounds."),
            [cites("The answer is that managers earn 90,000 pounds.", &[])]
        );
    }

    #[test]
    fn a_citation_that_stands_alone_belongs_to_what_is_above_it() {
        assert_eq!(
            read("| Role | Pay |\n|---|---|\n| Head cook | 20 pounds |\n\n[b.md]"),
            [cites("Head cook · 20 pounds", &["b.md"])],
            "the head of a table is no statement"
        );
    }

    #[test]
    fn items_and_rows_are_statements() {
        assert_eq!(
            read("- Leave is thirty days [a.md]\n\n| Cook | 20 pounds | [b.md]"),
            [cites("Leave is thirty days", &["a.md"]), cites("Cook · 20 pounds", &["b.md"])]
        );
    }
}
