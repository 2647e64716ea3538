//! The choice of the page's language.

use footnote_client::words::{self, LOCALES};
use leptos::prelude::*;

/// The form for choosing the language; it reloads the page in that language, and needs no scripts.
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
    view! {
        <form class="language" method="post" action="/language">
            <label>
                <span>{words::language()}</span>
                <select name="language" autocomplete="off">
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
