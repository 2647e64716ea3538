//! The settings of the search: number of passages, search mode, and further look-ups of a model.

use footnote_client::state::settings::MAX_PASSAGES;
use footnote_client::state::{Chat, Library};
use footnote_client::words;
use footnote_protocol::{RetrievalEffort, RetrievalMode};
use leptos::prelude::*;

/// The allowed number of passages nearest to the number typed.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the number is within its limits by then"
)]
fn whole_passages(typed: f64) -> u32 {
    typed.round().clamp(1.0, f64::from(MAX_PASSAGES)) as u32
}

/// The settings of the search.
#[component]
pub fn RetrievalSettings() -> impl IntoView {
    let chat = expect_context::<Chat>();
    let top = move || {
        let top = chat.settings.with(|settings| settings.top);
        top.map(|top| top.to_string()).unwrap_or_default()
    };
    view! {
        <label>
            <span>{words::passages_to_retrieve()}</span>
            <input
                type="number"
                min="1"
                max=MAX_PASSAGES.to_string()
                placeholder="5"
                prop:value=top
                on:change=move |event| {
                    let top = event_target_value(&event).parse().ok().map(whole_passages);
                    // Set even if it is unchanged, because the field may show another number.
                    chat.adjust(|settings| settings.top = top);
                }
            />
        </label>
        <SearchBy />
        <LookFurther />
    }
}

/// Returns the choices for a chat model's rounds of look-ups, as shown to readers.
fn efforts() -> [(&'static str, Option<RetrievalEffort>); 3] {
    [
        (words::look_freely(), None),
        (words::look_twice(), Some(RetrievalEffort::Low)),
        (words::look_never(), Some(RetrievalEffort::Minimal)),
    ]
}

/// The choice of how much a chat model looks up before it answers.
#[component]
fn LookFurther() -> impl IntoView {
    let chat = expect_context::<Chat>();
    let status = expect_context::<Library>().status;
    let has_model = Memo::new(move |_| status.with(|status| status.model.is_some()));
    let option = move |(name, effort)| {
        let is_chosen = move || chat.settings.with(|settings| settings.effort == effort);
        view! {
            <option value=name selected=is_chosen prop:selected=is_chosen>
                {name}
            </option>
        }
    };
    let choose = move |name: String| {
        let effort = efforts().into_iter().find(|(one, _)| *one == name);
        chat.adjust(|settings| settings.effort = effort.and_then(|(_, effort)| effort));
    };
    view! {
        <Show when=move || has_model.get()>
            <label>
                <span>{words::look_further()}</span>
                <select on:change=move |event| choose(event_target_value(&event))>
                    {efforts().map(option)}
                </select>
            </label>
        </Show>
    }
}

/// The choice of the search mode, if there are several.
#[component]
fn SearchBy() -> impl IntoView {
    let chat = expect_context::<Chat>();
    let status = expect_context::<Library>().status;
    let modes = Memo::new(move |_| status.with(|status| status.modes.clone()));
    // A mode chosen earlier is unavailable if there is no embedding model any more.
    let chosen = move |modes: &[RetrievalMode]| {
        let chosen = chat.settings.with(|settings| settings.retrieval_mode);
        let chosen = chosen.filter(|mode| modes.contains(mode));
        chosen.or_else(|| modes.first().copied())
    };
    let options = move || {
        let modes = modes.get();
        let chosen = chosen(&modes);
        let option = |mode: RetrievalMode| {
            let name = mode_name(mode);
            let is_chosen = chosen == Some(mode);
            view! {
                <option value=name selected=is_chosen prop:selected=is_chosen>
                    {name}
                </option>
            }
        };
        modes.into_iter().map(option).collect::<Vec<_>>()
    };
    let choose = move |name: String| {
        let mode = modes.with(|modes| modes.iter().copied().find(|one| mode_name(*one) == name));
        chat.adjust(|settings| settings.retrieval_mode = mode);
    };
    view! {
        <Show when=move || modes.with(|modes| modes.len() > 1)>
            <label>
                <span>{words::search_by()}</span>
                <select on:change=move |event| choose(event_target_value(&event))>{options}</select>
            </label>
        </Show>
    }
}

/// Returns the name of a search mode, for readers.
fn mode_name(mode: RetrievalMode) -> &'static str {
    match mode {
        RetrievalMode::Text => words::by_keywords(),
        RetrievalMode::Vectors => words::by_meaning(),
        RetrievalMode::Hybrid => words::by_both(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_number_becomes_one_that_can_be_asked_for() {
        for (typed, passages) in [(0.0, 1), (-3.0, 1), (2.5, 3), (999.0, 50), (7.0, 7)] {
            assert_eq!(whole_passages(typed), passages);
        }
    }
}
