//! Pure text: citations and follow-up markers in a stream, sentences, safe Markdown, source names, words.

// Built on the index engine's tokenizers, which the page does not include.
#[cfg(feature = "analysis")]
pub mod analysis;
pub mod bytes;
pub mod citation;
pub mod columns;
pub mod digits;
pub mod followup;
pub mod hidden;
pub mod languages;
pub mod lines;
pub mod list;
pub mod markdown;
#[cfg(feature = "analysis")]
pub mod question;
pub mod sentence;
pub mod source;
pub mod table;
pub mod words;
