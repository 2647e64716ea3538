//! The page's address and the window's title, in the browser.

use leptos::prelude::{document, window};
use wasm_bindgen::JsValue;

/// Query of the page's address, with the question mark.
pub fn query() -> String {
    window().location().search().unwrap_or_default()
}

/// Returns the path of the page's address.
pub fn path() -> String {
    window().location().pathname().unwrap_or_default()
}

/// Sets the path of the page's address, as a new history entry.
pub fn set_path(path: &str) {
    if let Ok(history) = window().history() {
        let _ = history.push_state_with_url(&JsValue::NULL, "", Some(path));
    }
}

/// Reloads the page.
pub fn reload() {
    let _ = window().location().reload();
}

/// Sets the window's title.
pub fn set_title(title: &str) {
    document().set_title(title);
}

/// Sets the query of the page's address, as a new history entry if `is_step`, or else replacing the current one.
pub fn set_query(query: &str, is_step: bool) {
    let address = match query {
        // Without a query, remove the question mark too.
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
