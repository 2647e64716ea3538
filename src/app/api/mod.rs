//! The page's doors: server functions, which are public HTTP endpoints wherever they are written.

pub mod attached;
pub mod chat;
pub mod codec;
pub mod conversations;
pub mod explain;
pub mod judgement;
pub mod library;
pub mod model;
pub mod posted;
pub mod sharing;
pub mod status;
