//! Language of the page, the texts sent with it, and the form that changes it.

use js_sys::{Array, Intl, Object};
use leptos::ev::Event;
use leptos::prelude::document;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlFormElement};

/// Id of the element with the texts; see `app/shell.rs`.
const WORDS: &str = "words";

/// Code of the page's language.
pub fn language() -> String {
    let root = document().document_element();
    root.and_then(|root| root.get_attribute("lang")).unwrap_or_default()
}

/// Returns true if the page is written from right to left.
pub fn is_right_to_left() -> bool {
    let root = document().document_element();
    root.and_then(|root| root.get_attribute("dir")).is_some_and(|direction| direction == "rtl")
}

/// Submits the form of the field that an event has changed.
pub fn submit(event: &Event) {
    let field = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let form = field.and_then(|field| field.closest("form").ok().flatten());
    if let Some(form) = form.and_then(|form| form.dyn_into::<HtmlFormElement>().ok()) {
        let _ = form.request_submit();
    }
}

/// Returns the texts that came with the page, one per line.
pub fn words() -> String {
    let element = document().get_element_by_id(WORDS);
    element.and_then(|element| element.text_content()).unwrap_or_default()
}

/// Plural category of a number in the page's language, such as `one` or `few`.
#[expect(clippy::cast_precision_loss, reason = "what is counted is far below the limit")]
pub fn plural(number: u64) -> String {
    let rules = Intl::PluralRules::new(&Array::of1(&language().into()), &Object::new());
    rules.select(number as f64).into()
}
