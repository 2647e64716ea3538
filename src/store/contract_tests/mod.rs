//! The contracts of the stores, checked on an empty engine.

pub mod blobs;
pub mod documents;
pub mod earlier;
pub mod insights;
pub mod keys;
mod pages;
pub mod quotas;
pub mod sessions;
mod turns;
pub mod vectors;
