//! All formats, and the choice among them: by content before name.

use footnote_text::hidden::clean;
use footnote_text::list::has;

use super::chunks::decode;
use super::format::FormatReader::{self, Enclosing, Guarded, Text};
use super::format::Signature::{self, Archive as AnyArchive, Begins, Folder, MediaType, Stream};
use super::format::{Format, PLAIN};
use super::office::archive::Archive;
use super::office::{container, docx, epub, odf, ods, old, pictures, pptx};
use super::sheets::{self, csv};
use super::{
    ExtractError, ParsedDocument, code, html, json, mail, markdown, notebook, packed, plain, rtf,
    subtitles, tex,
};

/// All formats, one per line: endings, content type, signature and reader.
pub(super) static FORMATS: &[Format] = &[
    Format::new("pdf", "application/pdf", Begins(&[b"%PDF-"]), Enclosing(pdf)),
    Format::new(
        "html htm xhtml",
        "text/html; charset=utf-8",
        Signature::Name,
        Guarded(html::extract),
    ),
    Format::new("md markdown", PLAIN, Signature::Name, Text(markdown::read)),
    Format::new("txt text", PLAIN, Signature::Name, Text(plain::read)),
    Format::new(
        "docx docm dotx dotm",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        Folder("word/"),
        Guarded(docx::extract),
    ),
    Format::new(
        "pptx pptm ppsx ppsm potx potm",
        "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        Folder("ppt/"),
        Guarded(pptx::extract),
    ),
    Format::new("doc dot", "application/msword", Stream(&["WordDocument"]), Guarded(old::extract)),
    Format::new(
        "ppt pps pot",
        "application/vnd.ms-powerpoint",
        Stream(&["PowerPoint Document"]),
        Guarded(old::extract),
    ),
    Format::new("odt ott", ODT, MediaType(ODT), Guarded(odf::extract)),
    Format::new("odp otp", ODP, MediaType(ODP), Guarded(odf::extract)),
    Format::new("epub", EPUB, MediaType(EPUB), Guarded(epub::extract)),
    Format::new(
        "xlsx xlsm xltx xltm xlsb",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        Folder("xl/"),
        Guarded(sheets::extract),
    ),
    Format::new(
        "xls xlt",
        "application/vnd.ms-excel",
        Stream(&["Workbook", "Book"]),
        Guarded(sheets::extract),
    ),
    Format::new("ods ots", ODS, MediaType(ODS), Guarded(ods::extract)),
    Format::new("csv tsv tab", "text/csv; charset=utf-8", Signature::Name, Text(csv::read)),
    Format::new("eml", "message/rfc822", Signature::Name, Enclosing(mail::message)),
    Format::new(
        "msg",
        "application/vnd.ms-outlook",
        Stream(&["__properties_version1.0", "__nameid_version1.0"]),
        Enclosing(mail::outlook),
    ),
    Format::new("mbox", "application/mbox", Signature::Name, Enclosing(mail::mailbox)),
    Format::new(
        "tnef winmail.dat",
        "application/ms-tnef",
        Begins(&[mail::TNEF]),
        Enclosing(mail::tnef),
    ),
    Format::new("mhtml mht", "multipart/related", Signature::Name, Guarded(mail::web_archive)),
    Format::new("ics", "text/calendar; charset=utf-8", Signature::Name, Text(mail::calendar::read)),
    Format::new(
        "vcf vcard",
        "text/vcard; charset=utf-8",
        Signature::Name,
        Text(mail::contacts::read),
    ),
    Format::new("zip", "application/zip", AnyArchive, Enclosing(archive)),
    Format::new("rtf", "application/rtf", Begins(&[b"{\\rtf"]), Guarded(rtf::extract)),
    Format::new("json", "application/json", Signature::Name, Guarded(json::extract)),
    Format::new("jsonl ndjson", "application/jsonl", Signature::Name, Guarded(json::extract_lines)),
    Format::new("ipynb", "application/x-ipynb+json", Signature::Name, Guarded(notebook::extract)),
    Format::new("tex latex", "application/x-tex", Signature::Name, Text(tex::read)),
    Format::new("srt vtt", PLAIN, Signature::Name, Text(subtitles::read)),
    Format::new(CODE, PLAIN, Signature::Name, Text(code::read)),
    // Known, but not read.
    Format::new("png", "image/png", Begins(&[b"\x89PNG\r\n\x1a\n"]), IMAGE),
    Format::new("jpg jpeg", "image/jpeg", Begins(&[b"\xff\xd8\xff"]), IMAGE),
    Format::new("gif", "image/gif", Begins(&[b"GIF87a", b"GIF89a"]), IMAGE),
    Format::new("tif tiff", "image/tiff", Begins(&[b"II*\0", b"MM\0*"]), IMAGE),
    // Text could begin with the signatures of these formats.
    Format::new("webp", "image/webp", Signature::Name, IMAGE),
    Format::new("bmp", "image/bmp", Signature::Name, IMAGE),
    Format::new("heic", "image/heic", Signature::Name, IMAGE),
    Format::new("avif", "image/avif", Signature::Name, IMAGE),
];

/// Images are described rather than read.
const IMAGE: FormatReader = FormatReader::None(ExtractError::Image);

/// The content types of archives that state their own.
const ODT: &str = "application/vnd.oasis.opendocument.text";
const ODP: &str = "application/vnd.oasis.opendocument.presentation";
const ODS: &str = "application/vnd.oasis.opendocument.spreadsheet";
const EPUB: &str = "application/epub+zip";

/// The endings of source code.
pub(super) const CODE: &str = "\
    rs py js mjs cjs jsx ts tsx go java kt scala c h cc cpp hpp cs rb php swift sh bash ps1 sql \
    lua r jl pl vb";

/// Number of bytes at the beginning of a file that may contain a signature.
const SNIFFED_BYTES: usize = 1024;

/// The tags by which a web page is recognised.
const HTML: [&[u8]; 3] = [b"<!doctype html", b"<html", b"<table"];

/// The stream that contains an Office document with a password.
const ENCRYPTED: &str = "EncryptedPackage";

/// Returns the format that the ending of a name promises, or the whole name.
pub fn of_name(path: &str) -> Option<&'static Format> {
    let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    let (_, ending) = name.rsplit_once('.')?;
    FORMATS.iter().find(|format| has(format.endings, ending) || has(format.endings, &name))
}

/// Returns the kind of a file by the ending of its name: the usual ending of its format, or its own ending for source
/// code; `None` for unknown formats.
pub fn kind(path: &str) -> Option<&'static str> {
    let format = of_name(path)?;
    if format.endings != CODE {
        return Some(format.name());
    }
    let ending = path.rsplit('.').next().unwrap_or_default();
    CODE.split(' ').find(|own| own.eq_ignore_ascii_case(ending))
}

/// Returns the ending for files with this content type.
pub fn ending(media_type: &str) -> Option<&'static str> {
    let essence = |media_type: &str| {
        let essence = media_type.split(';').next().unwrap_or_default();
        essence.trim().to_ascii_lowercase()
    };
    let asked = essence(media_type);
    // Markdown is served as plain text, because browsers do not display it.
    let asked = match asked.as_str() {
        "text/plain" => return Some("txt"),
        "text/markdown" => return Some("md"),
        asked => asked,
    };
    let found = FORMATS.iter().find(|format| essence(format.media_type) == asked);
    found.map(Format::name)
}

/// Returns the format with this name in a child process.
pub(super) fn named(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name() == name)
}

/// Returns the format of the file at `path`, as far as its beginning shows. Archives and containers count as the format
/// that their name promises until they are read as a whole.
///
/// # Errors
///
/// Fails if the ending is unknown, or the content is empty or contradicts the name.
pub(super) fn of(path: &str, head: &[u8]) -> Result<&'static Format, ExtractError> {
    let promised = of_name(path).ok_or(ExtractError::Unsupported)?;
    if head.iter().all(u8::is_ascii_whitespace) {
        return Err(ExtractError::Empty);
    }
    detect_by_start(promised, head)
}

fn detect_by_start(
    promised: &'static Format,
    head: &[u8],
) -> Result<&'static Format, ExtractError> {
    let begins = |format: &&Format| match format.signature {
        Begins(marks) => marks.iter().any(|signature| head.starts_with(signature)),
        _ => false,
    };
    if let Some(found) = FORMATS.iter().find(begins) {
        return Ok(found);
    }
    let near = head.get(..SNIFFED_BYTES).unwrap_or(head);
    let kept = match promised.signature {
        _ if is_packed(head) => true,
        Signature::Name => true,
        // PDF readers accept a header that comes a little later.
        Begins(marks) => marks.iter().any(|signature| holds(near, signature)),
        // Many systems export web pages with the extensions of office formats.
        Folder(_) | MediaType(_) | Stream(_) if is_html(near) => {
            return named("html").ok_or(ExtractError::Mislabelled);
        }
        Folder(_) | MediaType(_) | Stream(_) if is_sheet(promised) && is_separated(near) => {
            return named("csv").ok_or(ExtractError::Mislabelled);
        }
        Folder(_) | MediaType(_) | Stream(_) | AnyArchive => false,
    };
    kept.then_some(promised).ok_or(ExtractError::Mislabelled)
}

fn is_sheet(format: &Format) -> bool {
    ["xlsx", "xls", "ods"].contains(&format.name())
}

/// Returns true if a file with this beginning has separated values.
fn is_separated(beginning: &[u8]) -> bool {
    decode(beginning).is_ok_and(|text| !text.starts_with('<') && csv::is_separated(&text))
}

/// Returns true if a file with this beginning is a web page, in any encoding.
fn is_html(beginning: &[u8]) -> bool {
    let bytes = beginning.iter().filter(|byte| **byte != 0);
    let bytes = bytes.map(u8::to_ascii_lowercase);
    // After the byte order mark. Mails and XML workbooks may also contain web pages and tables.
    let bytes: Vec<u8> =
        bytes.skip_while(|byte| *byte != b'<' && !byte.is_ascii_graphic()).collect();
    bytes.starts_with(b"<")
        && !holds(&bytes, b"<workbook")
        && HTML.iter().any(|signature| holds(&bytes, signature))
}

fn holds(bytes: &[u8], signature: &[u8]) -> bool {
    bytes.windows(signature.len()).any(|bytes| bytes == signature)
}

/// Returns the format of a whole file, regardless of its name.
fn detect(promised: &'static Format, bytes: &[u8]) -> Result<&'static Format, ExtractError> {
    if Archive::begins(bytes) {
        let mut archive = Archive::open(bytes)?;
        let media_type = archive.text("mimetype")?.unwrap_or_default();
        let found = FORMATS.iter().find(|format| match format.signature {
            Folder(folder) => archive.has_folder(folder),
            MediaType(begin) => media_type.starts_with(begin),
            _ => false,
        });
        let is_archive = matches!(promised.signature, AnyArchive);
        return found.or(is_archive.then_some(promised)).ok_or(ExtractError::Unsupported);
    }
    if container::begins(bytes) {
        if container::stream(bytes, ENCRYPTED).is_some() {
            return Err(ExtractError::Protected);
        }
        // The first of several streams belongs to the document itself, the others to embedded documents.
        let place = |format: &Format| match format.signature {
            Stream(names) => names.iter().filter_map(|name| container::stream(bytes, name)).min(),
            _ => None,
        };
        let found = FORMATS.iter().filter_map(|format| Some((place(format)?, format)));
        let first = found.min_by_key(|(place, _)| *place);
        return first.map(|(_, format)| format).ok_or(ExtractError::Unsupported);
    }
    detect_by_start(promised, bytes)
}

/// Returns true if a file with this content is text, which can be read without a child process.
pub(super) fn is_light(format: &Format, bytes: &[u8]) -> bool {
    matches!(format.reader, Text(_)) && !is_packed(bytes)
}

fn is_image_format(format: &Format) -> bool {
    matches!(format.reader, FormatReader::None(ExtractError::Image))
}

/// Returns true if a file is an image that can be decoded: by its signature, or by its name where text could begin with
/// the signature.
pub(super) fn is_image(promised: &'static Format, bytes: &[u8]) -> bool {
    detect_by_start(promised, bytes).is_ok_and(is_image_format)
}

/// Returns true if files of this format enclose others.
pub(super) fn encloses(format: &Format) -> bool {
    matches!(format.reader, Enclosing(_))
}

/// Returns true if a file with this beginning is packed, so that its format is only known from the whole file.
pub(super) fn is_packed(head: &[u8]) -> bool {
    Archive::begins(head) || container::begins(head)
}

/// Reads a file whose name promises this format. Invisible characters are removed from its title, but not from its
/// blocks.
///
/// # Errors
///
/// The reason why it cannot be read, for readers.
pub(super) fn read<'a>(
    promised: &'static Format,
    bytes: &'a [u8],
) -> Result<ParsedDocument<'a>, ExtractError> {
    let mut reading = match detect(promised, bytes)?.reader {
        Text(read) => read(bytes)?,
        Guarded(extract) => {
            let mut document = extract(bytes).map_err(|error| unless_drawn(error, bytes))?;
            document.pictures.extend(pictures::numbers(bytes));
            ParsedDocument::of(document)
        }
        Enclosing(read) => read(bytes)?,
        FormatReader::None(error) => return Err(error),
    };
    reading.hidden += clean(&mut reading.title);
    Ok(reading)
}

/// Reads PDF, with the files attached to it.
fn pdf(bytes: &[u8]) -> Result<ParsedDocument<'_>, ExtractError> {
    let (document, parts) = footnote_pdf::read(bytes)?;
    Ok(ParsedDocument { parts, ..ParsedDocument::of(document) })
}

/// Reads an archive of documents.
fn archive(bytes: &[u8]) -> Result<ParsedDocument<'_>, ExtractError> {
    packed::extract(bytes, |name| of_name(name).is_some())
}

/// Returns the error of a document without words, which may be in its pictures.
fn unless_drawn(error: ExtractError, bytes: &[u8]) -> ExtractError {
    let is_wordless = matches!(error, ExtractError::NoWords | ExtractError::Empty);
    let is_drawn = is_wordless && !pictures::numbers(bytes).is_empty();
    if is_drawn { ExtractError::NoText } else { error }
}
