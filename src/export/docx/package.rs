//! The package of a Word document: its parts and their relationships.

use std::io::{self, Cursor, Write as _};

use time::OffsetDateTime;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::story::Story;
use super::xml::escaped;
use crate::paper::Paper;

/// Start of each part.
const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";

/// XML namespaces of a story.
const VOCABULARY: &str = "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\" \
    xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"";

/// An A4 page with its margins, in twentieths of a point.
const PAGE: &str = "<w:sectPr><w:pgSz w:w=\"11906\" w:h=\"16838\"/>\
    <w:pgMar w:top=\"1417\" w:right=\"1417\" w:bottom=\"1417\" w:left=\"1417\" w:header=\"708\" w:footer=\"708\" w:gutter=\"0\"/></w:sectPr>";

/// The line between the text and its footnotes.
const SEPARATORS: &str = "<w:footnote w:type=\"separator\" w:id=\"-1\"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>\
    <w:footnote w:type=\"continuationSeparator\" w:id=\"0\"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote>";

const RELATIONS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/// Returns the bytes of the document.
pub(super) fn packed(body: &Story, notes: &Story, paper: &Paper) -> io::Result<Vec<u8>> {
    let own = ["styles", "numbering", "settings", "footnotes"];
    let document = format!(
        "{HEAD}<w:document {VOCABULARY}><w:body>{}{PAGE}</w:body></w:document>",
        body.xml()
    );
    let footnotes =
        format!("{HEAD}<w:footnotes {VOCABULARY}>{SEPARATORS}{}</w:footnotes>", notes.xml());
    let parts = [
        ("[Content_Types].xml", include_str!("content-types.xml").to_owned()),
        ("_rels/.rels", include_str!("package.rels").to_owned()),
        ("docProps/core.xml", properties(paper)),
        ("word/document.xml", document),
        ("word/_rels/document.xml.rels", relations(&own, body.links())),
        ("word/footnotes.xml", footnotes),
        ("word/_rels/footnotes.xml.rels", relations(&[], notes.links())),
        ("word/styles.xml", include_str!("styles.xml").to_owned()),
        ("word/numbering.xml", numbering(body.lists())),
        ("word/settings.xml", include_str!("settings.xml").to_owned()),
    ];
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in parts {
        archive.start_file(name, SimpleFileOptions::default())?;
        archive.write_all(text.as_bytes())?;
    }
    Ok(archive.finish()?.into_inner())
}

/// Returns the relationships of a part to other parts and to the addresses of its links.
fn relations(parts: &[&str], links: &[String]) -> String {
    let parts = parts.iter().map(|part| {
        format!("<Relationship Id=\"{part}\" Type=\"{RELATIONS}/{part}\" Target=\"{part}.xml\"/>")
    });
    let links = links.iter().zip(1..).map(|(address, number)| {
        let address = escaped(address);
        format!(
            "<Relationship Id=\"link{number}\" Type=\"{RELATIONS}/hyperlink\" Target=\"{address}\" TargetMode=\"External\"/>"
        )
    });
    let all: String = parts.chain(links).collect();
    format!(
        "{HEAD}<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">{all}</Relationships>"
    )
}

/// Document properties: title, and time of the last turn.
fn properties(paper: &Paper) -> String {
    let time = paper.at.and_then(|at| OffsetDateTime::from_unix_timestamp(at).ok());
    let time = time.map(|time| {
        let (hour, minute, second) = time.to_hms();
        let time = format!("{}T{hour:02}:{minute:02}:{second:02}Z", time.date());
        format!("<dcterms:modified xsi:type=\"dcterms:W3CDTF\">{time}</dcterms:modified>")
    });
    format!(
        "{HEAD}<cp:coreProperties xmlns:cp=\"http://schemas.openxmlformats.org/package/2006/metadata/core-properties\" \
         xmlns:dc=\"http://purl.org/dc/elements/1.1/\" xmlns:dcterms=\"http://purl.org/dc/terms/\" \
         xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"><dc:title>{}</dc:title>{}</cp:coreProperties>",
        escaped(&paper.title),
        time.unwrap_or_default(),
    )
}

/// List definitions: the bulleted list, and each numbered list with its first number.
fn numbering(lists: &[(u64, usize)]) -> String {
    let levels = |form: &str, sign: fn(usize) -> String| -> String {
        let level = |at: usize| {
            format!(
                "<w:lvl w:ilvl=\"{at}\"><w:start w:val=\"1\"/><w:numFmt w:val=\"{form}\"/><w:lvlText w:val=\"{}\"/>\
                 <w:lvlJc w:val=\"left\"/><w:pPr><w:ind w:left=\"{}\" w:hanging=\"360\"/></w:pPr></w:lvl>",
                sign(at),
                360 * (at + 1),
            )
        };
        (0..9).map(level).collect()
    };
    let numbered = lists.iter().zip(2..).map(|((start, level), number)| {
        format!(
            "<w:num w:numId=\"{number}\"><w:abstractNumId w:val=\"1\"/><w:lvlOverride w:ilvl=\"{level}\">\
             <w:startOverride w:val=\"{}\"/></w:lvlOverride></w:num>",
            (*start).min(u64::from(u16::MAX)),
        )
    });
    format!(
        "{HEAD}<w:numbering {VOCABULARY}>\
         <w:abstractNum w:abstractNumId=\"0\"><w:multiLevelType w:val=\"hybridMultilevel\"/>{}</w:abstractNum>\
         <w:abstractNum w:abstractNumId=\"1\"><w:multiLevelType w:val=\"hybridMultilevel\"/>{}</w:abstractNum>\
         <w:num w:numId=\"1\"><w:abstractNumId w:val=\"0\"/></w:num>{}</w:numbering>",
        levels("bullet", |_| "•".to_owned()),
        levels("decimal", |at| format!("%{}.", at + 1)),
        numbered.collect::<String>(),
    )
}
