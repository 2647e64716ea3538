//! Golden tests of formats: the text read from generated files, line by line.

mod docx;
mod epub;
mod hostile;
mod html;
mod json;
mod mail;
mod odf;
mod ods;
mod old;
mod outlook;
mod packed;
mod pptx;
mod rtf;
mod sheets;

use std::io::{Cursor, Write as _};

use super::{ExtractError, ParsedDocument, formats};
use footnote_documents::{Block, Document, Page};

/// Returns the document in the file called `name`.
fn document(name: &str, bytes: &[u8]) -> Result<Document, ExtractError> {
    let format = formats::of(name, bytes)?;
    Ok(formats::read(format, bytes)?.whole())
}

impl ParsedDocument<'_> {
    /// Returns the whole document.
    pub(super) fn whole(self) -> Document {
        let mut pages: Vec<Page> = Vec::new();
        for (number, block) in self.blocks {
            match pages.last_mut().filter(|page| page.number == number) {
                Some(page) => page.blocks.push(block),
                None => pages.push(Page { number, blocks: vec![block] }),
            }
        }
        let Self { title, hidden, left_out, pictures, .. } = self;
        Document { title, pages, hidden, left_out, pictures }
    }
}

/// Returns a document as text: its title, its pages, and a line for each block or row.
fn golden(name: &str, bytes: &[u8]) -> String {
    let document = document(name, bytes).unwrap();
    let mut lines = vec![format!("title: {}", document.title)];
    if document.hidden > 0 {
        lines.push(format!("hidden: {}", document.hidden));
    }
    if document.left_out != footnote_documents::LeftOut::default() {
        lines.push(format!("left out: {}", document.left_out.in_words()));
    }
    for page in document.pages {
        lines.extend(page.number.map(|number| format!("page {number}")));
        lines.extend(page.blocks.iter().flat_map(shown));
    }
    lines.join("\n")
}

fn shown(block: &Block) -> Vec<String> {
    match block {
        Block::Heading { level, text } => {
            vec![format!("{} {text}", "#".repeat(usize::from(*level)))]
        }
        Block::Paragraph(text) | Block::Lines(text) => vec![text.clone()],
        Block::Item(text) => vec![format!("- {text}")],
        Block::Record(fields) => vec![format!("- {}", fields.join("; "))],
        Block::Code(text) => vec![format!("```\n{text}\n```")],
        Block::Table(rows) => rows.iter().map(|row| format!("| {} |", row.join(" | "))).collect(),
    }
}

/// Returns an archive with these files.
fn archive(files: &[(&str, &str)]) -> Vec<u8> {
    let files = files.iter().map(|(name, text)| (*name, text.as_bytes()));
    archive_of(files)
}

fn archive_of<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        let options = zip::write::SimpleFileOptions::default();
        archive.start_file(name, options).unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

/// Returns a list of references between the files of an archive, each with its id, the last part of its type and its
/// target.
fn relations(of: &[(&str, &str, &str)]) -> String {
    let each = of.iter().map(|(id, kind, target)| {
        format!(r#"<Relationship Id="{id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/{kind}" Target="{target}"/>"#)
    });
    let each: String = each.collect();
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{each}</Relationships>"#
    )
}

/// Returns the properties of an office document with this title.
fn properties(title: &str) -> String {
    format!(
        r#"<cp:coreProperties xmlns:cp="urn:cp" xmlns:dc="urn:dc"><dc:title>{title}</dc:title></cp:coreProperties>"#
    )
}

/// Returns a file of Microsoft's older container with these streams.
fn container(streams: &[(&str, &[u8])]) -> Vec<u8> {
    const SECTOR: usize = 512;
    const END: u32 = 0xffff_fffe;
    let entry = |name: &str, kind: u8, start: u32, size: usize| {
        let mut bytes: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let length = bytes.len() + 2;
        bytes.resize(64, 0);
        bytes.extend(u16::try_from(length).unwrap().to_le_bytes());
        bytes.extend([kind, 1]);
        bytes.extend([0xff; 8]);
        bytes.extend(u32::from(kind == 5).to_le_bytes());
        bytes.resize(116, 0);
        bytes.extend(start.to_le_bytes());
        bytes.extend(u32::try_from(size).unwrap().to_le_bytes());
        bytes.resize(128, 0);
        bytes
    };
    // The first sector is the table of sectors, the second the directory; small streams are padded to 4,096
    // bytes, below which they would be kept elsewhere.
    let mut table = vec![0xffff_fffd, END];
    let mut directory = entry("Root Entry", 5, END, 0);
    let mut content = Vec::new();
    for (name, bytes) in streams {
        let start = u32::try_from(table.len()).unwrap();
        let sectors = bytes.len().max(4096).div_ceil(SECTOR);
        directory.extend(entry(name, 2, start, sectors * SECTOR));
        let last = start + u32::try_from(sectors).unwrap() - 1;
        table.extend(start + 1..=last);
        table.push(END);
        content.extend_from_slice(bytes);
        content.resize((table.len() - 2) * SECTOR, 0);
    }
    table.resize(SECTOR / 4, u32::MAX);
    directory.resize(SECTOR, 0);
    let mut header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".to_vec();
    header.resize(24, 0);
    for number in [0x3e_u16, 3, 0xfffe, 9, 6] {
        header.extend(number.to_le_bytes());
    }
    header.resize(44, 0);
    for number in [1, 1, 0, 4096, END, 0, END, 0, 0] {
        header.extend(number.to_le_bytes());
    }
    header.resize(SECTOR, 0xff);
    let table: Vec<u8> = table.into_iter().flat_map(u32::to_le_bytes).collect();
    [header, table, directory, content].concat()
}
