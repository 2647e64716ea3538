//! HTTP: configuration, routes, headers, limits and shutdown.

pub mod access;
pub mod arguments;
mod body;
mod capacity;
mod commands;
pub mod config;
pub mod conformance;
mod content;
mod embedding;
mod engine;
pub mod evaluate;
mod explain;
mod form;
mod front_end;
mod headers;
mod health;
mod listen;
mod mcp;
mod multipart;
mod openai;
mod openapi;
pub mod origins;
mod places;
mod policy;
mod protocol;
pub mod readers;
mod router;
mod site;
mod stalled;
mod state;
mod telemetry;

pub use capacity::Capacity;
pub use commands::run;
pub use policy::Policy;
pub use router::router;
pub use state::AppState;
