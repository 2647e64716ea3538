//! Which format a file has: by the extension of its name, checked against its first bytes.

use super::{ExtractError, Extractor, html, markdown, pdf, plain};

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

    /// The name under which a child process knows the kind; `None` if it needs none.
    pub(super) fn child_name(self) -> Option<&'static str> {
        match self {
            Self::Pdf => Some("pdf"),
            Self::Html => Some("html"),
            Self::Markdown | Self::Plain => None,
        }
    }

    /// The kind that [`Self::child_name`] names.
    pub(super) fn of_child_name(name: &str) -> Option<Self> {
        let kinds = [Self::Pdf, Self::Html];
        kinds
            .into_iter()
            .find(|kind| kind.child_name() == Some(name))
    }

    /// What reads this kind.
    pub(super) fn extractor(self) -> &'static dyn Extractor {
        match self {
            Self::Pdf => &pdf::Pdf,
            Self::Html => &html::Html,
            Self::Markdown => &markdown::Markdown,
            Self::Plain => &plain::Plain,
        }
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
