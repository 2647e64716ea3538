//! Footnote: ask your own documents, and read answers whose every statement carries a citation.
//!
//! The crate is built in floors; each imports only from the floors below it.
//!
//! `ARCHITECTURE.md` is their map.
//!
//! Start reading at [`protocol::AnswerEvent`], then `rag::chat::answer`, then [`app::pages`].

// The views of the page nest deeply; the compiler's default depth does not reach.
#![recursion_limit = "256"]

pub mod protocol;
pub mod text;

#[cfg(feature = "ssr")]
pub mod config;
#[cfg(feature = "ssr")]
pub mod documents;
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
