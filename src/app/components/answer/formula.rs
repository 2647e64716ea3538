//! A formula as it is set, once the program that sets formulas has come.

use footnote_client::browser;
use leptos::html::Span;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::formulas;

/// A formula.
///
/// # Server rendering
///
/// Its text in TeX, which also stays where it cannot be read as TeX.
#[component]
pub fn Formula(
    /// The text in TeX.
    tex: String,
    /// True if it stands in a line of its own.
    display: bool,
) -> impl IntoView {
    let place = NodeRef::<Span>::new();
    let text = tex.clone();
    Effect::new(move |_| {
        let Some(place) = place.get() else { return };
        let tex = tex.clone();
        spawn_local(async move {
            if let Some(formula) = formulas::set(&tex, display).await {
                browser::show_formula(&place, &formula);
            }
        });
    });
    view! {
        <span class="formula" class:display=display node_ref=place>
            <code>{text}</code>
        </span>
    }
}
