//! Reading the words of pages and pictures with tesseract: the child's side.

use std::io::Write as _;
use std::process::{Command, Stdio};

use image::GrayImage;

use super::request::{ScanRequest, ScannedPage};
use super::{kept, picture, tiff, words};
use crate::format::Format;
use crate::reply::Reply;
use crate::{ExtractError, formats, office};

/// Minimum resolution in dots per inch that tesseract accepts.
const MIN_DPI: u32 = 70;

/// Maximum number of pictures that are read on one page or slide.
const MAX_PICTURES: usize = 20;

/// Reads a page of a PDF or of a TIFF, another image, or the pictures of a page. The number of pages is sent first, in
/// case the page ends this process.
///
/// # Errors
///
/// The reason why it cannot be read, or the error of `tell`.
pub(crate) fn read(
    promised: &'static Format,
    bytes: Vec<u8>,
    request: &ScanRequest,
    mut tell: impl FnMut(Reply) -> Result<(), ExtractError>,
) -> Result<(), ExtractError> {
    let page = if formats::is_image(promised, &bytes) {
        tell(Reply::Scan { pages: tiff::pages(&bytes) })?;
        recognised(picture::decoded(&tiff::page(bytes, request.page))?, None, request)?
    } else if promised.name() == "pdf" {
        let pdf = footnote_pdf::opened(bytes)?;
        tell(Reply::Scan { pages: u32::try_from(pdf.pages().len()).unwrap_or(u32::MAX) })?;
        let drawn = footnote_pdf::drawn(&pdf, request.page, request.only_pictures)?;
        recognised(drawn.picture, Some(drawn.dpi), request)?
    } else {
        let (pictures, pages) = office::pictures::of_page(&bytes, request.page)?;
        tell(Reply::Scan { pages: u32::try_from(pages).unwrap_or(u32::MAX) })?;
        let read = pictures.iter().take(MAX_PICTURES).filter_map(|bytes| {
            // A drawing of another kind does not keep the other pictures from being read.
            recognised(picture::decoded(bytes).ok()?, None, request).ok()
        });
        kept::together(read)
    };
    tell(Reply::Recognised(page))
}

/// Reads the words of a picture whichever way it is turned: the most certain words of all ways.
fn recognised(
    picture: GrayImage,
    dpi: Option<u32>,
    request: &ScanRequest,
) -> Result<ScannedPage, ExtractError> {
    let level = picture::levelled(picture);
    let mut best = ScannedPage::default();
    // Lines run across after levelling; pages stand on their heads more often than that went wrong.
    for quarters in [0, 2, 1, 3] {
        let page = tesseract(&picture::turned(&level, quarters), dpi, request)?;
        if page.confidence > best.confidence {
            best = page;
        }
        if !best.is_poor() {
            break;
        }
    }
    Ok(best)
}

/// Has tesseract read a picture. It inherits the limits of this process.
fn tesseract(
    picture: &GrayImage,
    dpi: Option<u32>,
    request: &ScanRequest,
) -> Result<ScannedPage, ExtractError> {
    let mut command = Command::new(&request.program);
    command.env_clear().env("OMP_THREAD_LIMIT", "1");
    command.args(["-", "-", "-l", &request.languages]);
    if let Some(dpi) = dpi {
        command.args(["--dpi", &dpi.max(MIN_DPI).to_string()]);
    }
    command.arg("tsv").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut process = command.spawn().map_err(|_| ExtractError::NotStarted)?;
    if let Some(mut input) = process.stdin.take() {
        // Tesseract reads all of its input before it writes. If it fails early, it closes its input, and its status
        // says so.
        let _ = input.write_all(&picture::graymap(picture));
    }
    let output = process.wait_with_output().map_err(|_| ExtractError::NotStarted)?;
    if !output.status.success() {
        return Err(ExtractError::Damaged);
    }
    Ok(words::page(&String::from_utf8_lossy(&output.stdout)))
}
