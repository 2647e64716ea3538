//! The content of the settings.

use footnote_client::browser;
use footnote_client::state::{Chat, HasInsight, PageSettings};
use footnote_client::words;
use leptos::prelude::*;

use super::DIALOG;
use super::appearance::AppearanceSettings;
use super::choice::WriterChoice;
use super::language::LanguageChoice;
use super::model::ModelSettings;
use super::retrieval::RetrievalSettings;

/// The settings: language and look first, then who writes the answers; what few readers change is folded.
#[component]
pub fn SettingsForm() -> impl IntoView {
    let chat = expect_context::<Chat>();
    let close = move |_| browser::close_dialog(DIALOG);
    view! {
        <div class="head">
            <h2 id="settings-title">{words::settings()}</h2>
            <button class="done" type="button" on:click=close>
                {words::done()}
            </button>
        </div>
        <LanguageChoice />
        <AppearanceSettings />
        <WriterChoice />
        <details class="more">
            <summary>{words::answers_and_search()}</summary>
            <form method="dialog" novalidate>
                <AnswerSettings />
                <RetrievalSettings />
                <ModelSettings />
            </form>
            <button class="quiet" type="button" on:click=move |_| chat.adjust(|s| *s = PageSettings::default())>
                {words::reset()}
            </button>
        </details>
        <div class="end">
            {expect_context::<HasInsight>()
                .0
                .then(|| {
                    view! {
                        <a class="quiet" href="/insights" rel="external">
                            {words::insights()}
                        </a>
                    }
                })}
        </div>
    }
}

/// The settings of answers.
#[component]
fn AnswerSettings() -> impl IntoView {
    let chat = expect_context::<Chat>();
    let settings = chat.settings;
    view! {
        <Switch
            name=words::followup_questions()
            checked=Signal::derive(move || settings.with(|s| s.followups))
            on_change=Callback::new(move |on| chat.adjust(|s| s.followups = on))
        />
        <Switch
            name=words::stream_answers()
            checked=Signal::derive(move || settings.with(|s| s.streaming))
            on_change=Callback::new(move |on| chat.adjust(|s| s.streaming = on))
        />
    }
}

/// A switch for a setting.
#[component]
fn Switch(
    /// The name of the setting.
    name: &'static str,
    /// True if it is on.
    checked: Signal<bool>,
    /// Called with the new state.
    on_change: Callback<bool>,
) -> impl IntoView {
    view! {
        <label>
            <span>{name}</span>
            <input
                type="checkbox"
                prop:checked=move || checked.get()
                on:change=move |event| on_change.run(event_target_checked(&event))
            />
        </label>
    }
}
