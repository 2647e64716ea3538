//! The documents page: its table, and uploads.

pub mod folders;
pub mod row;
pub mod table;
pub mod upload;
pub mod upload_results;

pub use folders::FolderTree;
pub use table::DocumentTable;
pub use upload::Upload;
pub use upload_results::UploadResults;
