//! Which format a file has: by the extension of its name, checked against its first bytes.

use super::{ExtractError, Extractor as _, Reading, html, markdown, pdf, plain};
use crate::text::hidden::clean;

/// A format that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Pages of glyphs.
    Pdf,
    /// A web page.
    Html,
    /// Markdown, with or without front matter.
    Markdown,
    /// Text without any marks.
    Plain,
}

impl Kind {
    /// The kind that the name's extension promises.
    pub fn of_name(path: &str) -> Option<Self> {
        let name = path.rsplit('/').next().unwrap_or(path);
        let (_, extension) = name.rsplit_once('.')?;
        match extension.to_ascii_lowercase().as_str() {
            "pdf" => Some(Self::Pdf),
            "html" | "htm" => Some(Self::Html),
            "md" | "markdown" => Some(Self::Markdown),
            "txt" | "text" => Some(Self::Plain),
            _ => None,
        }
    }

    /// The kind of a file, from its name and its content.
    ///
    /// # Errors
    ///
    /// If the name's extension is unknown, the content is empty or contradicts the name.
    pub fn of(path: &str, bytes: &[u8]) -> Result<Self, ExtractError> {
        let promised = Self::of_name(path).ok_or(ExtractError::Unsupported)?;
        if bytes.iter().all(u8::is_ascii_whitespace) {
            return Err(ExtractError::Empty);
        }
        if bytes.starts_with(b"%PDF-") {
            return Ok(Self::Pdf);
        }
        // Readers accept a PDF whose header comes a little later.
        let head = bytes.get(..1024).unwrap_or(bytes);
        if promised == Self::Pdf && !head.windows(5).any(|five| five == b"%PDF-") {
            return Err(ExtractError::NotPdf);
        }
        Ok(promised)
    }

    /// Whether it is text, which is read part by part.
    pub(super) fn is_text(self) -> bool {
        matches!(self, Self::Markdown | Self::Plain)
    }

    /// The name under which a child process knows the kind.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Pdf => "pdf",
            Self::Html => "html",
            Self::Markdown => "markdown",
            Self::Plain => "plain",
        }
    }

    /// The kind of this name.
    pub(super) fn named(name: &str) -> Option<Self> {
        let kinds = [Self::Pdf, Self::Html, Self::Markdown, Self::Plain];
        kinds.into_iter().find(|kind| kind.name() == name)
    }

    /// What readers see of a file of this kind, as far as its title; its blocks are as they are.
    ///
    /// # Errors
    ///
    /// Why it cannot be read, for the reader.
    pub(super) fn read(self, bytes: &[u8]) -> Result<Reading<'_>, ExtractError> {
        let mut reading = match self {
            Self::Pdf => Reading::of(pdf::Pdf.extract(bytes)?),
            Self::Html => Reading::of(html::Html.extract(bytes)?),
            Self::Markdown => markdown::read(bytes)?,
            Self::Plain => plain::read(bytes)?,
        };
        reading.hidden += clean(&mut reading.title);
        Ok(reading)
    }
}

#[cfg(test)]
mod tests {
    use super::{ExtractError, Kind};

    #[test]
    fn the_extension_promises_and_the_content_confirms() {
        assert_eq!(Kind::of("a/B.PDF", b"%PDF-1.4"), Ok(Kind::Pdf));
        assert_eq!(Kind::of("a.pdf", b"\n%PDF-1.4"), Ok(Kind::Pdf));
        assert_eq!(Kind::of("a.htm", b"<p>"), Ok(Kind::Html));
        assert_eq!(Kind::of("a.md", b"# A"), Ok(Kind::Markdown));
        assert_eq!(Kind::of("a.b/c.text", b"A"), Ok(Kind::Plain));
        assert_eq!(Kind::of("a.txt", b"%PDF-1.7"), Ok(Kind::Pdf));
    }

    #[test]
    fn what_cannot_be_read_has_a_reason() {
        assert_eq!(Kind::of("a.pdf", b"<html>"), Err(ExtractError::NotPdf));
        assert_eq!(Kind::of("a.pdf", b" \n"), Err(ExtractError::Empty));
        assert_eq!(Kind::of("a.docx", b"PK"), Err(ExtractError::Unsupported));
        assert_eq!(
            Kind::of("a.pdf/README", b"A"),
            Err(ExtractError::Unsupported)
        );
    }
}
