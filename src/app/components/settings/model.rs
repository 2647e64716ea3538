//! The settings of the chat model.

use leptos::prelude::*;

use crate::app::state::{Chat, Library};

/// The settings that only a chat model heeds.
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
            <legend>"Chat model"</legend>
            <Show when=quoting>
                <p class="hint">"Answers quote the documents; these take effect once a chat model is set up."</p>
            </Show>
            <label>
                <span>"Temperature"</span>
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
            <label class="tall">
                <span>"Instructions to add"</span>
                <textarea
                    rows="3"
                    prop:value=move || settings.with(|s| s.added.clone())
                    on:input=move |event| {
                        let added = event_target_value(&event);
                        chat.adjust(|settings| settings.added = added);
                    }
                ></textarea>
            </label>
            <label class="tall">
                <span>"Instructions instead of the usual ones"</span>
                <textarea
                    rows="3"
                    prop:value=move || settings.with(|s| s.prompt.clone())
                    on:input=move |event| {
                        let prompt = event_target_value(&event);
                        chat.adjust(|settings| settings.prompt = prompt);
                    }
                ></textarea>
            </label>
        </fieldset>
    }
}
