//! The settings of the page's appearance.

use footnote_client::state::appearance::{Appearance, SINGLE_KEYS};
use footnote_client::words;
use leptos::prelude::*;

/// The choices of theme, text size and shortcuts, which take effect immediately on every page.
#[component]
pub fn AppearanceSettings() -> impl IntoView {
    let appearance = Appearance::stored();
    let theme = StyleChoice {
        name: words::theme(),
        property: "color-scheme",
        options: vec![
            (words::theme_of_system(), ""),
            (words::light(), "light"),
            (words::dark(), "dark"),
        ],
    };
    let size = StyleChoice {
        name: words::text_size(),
        property: "font-size",
        options: vec![
            (words::size_of_browser(), ""),
            (words::small(), "87.5%"),
            (words::large(), "112.5%"),
            (words::very_large(), "131.25%"),
        ],
    };
    let keys = StyleChoice {
        name: words::single_keys(),
        property: SINGLE_KEYS,
        options: vec![(words::keys_on(), ""), (words::keys_off(), "off")],
    };
    view! {
        <StyleSelect appearance choice=theme />
        <StyleSelect appearance choice=size />
        <StyleSelect appearance choice=keys />
    }
}

/// A choice of one property of the page's style.
struct StyleChoice {
    name: &'static str,
    /// The property of the root element.
    property: &'static str,
    /// The options, each with its name and the value of the property; the first one removes the property.
    options: Vec<(&'static str, &'static str)>,
}

/// The select field for a choice.
#[component]
fn StyleSelect(
    /// The current appearance.
    appearance: Appearance,
    /// The choice.
    choice: StyleChoice,
) -> impl IntoView {
    let StyleChoice { name, property, options } = choice;
    let option = move |(name, value): (&'static str, &'static str)| {
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
                {options.into_iter().map(option).collect::<Vec<_>>()}
            </select>
        </label>
    }
}
