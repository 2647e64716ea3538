//! A PDF's title: from its metadata if that is a title, or else its first heading.

use hayro_syntax::Pdf;

use crate::rag::corpus::Block;
use crate::rag::corpus::extract::title::{first_heading, is_title};

/// The title; empty if there is none.
pub(super) fn of_pdf(pdf: &Pdf, pages: &[Vec<Block>]) -> String {
    let stated = pdf.metadata().title.as_deref().map(decoded);
    let heading = || first_heading(pages.iter().flatten());
    let title = stated.filter(|title| is_title(title));
    title.or_else(heading).unwrap_or_default()
}

/// A text string of a PDF: UTF-16 or UTF-8 with a mark, or else nearly Latin-1.
fn decoded(bytes: &[u8]) -> String {
    let (text, _, _) = encoding_rs::WINDOWS_1252.decode(bytes);
    text.replace('\0', "").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::decoded;

    #[test]
    fn text_strings_may_be_utf_16() {
        assert_eq!(decoded(b"\xfe\xff\0A\0\xfc"), "Aü");
        assert_eq!(decoded(b"A\xfc"), "Aü");
    }
}
