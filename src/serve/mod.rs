//! HTTP: the routes, and the layers between them and the network.

// The views of the page nest deeply; the compiler's default depth does not reach.
#![recursion_limit = "256"]

pub mod net;
mod router;
mod routes;
mod state;

pub use net::capacity::Capacity;
pub use net::keyring::Keyring;
pub use net::rates;
pub use net::sign_in::SignInService;
pub use router::router;
pub use routes::mcp;
pub use state::AppState;
