//! Footnote: ask your own documents, and read answers whose every statement carries a citation.
//!
//! The crate is built in floors; each imports only from the floors below it.
//!
//! 0. [`protocol`] and [`text`]: pure data and pure text, for server and browser alike.
//! 1. `rag::corpus` and `rag::model`: documents to passages to index; chat and embedding models.
//! 2. `rag::retrieval`: finding passages.
//! 3. `rag::chat`: a conversation, from a request to a stream of events.
//! 4. [`api`]: the page's doors, Leptos server functions and their encodings.
//! 5. [`app`]: what the reader sees and touches.
//! 6. `serve`: HTTP, the doors and what stands between them and the network.
//! 7. `cli`, `evaluate` and `conformance`: the commands of the binary.
//!
//! `config` holds the settings as plain data, and `engine` composes `rag` from them.
//!
//! Start reading at [`protocol::AnswerEvent`], then `rag::chat::answer`, then [`app::pages`].

// The views of the page nest deeply; the compiler's default depth does not reach.
#![recursion_limit = "256"]

pub mod protocol;
pub mod text;

#[cfg(feature = "ssr")]
pub mod config;
#[cfg(feature = "ssr")]
pub mod engine;
#[cfg(feature = "ssr")]
pub mod rag;

pub mod api;
pub mod app;

#[cfg(feature = "ssr")]
pub mod cli;
#[cfg(feature = "ssr")]
pub mod conformance;
#[cfg(feature = "ssr")]
pub mod evaluate;
#[cfg(feature = "ssr")]
pub mod serve;

/// Wakes the server-rendered page: called once by the script that loads the WebAssembly.
#[cfg(feature = "hydrate")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn hydrate() {
    console_error_panic_hook::set_once();
    leptos::mount::hydrate_body(app::App);
}
