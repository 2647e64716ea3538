//! The integration tests of the crate, over its public surface.

mod architecture;
mod readme;
