//! Office documents: archives of XML, and their common parts.

pub(super) mod archive;
mod aside;
pub(super) mod container;
pub(super) mod docx;
pub(super) mod drawings;
pub(super) mod epub;
pub(super) mod math;
pub(super) mod numbering;
pub(super) mod odf;
mod odf_aside;
mod odf_styles;
pub(super) mod ods;
pub(super) mod old;
pub(super) mod pictures;
pub(super) mod pptx;
pub(super) mod relations;
pub(super) mod slides;
mod styles;
mod title;
mod unseen;
pub(super) mod xml;
