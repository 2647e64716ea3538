//! The page of documents: its table, and bringing more.

pub mod notices;
pub mod row;
pub mod table;
pub mod upload;

pub use table::DocumentTable;
pub use upload::Upload;
