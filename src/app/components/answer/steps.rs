//! The look-ups for an answer, one line each, until its text begins.

use footnote_client::words;
use footnote_protocol::{Answer, Thought};
use footnote_text::words::shortened;
use leptos::prelude::*;
use serde_json::{Map, Value};

/// Maximum length in characters of a query that is shown in full.
const MAX_QUERY_LEN: usize = 80;

/// The steps so far, newest last.
#[component]
pub fn Steps(
    /// The answer.
    answer: RwSignal<Answer>,
) -> impl IntoView {
    let lines = move || {
        let line = |step: String| view! { <li>{step}</li> };
        let steps = answer.with(|answer| looked_up(answer).collect::<Vec<_>>());
        steps.into_iter().map(line).collect::<Vec<_>>()
    };
    view! { <ol class="steps">{lines}</ol> }
}

/// Returns the look-ups for an answer, a line each.
pub fn looked_up(answer: &Answer) -> impl Iterator<Item = String> {
    answer.context.thoughts.iter().filter_map(|thought| line(thought.props.as_ref()?))
}

/// Returns the number of passages found by the steps of an answer; `None` before the first search.
pub fn passages_found(thoughts: &[Thought]) -> Option<u64> {
    let found = thoughts.iter().filter_map(|thought| {
        let props = thought.props.as_ref()?;
        (text(props, "step") == "searched").then(|| count(props, "passages"))
    });
    found.reduce(u64::saturating_add)
}

/// Returns a step in one line, such as `Searched for “dogs”: 3 passages`; `None` if these are not the properties of a
/// step.
pub fn line(props: &Map<String, Value>) -> Option<String> {
    let document = text(props, "document");
    Some(match text(props, "step") {
        "searched" => {
            let query = shortened(text(props, "query"), MAX_QUERY_LEN);
            words::searched_query(count(props, "passages"), &query)
        }
        "read" => match pages(props) {
            Some(pages) => words::read_pages(document, &pages),
            None => words::read_document(document),
        },
        "listed" => words::listed_documents(count(props, "documents")),
        "computed" => {
            let documents = props.get("documents").and_then(Value::as_array);
            let documents = documents.into_iter().flatten().filter_map(Value::as_str);
            let documents: Vec<String> = documents.map(str::to_owned).collect();
            words::computed_over(count(props, "rows"), &words::listed(&documents))
        }
        "failed" => words::call_failed(text(props, "tool")),
        _ => return None,
    })
}

fn text<'a>(props: &'a Map<String, Value>, key: &str) -> &'a str {
    props.get(key).and_then(Value::as_str).unwrap_or_default()
}

fn count(props: &Map<String, Value>, key: &str) -> u64 {
    props.get(key).and_then(Value::as_u64).unwrap_or_default()
}

/// Returns the pages that were read, such as `2–3`; `None` if the whole document was read.
fn pages(props: &Map<String, Value>) -> Option<String> {
    let pages = props.get("pages")?;
    let (first, last) = (pages.get(0)?.as_u64()?, pages.get(1)?.as_u64()?);
    Some(if first == last { first.to_string() } else { format!("{first}–{last}") })
}

#[cfg(test)]
mod tests {
    use footnote_protocol::ToolStep;

    use super::*;

    fn line_of(step: &ToolStep) -> String {
        line(&step.thought().props.unwrap()).unwrap()
    }

    #[test]
    fn a_step_reads_as_a_line() {
        let searched =
            ToolStep::Searched { query: "Dogs?".to_owned(), documents: Vec::new(), passages: 1 };
        assert_eq!(line_of(&searched), "Searched for “Dogs?”: 1 passage");
        let read = |pages| ToolStep::Read { document: "offer.pdf".to_owned(), pages };
        assert_eq!(line_of(&read(None)), "Read offer.pdf");
        assert_eq!(line_of(&read(Some((2, 3)))), "Read offer.pdf, pages 2–3");
        assert_eq!(line_of(&read(Some((2, 2)))), "Read offer.pdf, pages 2");
        assert_eq!(line_of(&ToolStep::Listed { documents: 2 }), "Listed 2 documents");
        let computed = ToolStep::Computed { documents: vec!["hours.csv".to_owned()], rows: 69 };
        assert_eq!(line_of(&computed), "Calculated from hours.csv: 69 rows");
        let failed = ToolStep::Failed { tool: "read".to_owned(), reason: "None.".to_owned() };
        assert_eq!(line_of(&failed), "“read” returned nothing");
        let thoughts = [searched.thought(), searched.thought(), read(None).thought()];
        assert_eq!((passages_found(&thoughts), passages_found(&[])), (Some(2), None));
        assert_eq!(line(&Map::new()), None);
    }
}
