//! What statements claim.

pub mod claims;
