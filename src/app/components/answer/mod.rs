//! The text of an answer, while it is streamed and when it is complete.

pub mod announcements;
pub mod checks;
pub mod failure;
pub mod formula;
pub mod found;
pub mod judgement;
pub mod mark;
pub mod markdown;
pub mod notes;
pub mod places;
pub mod question;
pub mod steps;
pub mod turn;

use std::sync::Arc;

use footnote_client::state::Footnotes;
use footnote_client::words;
use footnote_protocol::audit::Checked;
use footnote_protocol::{Answer, Thought};
use footnote_text::markdown::parse_numbered;
use found::FoundUnits;
use leptos::prelude::*;
use markdown::{Blocks, MarkdownContext};
use steps::{Steps, looked_up, passages_found};

/// Returns the label of the copy button before and after copying.
fn copying(copied: Option<bool>) -> &'static str {
    match copied {
        None => words::copy(),
        Some(true) => words::copied(),
        Some(false) => words::could_not_copy(),
    }
}

/// Returns the status of an answer without text. A model is said to read the passages from its first step on.
fn doing(answer: &Answer) -> String {
    let found = answer.context.data_points.as_ref().map(|points| points.text.len() as u64);
    let found = found.or_else(|| passages_found(&answer.context.thoughts));
    found.map_or_else(|| words::searching().to_owned(), words::reading_passages)
}

/// Returns the reason why passages are shown instead of a model's answer, if the model has failed.
fn failure(answer: &Answer) -> Option<String> {
    let thoughts = &answer.context.thoughts;
    let failed = thoughts.iter().find(|thought| thought.title == "Chat model")?;
    Some(Thought::line(&failed.description))
}

/// The text of an answer, or the passages that are shown instead.
///
/// Finished text does not move: only the last block, which still grows, is rendered again.
#[component]
pub fn AnswerText(
    /// The turn of the answer.
    turn: u32,
    /// The answer.
    answer: RwSignal<Answer>,
    /// True while it is being written.
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
        let written = |answer: &Answer| answer.context.found.is_none();
        notes.with(|found| {
            answer.with(
                |answer| {
                    if written(answer) { parse(answer, &found.marks) } else { Vec::new() }
                },
            )
        })
    });
    let doubts = Memo::new(move |_| Arc::new(doubts.get()));
    let marks =
        move || MarkdownContext { turn, doubts: doubts.get(), ..MarkdownContext::default() };
    let found = Memo::new(move |_| answer.with(|answer| answer.context.found.clone()));
    let failure = Memo::new(move |_| answer.with(failure));
    let is_waiting = move || {
        let is_empty = found.with(Option::is_none) && answer.with(|answer| answer.text.is_empty());
        writing.get() && is_empty
    };
    let doing = move || answer.with(doing);
    // The first search goes without saying.
    let has_looked_further =
        move || !writing.get() && answer.with(|answer| looked_up(answer).nth(1).is_some());
    view! {
        <div class="answer prose" aria-busy=move || writing.get().to_string()>
            <Show when=is_waiting>
                <Steps answer />
                <p class="waiting">{doing}</p>
            </Show>
            {move || found.get().map(|found| view! { <FoundUnits turn found failure /> })}
            <Blocks blocks marks=Signal::derive(marks) />
            <Show when=has_looked_further>
                <Steps answer />
            </Show>
        </div>
    }
}
