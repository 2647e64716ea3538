//! PDF: the glyphs of each page, laid out into lines, and the lines into blocks.

mod canvas;
mod columns;
mod drawn;
mod glyphs;
mod headings;
mod lines;
mod overrun;
mod paragraphs;
mod places;
mod running;
mod title;
mod words;

pub(super) use drawn::{drawn, opened};
use footnote_protocol::Places;
use hayro_syntax::{DecryptionError, LoadPdfError};
pub(super) use words::Vocabulary;

use super::ExtractError;
use super::searched::SearchedText;
use crate::{Block, Document, Page};

/// Reads PDF.
pub(super) fn extract(bytes: &[u8]) -> Result<Document, ExtractError> {
    let pdf = hayro_syntax::Pdf::new(bytes.to_vec()).map_err(reason)?;
    let mut hidden = 0;
    let mut pages: Vec<Vec<lines::TextLine>> = glyphs::of_pages(&pdf, pdf.pages().iter())
        .map(|page| {
            hidden += page.hidden;
            let mut lines = lines::of_glyphs(&page.glyphs);
            columns::align(&mut lines);
            lines
        })
        .collect();
    running::remove(&mut pages);
    let blocks = paragraphs::of_pages(&pages);
    let mut document = Document {
        pages: (1..).zip(blocks).map(numbered).collect(),
        hidden,
        ..Document::default()
    };
    let title = title::stated(&pdf).or_else(|| document.first_heading());
    document.title = title.unwrap_or_default();
    document.unless_empty(ExtractError::NoText)
}

/// The areas of a page that the sought text covers.
///
/// # Errors
///
/// The reason why the file cannot be read.
pub(super) fn places(bytes: &[u8], searched: &SearchedText) -> Result<Places, ExtractError> {
    let pdf = hayro_syntax::Pdf::new(bytes.to_vec()).map_err(reason)?;
    let page = pdf.pages().iter().skip(searched.page.saturating_sub(1)).take(1);
    let sheet = glyphs::of_pages(&pdf, page).next().ok_or(ExtractError::Empty)?;
    let mut letters = places::Letters::of(&sheet);
    let mut found = Vec::new();
    for text in &searched.texts {
        found = letters.find(text);
    }
    Ok(Places {
        passage: letters.areas(&found),
        words: letters.areas(&letters.within(&found, &searched.words)),
    })
}

fn numbered((number, blocks): (u32, Vec<Block>)) -> Page {
    Page { number: Some(number), blocks }
}

fn reason(error: LoadPdfError) -> ExtractError {
    match error {
        LoadPdfError::Decryption(DecryptionError::PasswordProtected) => ExtractError::Protected,
        LoadPdfError::Decryption(_) | LoadPdfError::Invalid => ExtractError::Damaged,
    }
}

#[cfg(test)]
mod places_tests;
#[cfg(test)]
mod poppler_tests;

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::extract;
    use crate::extract::ExtractError;
    use crate::{Block, Document};

    /// A PDF with one content stream per page; `extra` goes into the trailer.
    fn pdf(pages: &[&str], extra: &str) -> Vec<u8> {
        let kids: Vec<String> = (0..pages.len()).map(|n| format!("{} 0 R", 4 + 2 * n)).collect();
        let kids = kids.join(" ");
        let mut objects = vec![
            "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
            format!("<</Type/Pages/Kids[{kids}]/Count {}>>", pages.len()),
            "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".to_owned(),
        ];
        for (n, content) in pages.iter().enumerate() {
            objects.push(format!(
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents {} 0 R\
                 /Resources<</Font<</F 3 0 R>>>>>>",
                5 + 2 * n
            ));
            let length = content.len();
            objects.push(format!("<</Length {length}>>stream\n{content}\nendstream"));
        }
        file(&objects, extra)
    }

    fn file(objects: &[String], extra: &str) -> Vec<u8> {
        let mut text = String::from("%PDF-1.4\n");
        let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
        for (at, object) in objects.iter().enumerate() {
            writeln!(table, "{:010} 00000 n ", text.len()).unwrap();
            writeln!(text, "{} 0 obj\n{object}\nendobj", at + 1).unwrap();
        }
        let (start, size) = (text.len(), objects.len() + 1);
        write!(text, "{table}trailer<</Size {size}/Root 1 0 R{extra}>>\nstartxref\n{start}\n%%EOF")
            .unwrap();
        text.into_bytes()
    }

    fn read(pages: &[&str], extra: &str) -> Document {
        extract(&pdf(pages, extra)).unwrap()
    }

    fn paragraph(text: &str) -> Block {
        Block::Paragraph(text.into())
    }

    #[test]
    fn pages_are_numbered_from_one_and_keep_their_text() {
        let first = "BT /F 20 Tf 50 700 Td (A guide) Tj /F 10 Tf 0 -30 Td (Hello there, \
                     dear reader of this.) Tj 0 -12 Td [(W)80(ords) -400 (go on.)] TJ ET";
        let second = "BT /F 10 Tf 50 700 Td (The second page.) Tj ET";
        let document = read(&[first, second], "");
        assert_eq!(document.title, "A guide");
        assert_eq!(document.pages[0].number, Some(1));
        assert_eq!(document.pages[1].number, Some(2));
        let text = "Hello there, dear reader of this. Words go on.";
        assert_eq!(document.pages[0].blocks[1], paragraph(text));
        assert_eq!(document.pages[1].blocks, [paragraph("The second page.")]);
    }

    #[test]
    fn a_bold_line_at_the_size_of_the_body_is_a_heading() {
        let content = "BT /F 10 Tf 50 700 Td 2 Tr (Hearing care) Tj 0 Tr 0 -13 Td \
                       (Tests of hearing are covered, and so are) Tj 0 -12 Td (hearing aids.) Tj ET";
        let heading = Block::Heading { level: 2, text: "Hearing care".into() };
        let text = "Tests of hearing are covered, and so are hearing aids.";
        let expected = [heading, paragraph(text)];
        assert_eq!(read(&[content], "").pages[0].blocks, expected);
    }

    #[test]
    fn a_shadow_is_read_once() {
        let content = "BT /F 10 Tf 50 700 Td (Hello) Tj 0.5 -0.5 Td (Hello) Tj ET";
        assert_eq!(read(&[content], "").pages[0].blocks, [paragraph("Hello")]);
    }

    #[test]
    fn text_that_nobody_sees_on_the_page_is_left_out_and_counted() {
        let shown = "BT /F 10 Tf 50 700 Td (Tea at four.) Tj ET";
        for unseen in [
            "BT 1 1 1 rg /F 10 Tf 50 600 Td (unseen) Tj ET",
            "BT 0.98 1 0.98 rg /F 10 Tf 50 600 Td (unseen) Tj ET",
            "BT 3 Tr /F 10 Tf 50 600 Td (unseen) Tj ET",
            "BT /F 1 Tf 50 600 Td (unseen) Tj ET",
            "BT /F 10 Tf 50 900 Td (unseen) Tj ET",
            "BT /F 10 Tf -300 600 Td (unseen) Tj ET",
            "0 0 0 rg 0 580 600 50 re f BT /F 10 Tf 50 600 Td (unseen) Tj ET",
            "0 0 1 rg 0 580 600 50 re f 1 1 1 rg 0 590 300 30 re f \
             BT /F 10 Tf 50 600 Td (unseen) Tj ET",
        ] {
            let document = read(&[&format!("{shown} {unseen}")], "");
            assert_eq!(document.pages[0].blocks, [paragraph("Tea at four.")], "{unseen}");
            assert_eq!(document.hidden, 6, "{unseen}");
        }
    }

    #[test]
    fn text_that_is_seen_on_what_is_below_it_stays() {
        let image = "q 600 0 0 800 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID x EI Q";
        let text = |style: &str| format!("BT {style} /F 10 Tf 50 600 Td (Tea at four.) Tj ET");
        let (white, none) = (text("1 1 1 rg"), text("3 Tr"));
        let black = text("0 0 0 rg");
        for content in [
            format!("0 0 1 rg 0 580 600 50 re f {white}"),
            format!("{image} {white}"),
            format!("{none} {image}"),
            // A frame with a hole, and a black page of which a corner is shown.
            format!("0 0 0 rg 0 0 600 800 re 10 10 580 780 re f* {black}"),
            format!("q 0 0 20 20 re W n 0 0 0 rg 0 0 600 800 re f Q {black}"),
        ] {
            let document = read(&[&content], "");
            assert_eq!(document.pages[0].blocks, [paragraph("Tea at four.")], "{content}");
            assert_eq!(document.hidden, 0, "{content}");
        }
    }

    #[test]
    fn running_lines_are_left_out() {
        let words = ["", "alpha", "beta", "gamma", "delta", "epsilon"];
        let page = |n: usize| {
            let line = |at: usize| format!("0 -20 Td (Line {at} of {}) Tj ", words[n]);
            let body = (0..4).map(line).collect::<Vec<_>>().concat();
            format!("BT /F 10 Tf 50 780 Td (The report) Tj {body} 0 -600 Td (Page {n}) Tj ET")
        };
        let pages: Vec<String> = (1..6).map(page).collect();
        let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
        let text = format!("{:?}", read(&pages, "").pages);
        assert!(!text.contains("The report") && !text.contains("Page 2"), "{text}");
        assert!(text.contains("Line 0 of gamma") && text.contains("Line 3 of gamma"), "{text}");
    }

    #[test]
    fn broken_files_have_a_reason() {
        assert_eq!(extract(b"%PDF-1.4\nnothing"), Err(ExtractError::Damaged));
        assert_eq!(extract(&pdf(&[""], "")), Err(ExtractError::NoText));
    }

    #[test]
    fn a_file_that_needs_a_password_says_so() {
        // Thirty-two bytes each, of a password that is not the empty one.
        let (owner, user) = ("5a".repeat(32), "a5".repeat(32));
        let locked = format!(
            "/Encrypt<</Filter/Standard/V 2/R 3/Length 128/P -4/O<{owner}>/U<{user}>>>/ID[<00><00>]"
        );
        let whole = pdf(&["BT /F 10 Tf (A) Tj ET"], &locked);
        let read = extract(&whole);
        assert_eq!(read, Err(ExtractError::Protected));
        assert_eq!(ExtractError::Protected.to_string(), "is protected by a password");
    }

    #[test]
    fn a_truncated_file_gives_what_is_left_or_a_reason() {
        let whole = pdf(&["BT /F 10 Tf 50 700 Td (Hello) Tj ET"], "");
        for length in (0..whole.len()).step_by(7) {
            if let Ok(document) = extract(&whole[..length]) {
                assert!(document.pages.iter().any(|page| !page.blocks.is_empty()));
            }
        }
    }

    #[test]
    fn deeply_nested_arrays_end_in_an_answer() {
        let nested = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
        let content = format!("{nested} TJ BT /F 10 Tf 50 700 Td (Hello) Tj ET");
        let bytes = pdf(&[&content], &format!("/Nested {nested}"));
        // The child process reads with a stack as large as this.
        let reading = std::thread::Builder::new().stack_size(64 << 20);
        let reading = reading.spawn(move || extract(&bytes).is_ok()).unwrap();
        assert!(reading.join().is_ok());
    }
}
