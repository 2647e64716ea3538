//! The way from the page to paper: forms that are sent for files, and dates as they are written out.

use js_sys::{Date, Object, Reflect};
use leptos::prelude::{document, window};
use wasm_bindgen::JsCast as _;
use web_sys::HtmlFormElement;

/// The scheme and the host of the page's address.
pub fn origin() -> String {
    window().location().origin().unwrap_or_default()
}

/// A time in milliseconds since 1970 as a day in the page's language: `25 November 2026`.
#[expect(clippy::cast_precision_loss, reason = "milliseconds since 1970 are far below the limit")]
pub fn date(at: u64) -> String {
    // Of the kinds of English, the one whose days are written as everywhere on the page.
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

/// Sends fields as a form does, so that the browser takes what is answered as it takes what a link leads to; in a tab
/// of its own if `apart`.
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
        // One that is no part of the page is not sent.
        let _ = body.append_child(&form);
        let _ = form.submit();
        form.remove();
    }
}
