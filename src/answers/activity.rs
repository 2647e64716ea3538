//! The steps under the names by which front ends of the family show them: a plan, and the step of each citation.

use std::collections::BTreeMap;

use footnote_protocol::{Activity, Thought, ToolStep};
use serde_json::{Value, json};

use crate::sources::Sources;

/// The name of the only source in the front ends of the family.
const SOURCE: &str = "documents";

/// Their name for a search of it, and for what else is looked up.
const SEARCH: &str = "searchIndex";

/// The steps of an answer, each with its milliseconds.
pub type TimedSteps = Vec<(ToolStep, u64)>;

/// The step that each source came in by.
pub(crate) fn details(steps: &TimedSteps, sources: &Sources) -> BTreeMap<String, Activity> {
    let of_source = |(name, at): (&String, usize)| {
        let (step, _) = steps.get(at)?;
        Some((name.clone(), activity(at, step)))
    };
    sources.by_step().filter_map(of_source).collect()
}

/// The steps as a plan: what each has found as its description, and each step with its time.
pub(crate) fn plan(steps: &TimedSteps, sources: &Sources) -> Thought {
    let found = |at: usize| sources.by_step().filter(move |(_, step)| *step == at);
    let finds = steps.iter().enumerate().flat_map(|(at, (step, took))| {
        let count = found(at).count();
        found(at).map(move |(name, _)| {
            let (path, _) = footnote_text::source::split(name);
            json!({
                "type": SEARCH, "activity": activity(at, step), "count": count, "elapsedMs": took,
                "id": name, "sourcepage": name, "sourcefile": path,
            })
        })
    });
    let plan = steps.iter().enumerate().map(|(at, (step, took))| {
        let search = json!({"search": step.subject()});
        let count = found(at).count();
        json!({
            "id": at, "type": SEARCH, "knowledge_source_name": SOURCE, "knowledgeSourceName": SOURCE,
            "search_index_arguments": search, "searchIndexArguments": search, "count": count,
            "elapsed_ms": took, "elapsedMs": took,
        })
    });
    let plan: Vec<Value> = plan.collect();
    Thought::new("Query plan", finds.collect::<Vec<Value>>()).with("query_plan", plan)
}

fn activity(at: usize, step: &ToolStep) -> Activity {
    Activity {
        id: at,
        number: at + 1,
        kind: SEARCH.to_owned(),
        source: SOURCE.to_owned(),
        query: step.subject(),
    }
}
