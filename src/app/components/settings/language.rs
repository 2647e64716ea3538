//! The choice of the page's language.

use footnote_client::browser;
use footnote_client::words::{self, LOCALES};
use leptos::html::Select;
use leptos::prelude::*;

/// The form for choosing the language; it reloads the page in that language, and needs no scripts.
///
/// # Accessibility
///
/// A choice by pointer is taken at once. Keys change the choice with every step, so that they need the button.
#[component]
pub fn LanguageChoice() -> impl IntoView {
    let current = words::locale();
    let options = LOCALES.iter().map(|locale| {
        view! {
            <option value=locale.code lang=locale.code selected=*locale == current>
                {locale.name}
            </option>
        }
    });
    let is_typed = RwSignal::new(false);
    let waits = RwSignal::new(false);
    let field = NodeRef::<Select>::new();
    // What was chosen before the page woke waits for the button.
    Effect::new(move |_| {
        let chosen = field.get().map(|field| field.value());
        waits.set(chosen.is_some_and(|chosen| chosen != current.code));
    });
    let choose = move |event| {
        waits.set(is_typed.get_untracked());
        if !is_typed.get_untracked() {
            browser::submit(&event);
        }
    };
    view! {
        <form class="language" class:waits=waits method="post" action="/language">
            <label>
                <span>{words::language()}</span>
                <select
                    node_ref=field
                    name="language"
                    autocomplete="off"
                    on:keydown=move |_| is_typed.set(true)
                    on:pointerdown=move |_| is_typed.set(false)
                    on:change=choose
                >
                    {options.collect::<Vec<_>>()}
                    <option value="">{words::language_of_browser()}</option>
                </select>
            </label>
            <button class="quiet" type="submit">
                {words::change_language()}
            </button>
        </form>
    }
}
