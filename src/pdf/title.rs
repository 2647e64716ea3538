//! A PDF's title, from its metadata.

use hayro_syntax::Pdf;

use footnote_documents::titles::is_title;

/// Returns the title in the metadata, if it is a real one.
pub(super) fn stated(pdf: &Pdf) -> Option<String> {
    let stated = pdf.metadata().title.as_deref().map(decoded);
    stated.filter(|title| is_title(title))
}

/// Decodes a text string of a PDF: UTF-16 or UTF-8 with a byte order mark, or otherwise roughly Latin-1.
pub(super) fn decoded(bytes: &[u8]) -> String {
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
