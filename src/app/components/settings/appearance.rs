//! The settings of the page's look.

use leptos::prelude::*;

use crate::state::appearance::{Appearance, StyleChoice, TEXT_SIZE, THEME};

/// The choices of theme and text size, which show at once on every page.
#[component]
pub fn AppearanceSettings() -> impl IntoView {
    let appearance = Appearance::stored();
    view! {
        <StyleSelect appearance choice=THEME />
        <StyleSelect appearance choice=TEXT_SIZE />
    }
}

/// A choice.
#[component]
fn StyleSelect(
    /// All that is chosen.
    appearance: Appearance,
    /// The choice.
    choice: StyleChoice,
) -> impl IntoView {
    let StyleChoice { name, property, options } = choice;
    let option = move |(name, value): &(&'static str, &'static str)| {
        let (name, value) = (*name, *value);
        view! {
            <option value=value prop:selected=move || appearance.value(property) == value>
                {name}
            </option>
        }
    };
    view! {
        <label>
            <span>{name}</span>
            <select on:change=move |event| appearance.choose(property, event_target_value(&event))>
                {options.iter().map(option).collect::<Vec<_>>()}
            </select>
        </label>
    }
}
