//! The page's WebAssembly: the one function that the script of the page calls.

/// Wakes the server-rendered page.
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn hydrate() {
    console_error_panic_hook::set_once();
    let Some(file) = footnote_client::browser::whole() else {
        return wake();
    };
    // What the server has rendered is woken as a whole; where that cannot be, it works as it stands.
    wasm_bindgen_futures::spawn_local(async move {
        if footnote_app::fetched(&file).await {
            wake();
        }
    });
}

fn wake() {
    leptos::mount::hydrate_body(footnote_app::App);
}
