//! "Why not?": the reader names a source that the answer does not use, and learns at which step it was lost.

use footnote_protocol::ProtocolError;
use footnote_protocol::explanation::{Explanation, Outcome, Stage, Step};
use footnote_text::source;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::api::explain::explain_source;
use crate::browser;
use crate::state::{Chat, EvidenceView, Library, fault};
use crate::words;

/// Asks for a source, and shows its path towards the answer step by step.
///
/// # Server rendering
///
/// Hidden until scripts run.
#[component]
pub fn WhyNot() -> impl IntoView {
    let chat = expect_context::<Chat>();
    let evidence = expect_context::<EvidenceView>();
    let (path, page) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let explained = RwSignal::new(None::<Result<Explanation, ProtocolError>>);
    // The explanation for one answer does not apply to another.
    let shown = Memo::new(move |_| evidence.shown().map(|turn| turn.id));
    let expected = Memo::new(move |_| {
        let page = page.with(|page| page.trim().parse().ok());
        path.with(|path| source::join(path.trim(), page))
    });
    // Nor does it apply to another source, or to an impossible page.
    Effect::new(move |_| {
        evidence.shown();
        path.track();
        page.track();
        explained.set(None);
    });
    let ask = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let is_named = path.with_untracked(|path| !path.trim().is_empty());
        let Some(turn) = untrack(move || evidence.shown()).filter(|_| is_named) else {
            return;
        };
        let source = expected.get_untracked();
        let request = chat.request(&turn);
        spawn_local(async move {
            let explanation = explain_source(request, source.clone()).await;
            let explanation = explanation.map_err(ProtocolError::from);
            // The reader may have moved on to another answer or source meanwhile.
            let is_same_answer = shown.try_get_untracked().flatten() == Some(turn.id);
            if !is_same_answer || expected.try_get_untracked() != Some(source) {
                return;
            }
            explained.try_set(Some(explanation));
            // It is below the visible part of the panel.
            browser::after_render(|| browser::scroll_to("why-not-told"));
        });
    };
    view! {
        <details class="why-not scripted">
            <summary>{words::missing_a_source()}</summary>
            <form on:submit=ask>
                <Fields path page />
                <button type="submit">{words::where_did_it_fall_out()}</button>
            </form>
            <div class="told" id="why-not-told" aria-live="polite">
                {move || explained.get().map(|explained| match explained {
                    Ok(explanation) => view! { <SourceTrace explanation /> }.into_any(),
                    Err(error) => view! { <p class="hint">{fault::in_words(&error)}</p> }.into_any(),
                })}
            </div>
        </details>
    }
}

/// The fields that name a source.
#[component]
fn Fields(
    /// The document.
    path: RwSignal<String>,
    /// Its page; empty for any.
    page: RwSignal<String>,
) -> impl IntoView {
    let library = expect_context::<Library>();
    let names = move || {
        library.status.with(|status| {
            let read = status.documents.iter().map(|document| &document.path);
            let failed = status.failed.iter().map(|file| &file.path);
            read.chain(failed)
                .map(|name| view! { <option value=name.clone()></option> })
                .collect_view()
        })
    };
    view! {
        <label>
            {words::document()}
            <input
                type="text"
                list="why-not-names"
                autocomplete="off"
                required
                prop:value=path
                on:input=move |event| path.set(event_target_value(&event))
            />
        </label>
        <datalist id="why-not-names">{names}</datalist>
        <label>
            {words::page()}
            <input
                type="number"
                min="1"
                placeholder=words::any_page()
                prop:value=page
                on:input=move |event| page.set(event_target_value(&event))
            />
        </label>
    }
}

/// The path of a source, step by step.
#[component]
fn SourceTrace(
    /// The explanation.
    explanation: Explanation,
) -> impl IntoView {
    let searched = words::searched_for(&explanation.query);
    let steps = explanation.steps.into_iter();
    view! {
        <ol aria-label=words::way_of(&explanation.source)>
            {steps.map(|step| view! { <TraceStep step /> }).collect_view()}
        </ol>
        <p class="hint">{searched}</p>
    }
}

/// Returns the name of a stage.
fn name(stage: Stage) -> &'static str {
    match stage {
        Stage::Index => words::stage_index(),
        Stage::Filters => words::stage_filters(),
        Stage::Words => words::stage_words(),
        Stage::Meaning => words::stage_meaning(),
        Stage::Choice => words::stage_choice(),
        Stage::Quotation => words::stage_quotation(),
        Stage::Model => words::chat_model(),
    }
}

/// A step on the path of the source.
#[component]
fn TraceStep(
    /// The step.
    step: Step,
) -> impl IntoView {
    let (outcome, sign, said) = match step.outcome {
        Outcome::Passed => ("passed", "✓", words::went_on()),
        Outcome::Behind => ("behind", "…", words::far_behind()),
        Outcome::Lost => ("lost", "✗", words::fell_out()),
    };
    view! {
        <li data-outcome=outcome>
            <span class="sign" aria-hidden="true">{sign}</span>
            <div>
                <b>{name(step.stage)}</b>
                <span class="said">{said} " "</span>
                <p>{step.detail}</p>
            </div>
        </li>
    }
}
