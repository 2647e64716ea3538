//! Three scans of slightly rotated printed text with specks, as read by tesseract.

use std::path::Path;

use super::page::read;
use super::{PROGRAM, ScanTool, ScannedPage};
use crate::reply::Reply;
use crate::{ExtractError, formats};

const ENGLISH: &[u8] = include_bytes!("english.png");
const GERMAN: &[u8] = include_bytes!("german.png");
const FRENCH: &[u8] = include_bytes!("french.pdf");

/// Minimum share of words that are read correctly.
const MIN_WORD_SHARE: f64 = 0.95;

/// Returns the number of pages of a document, and the result of reading one of them.
fn scanned(name: &str, bytes: &[u8], page: u32) -> Result<(u32, ScannedPage), ExtractError> {
    // A bare name is searched for in the system's folders of programs.
    let tool = ScanTool::at(Path::new(PROGRAM), Some("deu+eng+fra")).expect(
        "this test needs the packages tesseract-ocr, tesseract-ocr-deu and tesseract-ocr-fra",
    );
    let format = formats::of_name(name).unwrap();
    let mut replies = Vec::new();
    read(format, bytes.to_vec(), &tool.request(page, false), |reply| {
        replies.push(reply);
        Ok(())
    })?;
    match <[Reply; 2]>::try_from(replies) {
        Ok([Reply::Scan { pages }, Reply::Recognised(page)]) => Ok((pages, page)),
        replies => panic!("{replies:?}"),
    }
}

/// Checks that most of the `printed` words were read on a page.
fn has_words(page: &ScannedPage, printed: &str) {
    // Straight and curved apostrophes count as the same.
    let (read, printed) = (page.text.replace('’', "'"), printed.replace('’', "'"));
    let read: Vec<&str> = read.split_whitespace().collect();
    let all = printed.split_whitespace();
    let (found, lost): (Vec<&str>, Vec<&str>) = all.partition(|word| read.contains(word));
    let share = found.len() as f64 / (found.len() + lost.len()) as f64;
    assert!(share >= MIN_WORD_SHARE, "{lost:?} of {}", page.text);
}

#[test]
fn an_english_picture_is_read() {
    let (pages, page) = scanned("notice.png", ENGLISH, 1).unwrap();
    assert_eq!(pages, 1);
    assert!(page.confidence > 80.0);
    has_words(
        &page,
        "Notice to all residents The boiler in the west wing will be replaced on 14 March 2024. \
         Between 8:30 and 16:00 there will be no hot water on the third and fourth floors. Please keep the \
         corridors clear, since the contractor has to carry heavy parts through them. The work costs £18,450 \
         and is paid out of the reserve fund. Questions are answered by Margaret Okafor, telephone 0117 496 0325.",
    );
}

#[test]
fn a_german_picture_is_read() {
    let (_, page) = scanned("vertrag.png", GERMAN, 1).unwrap();
    has_words(
        &page,
        "Mietvertrag über einen Stellplatz Der Vermieter überlässt dem Mieter ab dem 1. Juli 2023 den \
         Stellplatz Nr. 27 in der Tiefgarage Grünwalder Straße 9. Die monatliche Miete beträgt 85,00 Euro und \
         ist jeweils am dritten Werktag fällig. Das Mietverhältnis läuft auf unbestimmte Zeit. Es kann mit \
         einer Frist von sechs Wochen zum Quartalsende schriftlich gekündigt werden.",
    );
}

#[test]
fn a_french_pdf_without_text_is_drawn_and_read() {
    let document = formats::read(formats::of_name("a.pdf").unwrap(), FRENCH);
    assert_eq!(document.err(), Some(ExtractError::NoText));
    let (pages, page) = scanned("proces.pdf", FRENCH, 1).unwrap();
    assert_eq!(pages, 2);
    has_words(
        &page,
        "Procès-verbal de l’assemblée générale Le 12 septembre 2022, les membres de l’association se sont \
         réunis à la mairie de Besançon. Sur 64 membres inscrits, 41 étaient présents ou représentés. \
         L’assemblée approuve les comptes à l’unanimité et fixe la cotisation annuelle à 35 euros. Madame \
         Hélène Lefèvre est élue trésorière pour une durée de trois ans.",
    );
    assert_eq!(scanned("proces.pdf", FRENCH, 2), Ok((2, ScannedPage::default())), "it is blank");
    assert_eq!(scanned("proces.pdf", FRENCH, 3), Err(ExtractError::Empty));
}

#[test]
fn a_list_of_files_is_not_given_to_tesseract_as_a_picture() {
    // Tesseract would read the files in the list, whoever may read them.
    let list = concat!(env!("CARGO_MANIFEST_DIR"), "/scan/tests/english.png\n");
    for name in ["a.webp", "a.bmp"] {
        assert_eq!(scanned(name, list.as_bytes(), 1), Err(ExtractError::Image));
    }
    assert_eq!(scanned("a.png", list.as_bytes(), 1), Err(ExtractError::Damaged));
    assert_eq!(scanned("a.png", &ENGLISH[..200], 1), Err(ExtractError::Damaged));
}
