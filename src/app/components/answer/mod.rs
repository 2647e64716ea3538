//! The text of an answer while it comes and when it is whole.

pub mod announcements;
pub mod checks;
pub mod failure;
pub mod judgement;
pub mod mark;
pub mod markdown;
pub mod notes;
pub mod question;
pub mod steps;
pub mod turn;

use std::collections::HashSet;
use std::sync::Arc;

use checks::in_words;
use footnote_protocol::{Answer, ToolStep};
use footnote_text::markdown::parse_numbered;
use leptos::prelude::*;
use markdown::{Blocks, MarkdownContext};
use steps::Steps;

use crate::state::Footnotes;
use crate::words;

/// The most statements that are marked: an answer has no more checked.
const MOST_DOUBTS: usize = 200;

/// The doubted statements, each once, with their verdicts in words.
fn doubts(answer: &Answer) -> Vec<(String, &'static str)> {
    let audit = answer.context.audit.iter();
    let statements = audit.flat_map(|audit| &audit.statements);
    let mut seen = HashSet::new();
    statements
        .filter(|checked| checked.is_doubted() && seen.insert(checked.text.as_str()))
        .take(MOST_DOUBTS)
        .map(|checked| (checked.text.clone(), in_words(checked.verdict)))
        .collect()
}

/// The look-ups for an answer so far.
fn steps(answer: &Answer) -> Vec<ToolStep> {
    let props = answer.context.thoughts.iter().filter_map(|thought| thought.props.clone());
    let steps = props.filter(|props| props.contains_key("step"));
    steps.filter_map(|props| serde_json::from_value(props.into()).ok()).collect()
}

/// The text of an answer.
///
/// Finished text does not move: only the block that is still growing is drawn again.
#[component]
pub fn AnswerText(
    /// The turn that it belongs to.
    turn: u32,
    /// The answer.
    answer: RwSignal<Answer>,
    /// True if it is being written.
    writing: Memo<bool>,
    /// Its notes.
    notes: Memo<Footnotes>,
) -> impl IntoView {
    let blocks = Memo::new(move |_| {
        let parse = |answer: &Answer, marks: &[Option<u32>]| {
            parse_numbered(&answer.text, answer.sources(), writing.get(), marks)
        };
        notes.with(|found| answer.with(|answer| parse(answer, &found.marks)))
    });
    let doubts = Memo::new(move |_| answer.with(doubts));
    let marks = move || MarkdownContext {
        turn,
        doubts: Arc::new(doubts.get()),
        ..MarkdownContext::default()
    };
    let is_waiting = move || writing.get() && answer.with(|answer| answer.text.is_empty());
    let doing = move || {
        answer.with(|answer| match &answer.context.data_points {
            None => words::searching().to_owned(),
            Some(points) => words::reading_passages(points.text.len()),
        })
    };
    // Once it is grounded, the steps are among its thoughts.
    let steps = Signal::derive(move || answer.with(steps));
    view! {
        <div class="answer prose" aria-busy=move || writing.get().to_string()>
            <Show when=is_waiting>
                <Steps steps />
                <p class="waiting">{doing}</p>
            </Show>
            <Blocks blocks marks=Signal::derive(marks) />
        </div>
    }
}
