//! The page's WebAssembly: the one function that the script of the page calls.

/// Wakes the server-rendered page.
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn hydrate() {
    console_error_panic_hook::set_once();
    leptos::mount::hydrate_body(footnote_app::App);
}
