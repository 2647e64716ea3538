//! The statements of an answer, each with the sources that it cites.

use footnote_text::analysis::stems;
use footnote_text::citation::{Piece, placed};
use footnote_text::sentence::sentences;
use footnote_text::table;

use crate::claims::is_negated;

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Statement {
    /// Its words, without citations and marks of Markdown.
    pub(super) text: String,
    /// The sources that it cites.
    pub(super) sources: Vec<String>,
    /// The sources that it names although they are not among the hits.
    pub(super) invented: Vec<String>,
    /// True if the check put its citation behind it.
    pub(super) is_inserted: bool,
}

impl Statement {
    /// A statement of these words that cites a source.
    pub(super) fn of(text: &str, source: &str) -> Self {
        Self { sources: vec![source.to_owned()], ..Self::without_source(text.to_owned()) }
    }

    fn without_source(text: String) -> Self {
        Self { text, sources: Vec::new(), invented: Vec::new(), is_inserted: false }
    }

    fn names(&self, citation: &Piece) -> bool {
        match citation {
            Piece::Citation(source) => self.sources.contains(source),
            Piece::Invented(name) => self.invented.contains(name),
            Piece::Text(_) => false,
        }
    }

    fn add(&mut self, citation: &Piece) {
        match citation {
            Piece::Citation(source) => self.sources.push(source.clone()),
            Piece::Invented(name) => self.invented.push(name.clone()),
            Piece::Text(_) => {}
        }
    }
}

/// The fewest content words of a sentence that can be checked.
const LEAST_STEMS: usize = 2;

/// A sentence that may be a statement.
struct StatementDraft {
    statement: Statement,
    /// True if it only holds other sentences together, and carries no citation.
    is_framing: bool,
}

impl StatementDraft {
    /// True if it may get a citation that its writer put behind it or behind a later one.
    fn is_open(&self) -> bool {
        !self.is_framing && !self.statement.is_inserted
    }
}

/// The statements of an answer in order.
///
/// A citation belongs to the statement before it, and to those before that in the same paragraph
/// that have none of their own; one that stands alone belongs to the paragraph before it. Those that the
/// check has `inserted`, by the places of their brackets, belong to the statement before them alone.
pub(super) fn statements(answer: &str, known: &[String], inserted: &[usize]) -> Vec<Statement> {
    let mut drafts: Vec<StatementDraft> = Vec::new();
    // The first statement that waits for its citation.
    let mut waiting = 0;
    let mut before = 0;
    let mut cited = false;
    for (place, piece) in placed(answer, known, false) {
        match piece {
            Piece::Text(text) => {
                for (at, paragraph) in text.split("\n\n").enumerate() {
                    if at > 0 || cited {
                        before = if cited { drafts.len() } else { waiting };
                        waiting = drafts.len();
                    }
                    drafts.extend(in_paragraph(paragraph));
                    cited = false;
                }
            }
            Piece::Citation(source) if inserted.contains(&place.start) => {
                if let Some(StatementDraft { statement, .. }) = drafts.last_mut() {
                    *statement =
                        Statement { is_inserted: true, ..Statement::of(&statement.text, &source) };
                }
            }
            citation => {
                let from = if waiting < drafts.len() { waiting } else { before };
                cite(drafts.get_mut(from..).unwrap_or_default(), &citation);
                cited = true;
            }
        }
    }
    let statements = drafts.into_iter().filter(|draft| !draft.is_framing);
    statements.map(|draft| draft.statement).filter(is_checkable).collect()
}

/// Gives a citation to the sentences that wait for it; the last of them is no frame, whatever its form.
fn cite(drafts: &mut [StatementDraft], citation: &Piece) {
    let Some(last) = drafts.last_mut() else {
        return;
    };
    last.is_framing = false;
    let has = |draft: &StatementDraft| draft.statement.names(citation);
    let mut waiting = drafts.iter().filter(|draft| draft.is_open());
    // If the first and the last have it, all have; of many marks in a row, most repeat one another.
    if waiting.next().is_some_and(has) && drafts.last().is_some_and(has) {
        return;
    }
    for draft in drafts.iter_mut().filter(|draft| draft.is_open()) {
        if !has(draft) {
            draft.statement.add(citation);
        }
    }
}

fn in_paragraph(paragraph: &str) -> impl Iterator<Item = StatementDraft> {
    let sentences = sentences(paragraph);
    // The row above a rule is the head of a table.
    let behind = sentences.iter().skip(1).map(|next| table::is_rule(next));
    let behind: Vec<bool> = behind.chain([false]).collect();
    let sentences = sentences.into_iter().zip(behind);
    let with_words = sentences.filter(|(sentence, _)| sentence.chars().any(char::is_alphanumeric));
    with_words.map(|(sentence, is_head)| StatementDraft {
        is_framing: is_head || is_frame(sentence),
        statement: Statement::without_source(without_markup(sentence)),
    })
}

/// True if a sentence only holds others together: a heading, a question, a lead-in.
fn is_frame(sentence: &str) -> bool {
    sentence.starts_with('#') || sentence.ends_with(['?', ':', '？', '：'])
}

/// A sentence without the marks of Markdown; the cells of a row stand side by side.
pub(super) fn without_markup(sentence: &str) -> String {
    let sentence =
        sentence.trim_start_matches(|c: char| c.is_whitespace() || ".,;:!?-*•>#".contains(c));
    let numbered = sentence
        .split_once(". ")
        .filter(|(number, _)| !number.is_empty() && number.chars().all(|c| c.is_ascii_digit()));
    let sentence = numbered.map_or(sentence, |(_, rest)| rest);
    let sentence = sentence.replace("**", "").replace('`', "");
    table::read(sentence.trim())
}

/// The words of a sentence that cites nothing, if it is a statement that can be checked.
pub(crate) fn checkable(sentence: &str) -> Option<String> {
    let statement = Statement::without_source(without_markup(sentence));
    let is_statement = !is_frame(sentence) && is_checkable(&statement);
    is_statement.then_some(statement.text)
}

/// True if a statement can be checked. A statement that the documents lack something cannot, but an
/// invented source is reported wherever it stands.
fn is_checkable(statement: &Statement) -> bool {
    const ABOUT: [&str; 7] =
        ["document", "sourc", "passag", "context", "inform", "quotat", "answer"];
    let stems = stems(&statement.text);
    let lacks = statement.sources.is_empty()
        && is_negated(&statement.text)
        && stems.iter().any(|stem| ABOUT.contains(&stem.as_str()));
    !statement.invented.is_empty() || stems.len() >= LEAST_STEMS && !lacks
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
    fn a_citation_that_the_check_put_belongs_to_one_statement_alone() {
        let answer = "Leave is long. Pay comes monthly. [b.md] Tea is at four [a.md].";
        let inserted = [answer.find("[b.md]").unwrap()];
        let all = statements(answer, &known(), &inserted).into_iter();
        let all =
            all.map(|one| (one.text, one.sources.concat(), one.is_inserted)).collect::<Vec<_>>();
        let told = |text: &str, source: &str, is_inserted| {
            (text.to_owned(), source.to_owned(), is_inserted)
        };
        assert_eq!(
            all,
            [
                told("Leave is long.", "a.md", false),
                told("Pay comes monthly.", "b.md", true),
                told("Tea is at four", "a.md", false),
            ]
        );
    }

    #[test]
    fn what_only_holds_statements_together_is_none() {
        assert_eq!(read("# Leave policy\n\nHere is what applies:\n\nMore questions now?"), []);
        assert_eq!(read("The documents do not mention France."), []);
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
