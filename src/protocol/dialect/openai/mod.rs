//! The two forms of `OpenAI`'s API, for clients written against the official libraries.
//!
//! The server's own model answers, whatever model a request names; its name stands in the answer. Data
//! points, thoughts and follow-up questions have no place in these forms. They ride along as `context`, which
//! the official libraries keep without looking at it.

mod chat;
mod citations;
mod error;
mod files;
mod request;
mod response_lines;
mod responses;
#[cfg(test)]
mod tests;

pub use chat::ChatCompletions;
pub use response_lines::ResponseLines;
pub(super) use responses::ResponsesRequest;
pub use responses::{KeptConversation, KeptDetail, RESPONSE, Responses, compacted};
