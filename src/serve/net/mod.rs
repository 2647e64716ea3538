//! The layers between the routes and the network: connections, limits, headers, and access checks.

mod backpressure;
pub(crate) mod body;
pub(crate) mod browsers;
pub(crate) mod capacity;
pub(crate) mod client;
pub(crate) mod compression;
mod half_closed;
pub mod handles;
pub(crate) mod headers;
pub(crate) mod heartbeat;
pub(crate) mod hosts;
pub(crate) mod identity;
pub(crate) mod keyring;
pub(crate) mod lengths;
pub mod listen;
pub(crate) mod multipart;
pub(crate) mod origins;
pub(crate) mod parts;
pub mod paths;
pub(crate) mod quota;
pub(crate) mod rate;
pub mod rates;
mod reading_places;
pub(crate) mod sign_in;
pub mod slow_client;
pub mod telemetry;
pub(crate) mod unidentified;
