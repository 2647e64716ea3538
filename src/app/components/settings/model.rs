//! The settings of the chat model.

use footnote_client::state::{Chat, Library};
use footnote_client::words;
use leptos::prelude::*;

/// The settings that only affect chat models.
#[component]
pub fn ModelSettings() -> impl IntoView {
    let chat = expect_context::<Chat>();
    let settings = chat.settings;
    let status = expect_context::<Library>().status;
    let quoting = move || status.with(|status| status.model.is_none());
    let temperature =
        move || settings.with(|s| s.temperature.map(|t| t.to_string()).unwrap_or_default());
    view! {
        <fieldset disabled=quoting>
            <legend>{words::model_settings()}</legend>
            <Show when=quoting>
                <p class="hint">{words::no_chat_model_yet()}</p>
            </Show>
            <label>
                <span>{words::temperature()}</span>
                <input
                    type="number"
                    min="0"
                    max="1"
                    step="0.1"
                    placeholder="0.3"
                    prop:value=temperature
                    on:change=move |event| {
                        let temperature = event_target_value(&event).parse().ok();
                        let temperature = temperature.map(|t: f32| t.clamp(0.0, 1.0));
                        chat.adjust(|settings| settings.temperature = temperature);
                    }
                />
            </label>
            <Instructions
                name=words::instructions_added()
                text=Signal::derive(move || settings.with(|s| s.added.clone()))
                on_input=Callback::new(move |added| chat.adjust(|s| s.added = added))
            />
        </fieldset>
    }
}

/// A field for instructions to the model.
#[component]
fn Instructions(
    /// The name of the field.
    name: &'static str,
    /// Its text.
    text: Signal<String>,
    /// Called with each new text.
    on_input: Callback<String>,
) -> impl IntoView {
    view! {
        <label class="tall">
            <span>{name}</span>
            <textarea
                rows="3"
                prop:value=move || text.get()
                on:input=move |event| on_input.run(event_target_value(&event))
            ></textarea>
        </label>
    }
}
