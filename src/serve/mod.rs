//! HTTP: configuration, routes, headers, limits and shutdown.

pub mod body;
pub mod config;
mod content;
pub mod headers;
mod health;
mod listen;
mod router;
mod state;
mod telemetry;

pub use router::router;
pub use state::AppState;
