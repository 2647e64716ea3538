//! A question with its answer, its notes and the next actions.

use footnote_client::browser;
use footnote_client::state::{
    Chat, EvidenceView, Footnotes, Library, Progress, Tab, Turn, doubts, with_sources,
};
use footnote_client::words;
use footnote_protocol::Answer;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::checks::Checks;
use super::failure::Failure;
use super::judgement::{JudgementState, JudgementSummary, Thumbs};
use super::notes::Notes;
use super::question::Question;
use super::{AnswerText, copying};
use crate::components::composer::followups::FollowUps;
use crate::components::scope::asked::AskedOf;
use crate::components::speech::ReadAloud;

/// A question with its answer.
///
/// # Accessibility
///
/// Reading order is question, answer, notes, actions, follow-up questions.
#[component]
pub fn TurnView(
    /// The turn to show.
    turn: Turn,
) -> impl IntoView {
    let chat = expect_context::<Chat>();
    let answer = RwSignal::from(turn.answer.clone());
    let progress = RwSignal::from(turn.progress.clone());
    let writing = Memo::new(move |_| progress.get() == Progress::Writing);
    let notes = Memo::from(turn.notes());
    let doubts = Memo::new(move |_| answer.with(doubts));
    let (id, element) = (turn.id, turn.element_id());
    let judgement = JudgementState {
        turn: id,
        judgement: RwSignal::from(turn.judgement.clone()),
        remarking: RwSignal::new(false),
        words_kept: RwSignal::new(false),
    };
    let has_text = move || answer.with(|answer| !answer.text.is_empty());
    let files = turn.attached.files.into_iter().map(|file| file.name).collect();
    view! {
        <article class="turn" id=element tabindex="-1" aria-busy=move || writing.get().to_string()>
            <Question turn=id text=turn.question files />
            <AskedOf scope=turn.scope />
            <AnswerText turn=id answer writing notes doubts />
            <Show when=move || progress.get() == Progress::Stopped>
                <p class="stopped">
                    {words::you_stopped()}
                    <button
                        class="quiet"
                        type="button"
                        hidden=move || has_text() || !chat.is_newest(id)
                        on:click=move |_| chat.again()
                    >
                        {words::ask_again()}
                    </button>
                </p>
            </Show>
            <Failure answer turn=id />
            <Notes turn=id notes doubts />
            <Checks turn=id answer doubts />
            <Show when=move || !writing.get() && has_text()>
                <Actions turn=id answer notes judgement />
                <JudgementSummary judgement />
                <FollowUps answer />
            </Show>
        </article>
    }
}

/// The actions on a completed answer, and its summary in one line.
#[component]
fn Actions(
    /// The turn.
    turn: u32,
    /// Its answer.
    answer: RwSignal<Answer>,
    /// Its notes.
    notes: Memo<Footnotes>,
    /// Its judgement.
    judgement: JudgementState,
) -> impl IntoView {
    let chat = expect_context::<Chat>();
    let evidence = expect_context::<EvidenceView>();
    let copied = RwSignal::new(None::<bool>);
    let status = expect_context::<Library>().status;
    // A failed answer has its own button to try again, and without a model the answer would be the same.
    let is_renewable = move || {
        let could_differ =
            |answer: &Answer| answer.error.is_none() && status.with(|s| s.model.is_some());
        chat.is_newest(turn) && answer.with(could_differ)
    };
    let copy = move |_| {
        let text = answer.with_untracked(with_sources);
        spawn_local(async move {
            copied.try_set(Some(browser::copy(text).await));
        });
    };
    let summary = move || answer.with(|answer| summary(answer, notes.with(Footnotes::sources)));
    let has_found = Memo::new(move |_| answer.with(|answer| passages(answer) > 0));
    view! {
        <div class="actions">
            <p class="summary">{summary}</p>
            <div class="buttons">
                <button class="quiet scripted" type="button" hidden=move || !has_found.get() on:click=copy>
                    {move || copying(copied.get())}
                </button>
                <ReadAloud />
                <Show when=is_renewable>
                    <button class="quiet scripted" type="button" on:click=move |_| chat.again()>
                        {words::regenerate()}
                    </button>
                </Show>
                <button
                    class="quiet scripted"
                    type="button"
                    hidden=move || !has_found.get()
                    on:click=move |_| evidence.show_tab(turn, Tab::Passages)
                >
                    {words::sources()}
                </button>
                <Thumbs judgement />
            </div>
        </div>
    }
}

/// Returns the number of passages found for an answer.
fn passages(answer: &Answer) -> usize {
    answer.context.data_points.as_ref().map_or(0, |points| points.text.len())
}

/// Returns the summary of an answer: its model, and its number of sources.
fn summary(answer: &Answer, sources: usize) -> String {
    let cited = match passages(answer) {
        0 => words::no_passages_found().to_owned(),
        _ => words::sources_counted(sources),
    };
    let model = Some(&answer.model).filter(|model| !model.is_empty() && !answer.is_quoted());
    model.cloned().into_iter().chain([cited]).collect::<Vec<_>>().join(" · ")
}

#[cfg(test)]
mod tests {
    use footnote_protocol::{DataPoints, NO_MODEL};

    use super::*;

    #[test]
    fn a_summary_counts_sources_and_names_a_model() {
        let text = vec!["a: x".into(), "b: y".into()];
        let points = DataPoints { text, ..DataPoints::default() };
        let mut answer = Answer { model: NO_MODEL.into(), ..Answer::default() };
        answer.context.data_points = Some(points);
        assert_eq!(summary(&answer, 1), "1 source");
        assert_eq!(summary(&answer, 0), "no sources");
        answer.model = "scripted".into();
        assert_eq!(summary(&answer, 2), "scripted · 2 sources");
    }
}
