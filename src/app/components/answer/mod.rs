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

use std::sync::Arc;

use footnote_protocol::audit::Checked;
use footnote_protocol::{Answer, ToolStep};
use footnote_text::markdown::{parse, parse_numbered};
use leptos::prelude::*;
use markdown::{Blocks, MarkdownContext};
use steps::Steps;

use crate::state::Footnotes;
use crate::words;

/// The label of the button before and after copying.
fn copying(copied: Option<bool>) -> &'static str {
    match copied {
        None => words::copy(),
        Some(true) => words::copied(),
        Some(false) => words::could_not_copy(),
    }
}

/// The look-ups for an answer so far.
fn steps(answer: &Answer) -> Vec<ToolStep> {
    let props = answer.context.thoughts.iter().filter_map(|thought| thought.props.clone());
    let steps = props.filter(|props| props.contains_key("step"));
    steps.filter_map(|props| serde_json::from_value(props.into()).ok()).collect()
}

/// What is being done for an answer without text: a model reads the passages from its first step on.
fn doing(answer: &Answer) -> String {
    let found = answer.context.data_points.as_ref().map(|points| points.text.len());
    let searched = || {
        let passages = steps(answer).into_iter().filter_map(|step| match step {
            ToolStep::Searched { passages, .. } => Some(passages),
            _ => None,
        });
        passages.reduce(usize::saturating_add)
    };
    found.or_else(searched).map_or_else(|| words::searching().to_owned(), words::reading_passages)
}

/// The text of an answer.
///
/// While a model thinks, the draft stands in its place, muted. It is read aloud by the announcements alone.
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
    /// The doubted statements.
    doubts: Memo<Vec<Checked>>,
) -> impl IntoView {
    let blocks = Memo::new(move |_| {
        let parse = |answer: &Answer, marks: &[Option<u32>]| {
            parse_numbered(&answer.text, answer.sources(), writing.get(), marks)
        };
        notes.with(|found| answer.with(|answer| parse(answer, &found.marks)))
    });
    let doubts = Memo::new(move |_| {
        let texts = |doubts: &Vec<Checked>| doubts.iter().map(|one| one.text.clone()).collect();
        Arc::new(doubts.with(texts))
    });
    let marks =
        move || MarkdownContext { turn, doubts: doubts.get(), ..MarkdownContext::default() };
    let is_waiting = move || writing.get() && answer.with(|answer| answer.text.is_empty());
    let doing = move || answer.with(doing);
    let draft = Memo::new(move |_| answer.with(|answer| parse(&answer.draft, &[], false)));
    // Once it is grounded, the steps are among its thoughts.
    let steps = Signal::derive(move || answer.with(steps));
    view! {
        <div class="answer prose" aria-busy=move || writing.get().to_string()>
            <Show when=is_waiting>
                <Steps steps />
                <p class="waiting">{doing}</p>
                <Show when=move || draft.with(|blocks| !blocks.is_empty())>
                    <div class="draft">
                        <p>{words::draft_from_documents()}</p>
                        <Blocks blocks=draft />
                    </div>
                </Show>
            </Show>
            <Blocks blocks marks=Signal::derive(marks) />
        </div>
    }
}
