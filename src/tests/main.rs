//! The integration tests of the crate, over its public surface.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that cannot go on should fail loudly"
)]

mod acl;
mod architecture;
mod away;
mod backup;
mod built;
mod choosing;
mod conformance;
mod cors;
mod deployment;
mod disk;
mod documentation;
mod embeddings;
mod ending;
mod endless_uploads;
mod evaluate;
mod fitting;
mod form;
mod forms;
mod hosts;
mod http;
mod injection;
mod insights;
mod instructions;
mod keys;
mod languages;
mod listing;
mod load;
mod mail;
mod mcp;
mod mcp_stdio;
mod model;
mod multipart;
mod openai;
mod operator;
mod places;
mod process;
mod properties;
mod rates;
mod routes;
mod sample;
mod scope;
mod sessions;
mod shown;
mod sign_in;
mod sockets;
mod speech;
mod support;
mod transcripts;
mod uploads;
