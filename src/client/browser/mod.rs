//! All functions that need a browser. On the server, they are stubs.

#[cfg(feature = "hydrate")]
mod address;
#[cfg(feature = "hydrate")]
mod formula;
#[cfg(feature = "hydrate")]
mod language;
#[cfg(feature = "hydrate")]
mod margin;
#[cfg(feature = "hydrate")]
mod paper;
#[cfg(feature = "hydrate")]
mod upload;
#[cfg(feature = "hydrate")]
mod window;
#[cfg(feature = "hydrate")]
pub use {address::*, formula::*, language::*, margin::*, paper::*, upload::*, window::*};

#[cfg(not(feature = "hydrate"))]
mod stub;
#[cfg(not(feature = "hydrate"))]
pub use stub::*;
