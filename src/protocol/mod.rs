//! The HTTP protocol for AI chat apps, as implemented by Footnote: one request, one stream of events, many wire forms.
//!
//! Everything here is plain data without I/O. Start at [`ChatRequest`] and [`AnswerEvent`]; each file in `dialect`
//! converts both for one wire form.

mod answer;
mod attached;
pub mod audit;
mod context;
#[cfg(feature = "dialects")]
pub mod dialect;
mod error;
mod event;
mod folder;
pub mod json;
pub mod json_lines;
mod library;
mod message;
mod model;
mod opened;
mod request;
mod rests_on;
mod scope;
mod sheet;
mod step;

pub use answer::{Answer, NO_MODEL};
pub use attached::{AttachedFile, AttachedFiles};
pub use context::{
    Activity, AskedScope, DataPoints, FoundPassages, FoundUnit, ResponseContext, Thought,
    UnreadFile,
};
pub use error::{ErrorKind, GENERIC_FAILURE, ProtocolError, read_error};
pub use event::{AnswerEvent, FinishReason, ModelReport, TokenUsage};
pub use folder::{DocumentKind, DocumentName, FolderListing, Subfolder};
pub use library::{
    DocumentSummary, FailedFile, FileGroup, Folder, LibraryStatus, Listing, Notice, Order,
    PendingFile, Undo, images_in_words, lies_in,
};
pub use message::{Message, Role};
pub use model::{LocalEndpoint, ModelChange, ModelDraft, ModelState};
pub use opened::{Area, OpenedDocument, OpenedPart, Opening, Places};
pub use request::{
    ChatRequest, MAX_CONTENT_BYTES, Overrides, RetrievalEffort, RetrievalMode, Sampling,
};
pub use rests_on::RestsOn;
pub use scope::{Day, MAX_KINDS, MAX_PATHS, Scope};
pub use sheet::{ColumnSums, SheetColumn, SheetOrder, SheetRequest, SheetRow, SheetRows};
pub use step::ToolStep;
