//! HTTP: the routes, and the layers between them and the network.

pub(crate) mod net;
mod router;
mod routes;
mod state;

pub use net::capacity::Capacity;
pub use net::keyring::Keyring;
pub use net::rates;
pub use net::sign_in::SignInService;
pub use router::router;
pub(crate) use routes::mcp;
pub use state::AppState;
