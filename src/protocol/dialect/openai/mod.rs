//! The two forms of `OpenAI`'s API, for whatever is written against the official libraries.
//!
//! Whatever model a request names, the server's own answers; its name stands in the answer. What has no
//! place in these forms (data points, thoughts and follow-up questions) rides along as `context`, which
//! the official libraries keep without looking at it.

mod chat;
mod citations;
mod error;
mod lines;
mod reading;
mod responses;
#[cfg(test)]
mod tests;
mod usage;

pub use chat::ChatCompletions;
pub use lines::ResponseLines;
pub use responses::{RESPONSE, Responses};
