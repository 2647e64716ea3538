//! The address of the page and the name of its window, in the browser.

use leptos::prelude::{document, window};
use wasm_bindgen::JsValue;

/// The query of the page's address, with its question mark.
pub fn query() -> String {
    window().location().search().unwrap_or_default()
}

/// The path of the page's address.
pub fn path() -> String {
    window().location().pathname().unwrap_or_default()
}

/// Puts a path into the page's address, as a step that the way back leads over.
pub fn set_path(path: &str) {
    if let Ok(history) = window().history() {
        let _ = history.push_state_with_url(&JsValue::NULL, "", Some(path));
    }
}

/// Loads the page anew.
pub fn reload() {
    let _ = window().location().reload();
}

/// Names the window.
pub fn set_title(title: &str) {
    document().set_title(title);
}

/// Puts a query into the page's address, as a step that the way back leads over or in place of the last one.
pub fn set_query(query: &str, is_step: bool) {
    let address = match query {
        // Not even a question mark is left.
        "" | "?" => window().location().pathname().unwrap_or_default(),
        query => query.to_owned(),
    };
    if let Ok(history) = window().history() {
        let (state, address) = (JsValue::NULL, Some(address.as_str()));
        let _ = if is_step {
            history.push_state_with_url(&state, "", address)
        } else {
            history.replace_state_with_url(&state, "", address)
        };
    }
}
