//! Footnote: ask your own documents, and read answers whose every statement carries a citation.
//!
//! These are the commands. What they are made of are crates of their own, whose map is `ARCHITECTURE.md`.

// The views of the page nest deeply; the compiler's default depth does not reach.
#![recursion_limit = "256"]

pub mod cli;
