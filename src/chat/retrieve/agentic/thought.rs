//! A planned search in the thoughts: its prompts, and each step with its time and tokens.

use std::collections::{BTreeMap, HashMap};

use footnote_protocol::{Activity, Thought, TokenUsage};
use footnote_retrieval::Hit;
use serde_json::{Map, Value, json};

use super::{PlanStep, SearchPlan, SubSearch};
use crate::side_prompt::SidePrompt;

/// The name of the only source in the front ends of the family.
const SOURCE: &str = "documents";

/// Their name for a search of it.
const SEARCH: &str = "searchIndex";

impl SearchPlan {
    /// The prompts of the plan, and its steps.
    pub(crate) fn thoughts(&self) -> Vec<Thought> {
        let prompts = self.prompts().map(|prompt| prompt.thought("Prompt to plan the search"));
        prompts.chain([self.steps_thought()]).collect()
    }

    fn prompts(&self) -> impl Iterator<Item = &SidePrompt> {
        self.steps.iter().filter_map(|step| match step {
            PlanStep::SidePrompt(prompt) => Some(prompt),
            PlanStep::SubSearch(_) => None,
        })
    }

    fn steps_thought(&self) -> Thought {
        let parts = self.searches().count().saturating_sub(1);
        let note = match (&self.note, parts) {
            (Some(note), _) => note.clone(),
            (None, 0) => "The question was searched for as it is.".to_owned(),
            (None, 1) => "The question was searched for, and one sub-question.".to_owned(),
            (None, parts) => format!("The question was searched for, and {parts} sub-questions."),
        };
        let steps = (0..).zip(&self.steps).map(|(id, s)| step(id, s));
        let steps: Vec<Value> = steps.chain(self.reasoning()).map(in_both_cases).collect();
        let calls = steps.iter().filter(|step| step["type"] != SEARCH).cloned();
        let described: Vec<Value> = self.finds().into_iter().chain(calls).collect();
        let mut thought = Thought::new("Query plan", described)
            .with("note", note)
            .with("retrieval_reasoning_effort", json!(self.effort))
            .with("query_plan", steps)
            .with("elapsed_ms", self.elapsed_ms);
        if let Some(prompt) = self.prompts().next() {
            thought = thought.with("model", prompt.model.as_str());
            let failed = prompt.fallback.as_ref();
            thought = thought.with("fell_back", failed.is_some());
        }
        thought
    }

    /// The hits of each search.
    fn finds(&self) -> Vec<Value> {
        let steps = (0..).zip(&self.steps);
        let finds = steps.flat_map(|(id, step)| match step {
            PlanStep::SubSearch(search) => hits_of(id, search),
            PlanStep::SidePrompt(_) => Vec::new(),
        });
        finds.collect()
    }

    /// The search that found each of `hits`, by the source that is cited.
    pub(crate) fn details(&self, hits: &[Hit]) -> BTreeMap<String, Activity> {
        let steps = self.activity();
        let details = hits.iter().filter_map(|hit| {
            let id = *steps.get(&hit.passage.id)?;
            match self.steps.get(id)? {
                PlanStep::SubSearch(search) => Some((hit.passage.source(), activity(id, search))),
                PlanStep::SidePrompt(_) => None,
            }
        });
        // Of several passages of a source the best comes first.
        let mut known = BTreeMap::new();
        for (source, activity) in details {
            known.entry(source).or_insert(activity);
        }
        known
    }

    /// The reasoning tokens of the model for the plan; `None` if it was not asked.
    fn reasoning(&self) -> Option<Value> {
        self.prompts().next()?;
        let usages = self.prompts().filter_map(|prompt| prompt.usage);
        let tokens: u32 = usages.filter_map(|usage| usage.reasoning_tokens).sum();
        Some(json!({
            "id": self.steps.len(),
            "type": "agenticReasoning",
            "reasoning_tokens": tokens,
            "retrieval_reasoning_effort": {"kind": self.effort},
        }))
    }

    /// The step that found each passage, by the passage's id: the one that ranked it best.
    pub(crate) fn activity(&self) -> HashMap<String, usize> {
        let mut best: HashMap<String, (usize, usize)> = HashMap::new();
        for (id, one) in self.steps.iter().enumerate() {
            let PlanStep::SubSearch(SubSearch { found, .. }) = one else {
                continue;
            };
            for (rank, hit) in found.hits.iter().enumerate() {
                let entry = best.entry(hit.passage.id.clone()).or_insert((rank, id));
                *entry = (*entry).min((rank, id));
            }
        }
        let step = |(passage, (_, id))| (passage, id);
        best.into_iter().map(step).collect()
    }
}

/// The name of a search beside its hits.
fn activity(id: usize, search: &SubSearch) -> Activity {
    Activity {
        id,
        number: id + 1,
        kind: SEARCH.to_owned(),
        source: SOURCE.to_owned(),
        query: search.text.clone(),
    }
}

/// The hits of a step, as front ends list them: they assign each to the step by its type and query.
fn hits_of(id: usize, search: &SubSearch) -> Vec<Value> {
    let activity = activity(id, search);
    let find = |hit: &Hit| {
        json!({
            "type": SEARCH,
            "activity": activity,
            "count": search.found.hits.len(),
            "elapsedMs": search.elapsed_ms,
            "id": hit.passage.id,
            // One word, as in all results of the family.
            "sourcepage": hit.passage.source(),
            "sourcefile": hit.passage.path,
        })
    };
    search.found.hits.iter().map(find).collect()
}

/// A step with its keys in both spellings: front ends read `elapsed_ms` until the spring of 2026, and
/// `elapsedMs` since.
fn in_both_cases(step: Value) -> Value {
    let Value::Object(fields) = step else {
        return step;
    };
    let mut both = Map::new();
    for (key, value) in fields {
        both.insert(camel_case(&key), value.clone());
        both.insert(key, value);
    }
    both.into()
}

/// `elapsed_ms` becomes `elapsedMs`.
fn camel_case(key: &str) -> String {
    let mut words = key.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| {
        let (initial, rest) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
        name + &initial.to_uppercase() + rest
    })
}

/// A step with the keys that front ends of the family show.
fn step(id: usize, step: &PlanStep) -> Value {
    match step {
        PlanStep::SidePrompt(prompt) => {
            let tokens = |of: fn(&TokenUsage) -> u32| prompt.usage.as_ref().map(of);
            json!({
                "id": id,
                "type": "modelQueryPlanning",
                "input_tokens": tokens(|usage| usage.prompt_tokens),
                "output_tokens": tokens(|usage| usage.completion_tokens),
                "elapsed_ms": prompt.elapsed_ms,
            })
        }
        PlanStep::SubSearch(search) => json!({
            "id": id,
            "type": SEARCH,
            "knowledge_source_name": SOURCE,
            "search_index_arguments": {"search": search.text},
            "count": search.found.hits.len(),
            "holds": search.seems_answered,
            "elapsed_ms": search.elapsed_ms,
        }),
    }
}
