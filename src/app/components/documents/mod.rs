//! The page of documents: its table, and bringing more.

pub mod folders;
pub mod row;
pub mod table;
pub mod upload;
pub mod upload_results;

pub use folders::FolderTree;
pub use table::DocumentTable;
pub use upload::Upload;
pub use upload_results::UploadResults;
