//! Documents of office programs: archives of XML, and their common parts.

pub(super) mod archive;
pub(super) mod container;
pub(super) mod docx;
pub(super) mod epub;
pub(super) mod numbering;
pub(super) mod odf;
pub(super) mod pptx;
mod relations;
mod styles;
mod title;
mod xml;

/// The number of visible characters in a text.
fn letters(text: &str) -> usize {
    text.chars().filter(|c| !c.is_whitespace()).count()
}
