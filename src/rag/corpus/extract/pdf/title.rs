//! A PDF's title: from its metadata if that is a title, or else its first heading.

use hayro_syntax::Pdf;

use crate::rag::corpus::Block;

/// The title; empty if there is none.
pub(super) fn of_pdf(pdf: &Pdf, pages: &[Vec<Block>]) -> String {
    let stated = pdf.metadata().title.as_deref().map(decoded);
    let heading = || {
        pages.iter().flatten().find_map(|block| match block {
            Block::Heading { text, .. } => Some(text.clone()),
            _ => None,
        })
    };
    stated
        .filter(|title| is_title(title))
        .or_else(heading)
        .unwrap_or_default()
}

/// Whether a person wrote it: many programs put a file's name there.
fn is_title(title: &str) -> bool {
    let lower = title.to_lowercase();
    let file = [
        ".doc", ".docx", ".indd", ".tex", ".dvi", ".pdf", ".ppt", ".pptx", ".xls", ".xlsx",
    ];
    lower.chars().any(char::is_alphanumeric)
        && !lower.starts_with("untitled")
        && !lower.starts_with("microsoft word")
        && !file.iter().any(|extension| lower.ends_with(extension))
}

/// A text string of a PDF: UTF-16 or UTF-8 with a mark, or else nearly Latin-1.
fn decoded(bytes: &[u8]) -> String {
    let (text, _, _) = encoding_rs::WINDOWS_1252.decode(bytes);
    text.replace('\0', "").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::{decoded, is_title};

    #[test]
    fn names_of_files_are_no_titles() {
        assert!(is_title("Employee Handbook"));
        assert!(!is_title("Microsoft Word - final.doc") && !is_title("a.docx") && !is_title(" "));
    }

    #[test]
    fn text_strings_may_be_utf_16() {
        assert_eq!(decoded(b"\xfe\xff\0A\0\xfc"), "Aü");
        assert_eq!(decoded(b"A\xfc"), "Aü");
    }
}
