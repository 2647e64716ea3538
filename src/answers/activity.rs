//! The steps of an answer, named as the family's front ends show them: a plan, and the step that found each citation.

use std::collections::BTreeMap;

use footnote_protocol::{Activity, Thought, ToolStep};
use serde_json::{Value, json};

use crate::sources::Sources;

/// The name of the only knowledge source in the family's front ends.
const SOURCE: &str = "documents";

/// The family's name for a search of the source, and for any other look-up.
const SEARCH: &str = "searchIndex";

/// The steps of an answer, each with its duration in milliseconds.
pub type TimedSteps = Vec<(ToolStep, u64)>;

/// Returns the step that found each source.
pub fn details(steps: &TimedSteps, sources: &Sources) -> BTreeMap<String, Activity> {
    let of_source = |(name, at): (&String, usize)| {
        let (step, _) = steps.get(at)?;
        Some((name.clone(), activity(at, step)))
    };
    sources.by_step().filter_map(of_source).collect()
}

/// Returns the steps as a plan: the description lists what each step found, and each step has its duration.
pub fn plan(steps: &TimedSteps, sources: &Sources) -> Thought {
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
