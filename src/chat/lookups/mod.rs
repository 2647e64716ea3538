//! The rounds in which a chat model looks things up with tools before it answers.

mod tools;

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use footnote_answers::activity::TimedSteps;
use footnote_answers::audit::SourceText;
use footnote_answers::sources::{self, Sources};
use footnote_answers::turn::{Turn, elapsed_ms};
use footnote_models::{ChatModel, Prompt, ToolCall, ToolRound};
use footnote_protocol::{RetrievalEffort, ToolStep};
use footnote_store::search::Hit;

use super::write::ModelOutput;

/// Maximum number of rounds of calls.
const MAX_ROUNDS: usize = 6;

/// Number of fruitless calls after which no more tools are offered.
const MAX_FAULTS: usize = 2;

/// Minimum room for a tool call, in tokens.
const MIN_ROOM: u32 = 400;

/// The instruction added to the results of a model's last round.
const LAST: &str = "\n\nNo more tools can be called. Answer now from what you have.";

/// The prompts of a model's answer, and what it has looked up.
pub(super) struct Lookups {
    model: Arc<dyn ChatModel>,
    prompt: Prompt,
    /// The sources shown to the model so far.
    sources: Sources,
    steps: TimedSteps,
    /// The tools' own text besides passages.
    texts: Vec<SourceText>,
    rounds_left: usize,
    /// The deadline after which no more tools are offered.
    until: Instant,
    faults: usize,
    /// The names and arguments of the calls so far.
    known: HashSet<(String, String)>,
    round: ToolRound,
    waiting: VecDeque<ToolCall>,
}

/// The sources that a model was shown.
#[derive(Default)]
pub(super) struct ShownSources {
    /// The passages.
    pub(super) hits: Vec<Hit>,
    /// The tools' own text, under the name of each source that it rests on.
    pub(super) texts: Vec<SourceText>,
}

/// Returns the maximum number of rounds of calls in a turn.
pub(super) fn most_rounds(turn: &Turn) -> usize {
    match turn.request.overrides.effort() {
        None | Some(RetrievalEffort::Medium) => MAX_ROUNDS,
        Some(RetrievalEffort::Low) => 2,
        Some(RetrievalEffort::Minimal) => 0,
    }
}

impl Lookups {
    /// Begins the rounds that follow `prompt`, which shows these sources.
    pub(super) fn new(
        turn: &Turn,
        model: Arc<dyn ChatModel>,
        (prompt, sources): (Prompt, Sources),
        searched: (ToolStep, Duration),
    ) -> (Self, ModelOutput) {
        let (searched, took) = searched;
        let took = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
        let output = ModelOutput::new(model.stream(prompt.clone()), sources.names().to_vec());
        let rounds_left = if prompt.tools.is_empty() { 0 } else { most_rounds(turn) };
        let lookups = Self {
            model,
            prompt,
            sources,
            steps: vec![(searched, took)],
            texts: Vec::new(),
            rounds_left,
            until: Instant::now() + turn.rag.settings.lookup_time,
            faults: 0,
            known: HashSet::new(),
            round: ToolRound::default(),
            waiting: VecDeque::new(),
        };
        (lookups, output)
    }

    /// Begins a round with the model's calls and the text beside them. Returns false if no more may be called.
    pub(super) fn begin_round(&mut self, text: String, calls: Vec<ToolCall>) -> bool {
        self.round.text = text;
        self.waiting = calls.into();
        self.may_go_on()
    }

    /// Returns true if the model may call tools.
    pub(super) fn may_go_on(&self) -> bool {
        self.rounds_left > 0
    }

    /// Runs the calls of the round up to the next step; `None` once all are answered and the model goes on.
    pub(super) async fn next(&mut self, turn: &Turn, output: &mut ModelOutput) -> Option<ToolStep> {
        while let Some(call) = self.waiting.pop_front() {
            if let Some(step) = self.call(turn, call).await {
                return Some(step);
            }
        }
        self.end_round();
        self.stream(output);
        None
    }

    /// Asks again without tools if the model's server rejected their results. Returns false if it did not.
    pub(super) fn recover(&mut self, output: &mut ModelOutput) -> bool {
        let is_rejected = output.error().is_some() && !self.prompt.rounds.is_empty();
        if is_rejected {
            self.fold();
            self.stream(output);
        }
        is_rejected
    }

    fn stream(&self, output: &mut ModelOutput) {
        output.go_on(self.model.stream(self.prompt.clone()), self.sources.names().to_vec());
    }

    /// The sources shown to the model so far.
    pub(super) fn sources(&self) -> &Sources {
        &self.sources
    }

    /// The tools' own text besides passages, so far.
    pub(super) fn texts(&self) -> &[SourceText] {
        &self.texts
    }

    /// Returns the sources that the model was shown.
    pub(super) fn shown(&self) -> ShownSources {
        ShownSources { hits: self.sources.hits(), texts: self.texts.clone() }
    }

    /// The steps so far.
    pub(super) fn steps(&self) -> &TimedSteps {
        &self.steps
    }

    /// The prompt of the current round.
    pub(super) fn prompt(&self) -> &Prompt {
        &self.prompt
    }

    /// Answers one call. A repeated call is not run again and does not count as a step.
    async fn call(&mut self, turn: &Turn, call: ToolCall) -> Option<ToolStep> {
        let key = (call.name.clone(), call.arguments.clone());
        if !self.known.insert(key) {
            let known = "You have called this before: see its result above.".to_owned();
            self.round.calls.push((call, known));
            return None;
        }
        let room = sources::left(&self.prompt, self.model.as_ref());
        let room = room.saturating_sub(self.round.tokens());
        let begun = Instant::now();
        self.sources.next_step();
        let called = tools::call(turn, &call, room, &mut self.sources).await;
        self.steps.push((called.step.clone(), elapsed_ms(begun)));
        self.faults += usize::from(matches!(called.step, ToolStep::Failed { .. }));
        self.texts.extend(called.texts);
        self.round.calls.push((call, called.result));
        Some(called.step)
    }

    /// Ends a round and adds its calls and their results to the prompt.
    fn end_round(&mut self) {
        self.rounds_left -= 1;
        let mut round = std::mem::take(&mut self.round);
        let room = sources::left(&self.prompt, self.model.as_ref());
        let is_last = self.rounds_left == 0
            || self.faults >= MAX_FAULTS
            || Instant::now() >= self.until
            || room < MIN_ROOM;
        if is_last {
            self.rounds_left = 0;
            if let Some((_, result)) = round.calls.last_mut() {
                result.push_str(LAST);
            }
        }
        self.prompt.rounds.push(round);
        if is_last {
            self.prompt.tools = Arc::default();
        }
    }

    /// Moves the results so far into the question and offers no more tools.
    fn fold(&mut self) {
        self.rounds_left = 0;
        self.prompt.tools = Arc::default();
        let rounds = std::mem::take(&mut self.prompt.rounds);
        let results = rounds.into_iter().flat_map(|round| round.calls);
        let results: Vec<String> = results.map(|(_, result)| result).collect();
        if let Some(question) = self.prompt.messages.last_mut() {
            question.content = format!("{}\n\n{}", results.join("\n\n"), question.content);
        }
        // They are in the results now.
        self.prompt.sources = Vec::new();
    }
}

#[cfg(test)]
mod tests;
