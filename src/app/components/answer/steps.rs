//! The look-ups for an answer, one line each, until its text begins.

use footnote_protocol::ToolStep;
use footnote_text::words::shortened;
use leptos::prelude::*;

use crate::words;

/// The longest query that is shown whole, in characters.
const LONGEST_QUERY: usize = 80;

/// The steps so far, the newest last.
#[component]
pub fn Steps(
    /// The steps.
    steps: Signal<Vec<ToolStep>>,
) -> impl IntoView {
    let lines = move || {
        let line = |step: &ToolStep| view! { <li>{looked_up(step)}</li> };
        steps.with(|steps| steps.iter().map(line).collect::<Vec<_>>())
    };
    view! { <ol class="steps">{lines}</ol> }
}

/// A step in one line: `Searched for “dogs”: 3 passages`.
pub fn looked_up(step: &ToolStep) -> String {
    match step {
        ToolStep::Searched { query, passages, .. } => {
            words::searched_query(*passages, &shortened(query, LONGEST_QUERY))
        }
        ToolStep::Read { document, pages: None } => words::read_document(document),
        ToolStep::Read { document, pages: Some((first, last)) } if first == last => {
            words::read_pages(document, &first.to_string())
        }
        ToolStep::Read { document, pages: Some((first, last)) } => {
            words::read_pages(document, &format!("{first}–{last}"))
        }
        ToolStep::Listed { documents } => words::listed_documents(*documents),
        ToolStep::Computed { documents, rows } => {
            words::computed_over(*rows, &words::listed(documents))
        }
        ToolStep::Failed { tool, .. } => words::call_failed(tool),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_reads_as_a_line() {
        let searched =
            ToolStep::Searched { query: "Dogs?".to_owned(), documents: Vec::new(), passages: 1 };
        assert_eq!(looked_up(&searched), "Searched for “Dogs?”: 1 passage");
        let read = |pages| ToolStep::Read { document: "offer.pdf".to_owned(), pages };
        assert_eq!(looked_up(&read(None)), "Read offer.pdf");
        assert_eq!(looked_up(&read(Some((2, 3)))), "Read offer.pdf, pages 2–3");
        let computed = ToolStep::Computed { documents: vec!["hours.csv".to_owned()], rows: 69 };
        assert_eq!(looked_up(&computed), "Calculated from hours.csv: 69 rows");
    }
}
