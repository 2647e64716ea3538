//! HTTP: the routes, and the layers between them and the network.

mod doors;
pub(crate) mod net;
mod router;
mod state;

pub(crate) use doors::mcp;
pub use net::capacity::Capacity;
pub use net::keyring::Keyring;
pub use net::rates;
pub use router::router;
pub use state::AppState;
