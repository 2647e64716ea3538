//! Archives, notebooks, packed mails, saved web pages, and pictures in documents.

use super::{archive, document, golden, relations};
use crate::office::pictures;
use crate::{ExtractError, formats, parts};
use footnote_documents::parts::Attachment;

/// Returns the paths of the files inside a file, each with its bytes as text.
fn within(name: &str, bytes: &[u8]) -> Vec<(String, String)> {
    let read = formats::read(formats::of(name, bytes).unwrap(), bytes).unwrap();
    let text = |part: Attachment| String::from_utf8_lossy(&part.bytes).into_owned();
    parts::named_parts(read.parts).into_iter().map(|(path, part)| (path, text(part))).collect()
}

#[test]
fn the_members_of_an_archive_are_documents_in_their_folders() {
    let bytes = archive(&[
        ("letters/a.txt", "A"),
        ("b.csv", "a,b"),
        ("tool.exe", "MZ"),
        ("__MACOSX/letters/._a.txt", "x"),
        (".git/config.txt", "x"),
    ]);
    assert_eq!(golden("yard.zip", &bytes), "title: \n- letters/a.txt\n- b.csv\n- tool.exe");
    let own = |path: &str, text: &str| (path.to_owned(), text.to_owned());
    assert_eq!(within("yard.zip", &bytes), [own("letters/a.txt", "A"), own("b.csv", "a,b")]);
    let nested = super::archive_of([("x.zip", archive(&[("deep/c.md", "C")]).as_slice())]);
    assert_eq!(within("y.zip", &nested)[1], own("x.zip/deep/c.md", "C"));
    let empty = formats::read(formats::of_name("a.zip").unwrap(), b"PK\x03\x04none");
    assert_eq!(empty.err(), Some(ExtractError::Damaged));
}

/// Returns an attribute of a packed mail.
fn attribute(level: u8, number: u16, value: &[u8]) -> Vec<u8> {
    let length = u32::try_from(value.len()).unwrap();
    let head = [&[level], number.to_le_bytes().as_slice(), &[6, 0], &length.to_le_bytes()].concat();
    [head, value.to_vec(), vec![0, 0]].concat()
}

/// Returns a property with a value of varying length.
fn property(tag: u16, kind: u16, value: &[u8]) -> Vec<u8> {
    let length = u32::try_from(value.len()).unwrap();
    let mut bytes = [kind.to_le_bytes(), tag.to_le_bytes()].concat();
    bytes.extend(1_u32.to_le_bytes());
    bytes.extend(length.to_le_bytes());
    bytes.extend(value);
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    bytes
}

fn packed(attributes: &[Vec<u8>]) -> Vec<u8> {
    [b"\x78\x9f\x3e\x22\x01\0".to_vec(), attributes.concat()].concat()
}

#[test]
fn a_mail_that_outlook_has_packed_is_read_with_its_files_and_its_mails() {
    let inner = packed(&[attribute(1, 0x8004, b"Fines\0"), attribute(1, 0x800c, b"Fifteen.\0")]);
    let object = [vec![7; 16], inner].concat();
    let page = property(0x1013, 0x0102, b"<p>The draw is in the <b>net loft</b>.");
    let named = [&[3, 0], 0x8001_u16.to_le_bytes().as_slice(), &[0; 24], &[9, 0, 0, 0]].concat();
    let long = property(
        0x3707,
        0x001f,
        &"berths.csv\0".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>(),
    );
    let properties = |all: &[&[u8]]| {
        [u32::try_from(all.len()).unwrap().to_le_bytes().as_slice(), &all.concat()].concat()
    };
    let mail = packed(&[
        attribute(1, 0x8004, b"Berths\0"),
        attribute(1, 0x9003, &properties(&[&named, &page])),
        attribute(2, 0x9002, &[0; 14]),
        attribute(2, 0x800f, b"Boat,Berth\nPetrel,B12\n"),
        attribute(2, 0x9005, &properties(&[&long])),
        attribute(2, 0x9002, &[0; 14]),
        attribute(2, 0x9005, &properties(&[&property(0x3701, 0x000d, &object)])),
    ]);
    let text = "title: Berths\n# Berths\nAttachments: berths.csv\nThe draw is in the net loft.\n## Fines\nFifteen.";
    assert_eq!(golden("winmail.dat", &mail), text);
    let own = ("berths.csv".to_owned(), "Boat,Berth\nPetrel,B12\n".to_owned());
    assert_eq!(within("winmail.dat", &mail), [own]);
    for at in 0..mail.len() {
        let format = formats::of_name("a.tnef").unwrap();
        let _ = formats::read(format, &mail[..at]);
        let mut changed = mail.clone();
        changed[at] ^= 0x55;
        let _ = formats::read(format, &changed);
    }
}

#[test]
fn a_notebook_has_its_text_its_code_and_what_was_printed() {
    let table = "<table><tr><th>Site<th>Salt</tr><tr><td>Holm<td>27.4</tr></table>";
    let notebook = serde_json::json!({"cells": [
        {"cell_type": "markdown", "source": ["# Salt\n", "\n", "Drawn by **Eir**."]},
        {"cell_type": "code", "source": "show(data)\n", "outputs": [
            {"output_type": "stream", "text": ["mean 27.4\n"]},
            {"data": {"image/png": "goKC", "text/html": table, "text/plain": "Site Salt"}},
            {"ename": "ValueError", "evalue": "no salt", "traceback": ["\u{1b}[0m"]}
        ]},
        {"cell_type": "raw", "source": []}
    ], "nbformat": 4});
    let text = "title: Salt\n# Salt\nDrawn by Eir.\n```\nshow(data)\n```\nmean 27.4\n| Site | Salt |\n| Holm | 27.4 |\nValueError: no salt";
    assert_eq!(golden("a.ipynb", notebook.to_string().as_bytes()), text);
    let broken = formats::read(formats::of_name("a.ipynb").unwrap(), b"{\"cells\": [");
    assert_eq!(broken.err(), Some(ExtractError::Damaged));
}

#[test]
fn a_saved_web_page_is_read_like_the_page() {
    let saved = "From: <Saved by Blink>\r\nSubject: Lock fees\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=\"b\"\r\n\r\n\
        --b\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n\
        <html><h1>Fees</h1><p>A barge pays 9 =E2=82=AC.</p></html>\r\n--b\r\nContent-Type: image/png\r\n\r\nx\r\n--b--\r\n";
    assert_eq!(golden("a.mhtml", saved.as_bytes()), "title: Lock fees\n## Fees\nA barge pays 9 €.");
}

#[test]
fn pictures_in_documents_are_found_by_slide_or_by_number() {
    let slide = |text: &str| {
        format!(
            r#"<p:sld xmlns:p="urn:p" xmlns:a="urn:a"><p:cSld><p:spTree><p:sp><p:nvSpPr><p:nvPr/></p:nvSpPr><p:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>"#
        )
    };
    let main = "<p:presentation xmlns:p=\"urn:p\" xmlns:r=\"urn:r\"><p:sldIdLst><p:sldId r:id=\"r1\"/><p:sldId r:id=\"r2\"/></p:sldIdLst></p:presentation>";
    let slides = archive(&[
        ("_rels/.rels", &relations(&[("r1", "officeDocument", "ppt/presentation.xml")])),
        ("ppt/presentation.xml", main),
        (
            "ppt/_rels/presentation.xml.rels",
            &relations(&[("r1", "slide", "slides/a.xml"), ("r2", "slide", "slides/b.xml")]),
        ),
        ("ppt/slides/a.xml", &slide("One")),
        ("ppt/slides/b.xml", &slide("Two")),
        ("ppt/slides/_rels/b.xml.rels", &relations(&[("r1", "image", "../media/x.png")])),
        ("ppt/media/x.png", "drawn"),
    ]);
    assert_eq!(document("a.pptx", &slides).unwrap().pictures, [2]);
    let of_page = |bytes: &[u8], page| pictures::of_page(bytes, page).unwrap();
    assert_eq!(of_page(&slides, 2), (vec![b"drawn".to_vec()], 2));
    assert_eq!(of_page(&slides, 1), (Vec::new(), 2));
    let body = "<w:document xmlns:w=\"urn:w\"><w:body></w:body></w:document>";
    let scan = archive(&[
        ("_rels/.rels", &relations(&[("r1", "officeDocument", "word/document.xml")])),
        ("word/document.xml", body),
        ("word/media/b.emf", "x"),
        ("word/media/a.jpeg", "drawn"),
    ]);
    assert_eq!(document("a.docx", &scan).err(), Some(ExtractError::NoText), "it may be a scan");
    assert_eq!(of_page(&scan, 1), (vec![b"drawn".to_vec()], 1));
}
