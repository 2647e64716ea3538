//! The page's doors: server functions, which are public HTTP endpoints wherever they are written.

pub mod posted;
