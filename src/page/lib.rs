//! The page's WebAssembly: the one function that the script of the page calls.

/// Wakes the server-rendered page.
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn hydrate() {
    console_error_panic_hook::set_once();
    if !footnote_app::browser::is_whole() {
        return wake();
    }
    // What the server has rendered is woken as a whole; where that cannot be, it works as it stands.
    wasm_bindgen_futures::spawn_local(async {
        if footnote_app::late::fetched().await {
            wake();
        }
    });
}

fn wake() {
    leptos::mount::hydrate_body(footnote_app::App);
}
