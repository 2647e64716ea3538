//! Server functions of the page. They are public HTTP endpoints, wherever they are defined.

pub mod attached;
pub mod chat;
pub mod codec;
pub mod conversations;
pub mod earlier;
pub mod judgement;
pub mod library;
pub mod model;
pub mod posted;
pub mod search;
pub mod sharing;
pub mod status;
pub mod turn;
