//! The page's WebAssembly: the one function that the script of the page calls.

/// Wakes the server-rendered page.
#[wasm_bindgen::prelude::wasm_bindgen]
pub async fn hydrate() {
    console_error_panic_hook::set_once();
    // What the server has rendered is woken as a whole; where that cannot be, it works as it stands.
    if footnote_app::browser::is_whole() && !footnote_app::late::fetched().await {
        return;
    }
    leptos::mount::hydrate_body(footnote_app::App);
}
