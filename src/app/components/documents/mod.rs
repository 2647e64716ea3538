//! The page of documents: its table, and bringing more.

pub mod brought;
pub mod row;
pub mod table;
pub mod upload;

pub use brought::Brought;
pub use table::DocumentTable;
pub use upload::Upload;
