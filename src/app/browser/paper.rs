//! Helps to export: submits forms whose response is a file, and formats dates.

use js_sys::{Date, Object, Reflect};
use leptos::prelude::{document, window};
use wasm_bindgen::JsCast as _;
use web_sys::HtmlFormElement;

/// Origin of the page's address: scheme and host.
pub fn origin() -> String {
    window().location().origin().unwrap_or_default()
}

/// Formats a time in milliseconds since 1970 as a day in the page's language: `25 November 2026`.
#[expect(clippy::cast_precision_loss, reason = "milliseconds since 1970 are far below the limit")]
pub fn date(at: u64) -> String {
    // Among the variants of English, choose the one with the date format of the rest of the page.
    let language = match super::language().as_str() {
        "en" => "en-GB".to_owned(),
        other => other.to_owned(),
    };
    let form = Object::new();
    for (part, length) in [("day", "numeric"), ("month", "long"), ("year", "numeric")] {
        let _ = Reflect::set(&form, &part.into(), &length.into());
    }
    Date::new(&(at as f64).into()).to_locale_date_string(&language, &form).into()
}

/// Submits fields as a form does, so that the browser handles the response as it does for a link; in a new tab if
/// `apart`.
pub fn send_form(address: &str, fields: &[(&str, String)], apart: bool) {
    let form = document().create_element("form").ok();
    let Some(form) = form.and_then(|form| form.dyn_into::<HtmlFormElement>().ok()) else {
        return;
    };
    form.set_method("post");
    form.set_action(address);
    form.set_target(if apart { "_blank" } else { "" });
    for (name, value) in fields {
        let Ok(field) = document().create_element("input") else {
            return;
        };
        let attributes = [("type", "hidden"), ("name", name), ("value", value.as_str())];
        for (attribute, value) in attributes {
            let _ = field.set_attribute(attribute, value);
        }
        let _ = form.append_child(&field);
    }
    if let Some(body) = document().body() {
        // A form outside of the document cannot be submitted.
        let _ = body.append_child(&form);
        let _ = form.submit();
        form.remove();
    }
}
