//! Grading what is shown for a question by its requirements.

use footnote_text::source;

use super::measures::number;
use super::normalised::NormalisedText;
use super::requirements::{AnyOf, Requirements};

/// The text shown for a question.
pub(super) struct Shown<'a> {
    /// Its text, without citations.
    pub(super) text: &'a str,
    /// The sources that it cites.
    pub(super) cited: &'a [String],
}

/// A grade.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Grade {
    /// Share of the requirements that are met.
    pub(super) share: f64,
    /// Requirements that are not met; none if the answer is right.
    pub(super) faults: Vec<String>,
}

/// Grades what is shown.
pub(super) fn grade(must: &Requirements, shown: &Shown<'_>) -> Grade {
    let text = NormalisedText::new(shown.text);
    let is_said = |one: &&AnyOf| one.0.iter().any(|wording| text.has(wording));
    let is_cited = |one: &&AnyOf| one.0.iter().any(|source| cites(shown, &text, source));
    let unsaid = must.say.iter().filter(|one| !is_said(one));
    let mut faults: Vec<String> = unsaid.map(|one| format!("does not say {one}")).collect();
    let uncited = must.cite.iter().filter(|one| !is_cited(one));
    faults.extend(uncited.map(|one| format!("does not cite {one}")));
    let said = must.not_say.iter().filter(|wording| text.has(wording));
    faults.extend(said.map(|wording| format!("says {wording:?}")));
    let all = must.say.len() + must.cite.len() + must.not_say.len();
    let share = number(all - faults.len()) / number(all.max(1));
    Grade { share, faults }
}

/// Returns true if a source, or any page of a document, is cited, or its full name is in the text.
fn cites(shown: &Shown<'_>, text: &NormalisedText, wanted: &str) -> bool {
    let is_cited = |cited: &String| cited == wanted || source::split(cited).0 == wanted;
    shown.cited.iter().any(is_cited) || text.has(wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graded(json: &str, text: &str) -> Grade {
        let cited = ["trade/orders.csv".to_owned(), "plan.pdf#page=2".to_owned()];
        grade(&serde_json::from_str(json).unwrap(), &Shown { text, cited: &cited })
    }

    fn share(json: &str, text: &str) -> f64 {
        graded(json, text).share
    }

    #[test]
    fn an_answer_is_right_that_holds_all_in_any_of_its_wordings() {
        let both = r#"{"say": [["13 July", "2026-07-13"], "1,240"]}"#;
        assert!(graded(both, "On 2026-07-13, 1240 pieces.").faults.is_empty());
        assert!((share(both, "On 13 July.") - 0.5).abs() < 1e-9);
        assert_eq!(graded(both, "On 13 July.").faults, ["does not say 1,240"]);
        assert!(share(both, "On 6 July, 12,400 pieces.").abs() < 1e-9);
    }

    #[test]
    fn what_must_not_be_said_is_a_fault() {
        let newer = r#"{"say": ["13 July"], "not_say": ["6 July"]}"#;
        assert!(graded(newer, "On 13 July.").faults.is_empty());
        assert_eq!(graded(newer, "On 6 July. Moved to 13 July.").faults, [r#"says "6 July""#]);
    }

    #[test]
    fn a_document_is_cited_by_any_of_its_pages_and_a_page_by_itself() {
        let cites = |sources: &str, text: &str| {
            graded(&format!(r#"{{"cite": [{sources}]}}"#), text).faults.is_empty()
        };
        assert!(cites(r#""plan.pdf", "trade/orders.csv""#, ""));
        assert!(cites(r#""plan.pdf#page=2""#, "") && !cites(r#""plan.pdf#page=3""#, ""));
        assert!(cites(r#"["a.md", "plan.pdf"]"#, "") && !cites(r#""b.md""#, ""));
        assert!(cites(r#""notes/b.md""#, "There is `notes/b.md` alone."));
    }
}
