//! A planned search in the thoughts: what was asked, and each step with what it took.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::{Plan, Searched, Step};
use crate::protocol::{RetrievalEffort, Thought, TokenUsage};
use crate::rag::chat::aside::Asked;
use crate::rag::chat::thoughts;

/// What the front ends of the family call the only source that there is.
const SOURCE: &str = "documents";

impl Plan {
    /// The prompts of the plan, and its steps.
    pub(in crate::rag::chat) fn thoughts(&self) -> Vec<Thought> {
        let asked = self
            .asked()
            .map(|asked| thoughts::asked("Prompt to plan the search", asked));
        asked.chain([self.steps_thought()]).collect()
    }

    fn asked(&self) -> impl Iterator<Item = &Asked> {
        self.steps.iter().filter_map(|step| match step {
            Step::Asked(asked) => Some(asked),
            Step::Searched(_) => None,
        })
    }

    fn steps_thought(&self) -> Thought {
        let parts = self.searches().count().saturating_sub(1);
        let told = match (&self.note, parts) {
            (Some(note), _) => note.clone(),
            (None, 0) => "The question was searched for as it is.".to_owned(),
            (None, 1) => "The question was searched for, and one sub-question.".to_owned(),
            (None, parts) => format!("The question was searched for, and {parts} sub-questions."),
        };
        let mut steps: Vec<Value> = (0..).zip(&self.steps).map(|(id, s)| step(id, s)).collect();
        if let Some(reasoning) = self.reasoning() {
            steps.push(reasoning);
        }
        let mut thought = Thought::new("Query plan", told)
            .with("retrieval_reasoning_effort", name(self.effort))
            .with("query_plan", steps)
            .with("elapsed_ms", self.elapsed_ms);
        if let Some(asked) = self.asked().next() {
            thought = thought.with("model", asked.model.as_str());
            let failed = asked.fallback.as_ref();
            thought = thought.with("fell_back", failed.is_some());
        }
        thought
    }

    /// How much the model thought about the plan, where it was asked.
    fn reasoning(&self) -> Option<Value> {
        self.asked().next()?;
        let usages = self.asked().filter_map(|asked| asked.usage);
        let tokens: u32 = usages.filter_map(|usage| usage.reasoning_tokens).sum();
        Some(json!({
            "id": self.steps.len(),
            "type": "agenticReasoning",
            "reasoning_tokens": tokens,
            "retrieval_reasoning_effort": {"kind": name(self.effort)},
        }))
    }

    /// The step that each passage came in by, by the passage's id: the one that ranked it best.
    pub(in crate::rag::chat) fn activity(&self) -> HashMap<String, usize> {
        let mut best: HashMap<String, (usize, usize)> = HashMap::new();
        for (id, one) in self.steps.iter().enumerate() {
            let Step::Searched(Searched { found, .. }) = one else {
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

fn name(effort: RetrievalEffort) -> &'static str {
    match effort {
        RetrievalEffort::Minimal => "minimal",
        RetrievalEffort::Low => "low",
        RetrievalEffort::Medium => "medium",
    }
}

/// A step with the keys that front ends of the family show.
fn step(id: usize, step: &Step) -> Value {
    match step {
        Step::Asked(asked) => {
            let tokens = |of: fn(&TokenUsage) -> u32| asked.usage.as_ref().map(of);
            json!({
                "id": id,
                "type": "modelQueryPlanning",
                "input_tokens": tokens(|usage| usage.prompt_tokens),
                "output_tokens": tokens(|usage| usage.completion_tokens),
                "elapsed_ms": asked.elapsed_ms,
            })
        }
        Step::Searched(search) => json!({
            "id": id,
            "type": "searchIndex",
            "knowledge_source_name": SOURCE,
            "search_index_arguments": {"search": search.text},
            "count": search.found.hits.len(),
            "holds": search.holds,
            "elapsed_ms": search.elapsed_ms,
        }),
    }
}
