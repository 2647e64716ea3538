//! The two forms of `OpenAI`'s API, for clients that use the official libraries.
//!
//! The server's own model answers, whatever model a request names; the answer repeats that name. These forms have no
//! place for data points, thoughts and follow-up questions. They are sent as `context`, which the official libraries
//! pass through.

mod chat;
mod citations;
mod error;
mod files;
mod refused;
mod request;
mod response_lines;
mod responses;
#[cfg(test)]
mod tests;

pub use chat::ChatCompletions;
pub use response_lines::ResponseLines;
pub(super) use responses::ResponsesRequest;
pub use responses::{KeptConversation, KeptDetail, RESPONSE, Responses, compacted};
