//! Malicious files, and files with misleading names.

use super::{archive, archive_of, container, document, golden, relations};
use crate::ExtractError;

/// Returns a Word document with the text `main`.
fn docx(main: &str) -> Vec<u8> {
    let list = relations(&[("r1", "officeDocument", "word/document.xml")]);
    archive(&[("_rels/.rels", &list), ("word/document.xml", main)])
}

fn body(text: &str) -> String {
    format!(
        "<w:document xmlns:w=\"urn:w\"><w:body><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:body></w:document>"
    )
}

fn fault(name: &str, bytes: &[u8]) -> Option<ExtractError> {
    document(name, bytes).err()
}

#[test]
fn the_content_tells_the_format_whatever_the_name_says() {
    let word = docx(&body("Tea is at four."));
    for name in ["a.docx", "a.xlsx", "a.txt", "a.pdf"] {
        let read = document(name, &word);
        assert!(format!("{read:?}").contains("Tea is at four."), "{name}: {read:?}");
    }
    for (name, bytes) in
        [("a.docx", b"Tea is at four.".as_slice()), ("a.xlsx", b"<p>Tea is at four.</p>")]
    {
        assert_eq!(fault(name, bytes), Some(ExtractError::Mislabelled));
    }
    let page = b"<HTML><table><tr><th>What<th>When</tr><tr><td>Tea<td>at four</tr></table>";
    for name in ["a.xls", "a.doc", "a.docx"] {
        let read = golden(name, page);
        assert!(read.ends_with("| Tea | at four |"), "{name}: {read}");
    }
    let other = archive(&[("photo.raw", "no document")]);
    assert_eq!(fault("a.docx", &other), Some(ExtractError::Unsupported));
}

#[test]
fn unknown_and_encrypted_files_say_what_they_are() {
    for (stream, reason) in [
        ("EncryptedPackage", "is protected by a password"),
        (
            "Contents",
            "has an unsupported format; if it is an old Office file, save it as .docx, .xlsx or .pptx",
        ),
    ] {
        let file = container(&[("CompObj", b""), (stream, b""), ("Workbook", b"")]);
        let file = if stream == "Contents" { container(&[(stream, b"")]) } else { file };
        for name in ["a.doc", "a.docx", "a.xls"] {
            assert_eq!(
                fault(name, &file).map(|error| error.to_string()).as_deref(),
                Some(reason),
                "{name}"
            );
        }
    }
}

#[test]
fn an_archive_that_swells_is_refused() {
    let zeros = vec![b' '; 101 << 20];
    let list = relations(&[("r1", "officeDocument", "word/document.xml")]);
    let bomb = archive_of([("_rels/.rels", list.as_bytes()), ("word/document.xml", &zeros)]);
    assert!(bomb.len() < 1 << 20);
    assert_eq!(fault("a.docx", &bomb), Some(ExtractError::TooLarge));
    // A file that claims to be empty is not unpacked further than that.
    let size = u32::try_from(zeros.len()).unwrap().to_le_bytes();
    let mut liar = bomb.clone();
    let places: Vec<usize> = (0..liar.len() - 4).filter(|at| liar[*at..at + 4] == size).collect();
    assert!(!places.is_empty());
    for at in places {
        liar[at..at + 4].copy_from_slice(&[9, 0, 0, 0]);
    }
    assert!(matches!(fault("a.docx", &liar), Some(ExtractError::TooLarge | ExtractError::Damaged)));
}

#[test]
fn an_archive_of_too_many_files_is_refused() {
    let names: Vec<String> = (0..60_000).map(|at| format!("word/{at}")).collect();
    let many = archive_of(names.iter().map(|name| (name.as_str(), b"".as_slice())));
    assert_eq!(fault("a.docx", &many), Some(ExtractError::TooLarge));
}

#[test]
fn entities_are_never_expanded() {
    let outside =
        "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]>".to_owned() + &body("&b;");
    let laughs =
        "<!DOCTYPE a [<!ENTITY b \"ha\"><!ENTITY c \"&b;&b;&b;\">]>".to_owned() + &body("&c;");
    for text in [outside, laughs] {
        assert_eq!(fault("a.docx", &docx(&text)), Some(ExtractError::Damaged));
    }
}

#[test]
fn a_broken_file_gives_an_error_or_a_poor_document_and_no_panic() {
    let whole = docx(&body("Tea is at four."));
    for at in 0..whole.len() {
        let _ = document("a.docx", &whole[..at]);
        let mut changed = whole.clone();
        changed[at] ^= 0x55;
        let _ = document("a.docx", &changed);
    }
}
