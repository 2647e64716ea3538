//! Rendering a page and reading its words with tesseract: the child's side.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use super::request::{ScanRequest, ScannedPage};
use super::words;
use crate::extract::format::Format;
use crate::extract::reply::Reply;
use crate::extract::{ExtractError, pdf};

/// Signatures of the images that are passed to tesseract. It takes any other file for a list of files and addresses to
/// read, so nothing else may be passed to it.
const PICTURES: [&[u8]; 6] =
    [b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF87a", b"GIF89a", b"II*\0", b"MM\0*"];

/// Minimum resolution in dots per inch that tesseract accepts.
const MIN_DPI: u32 = 70;

/// Reads a page of a PDF, or a whole image. The number of pages is sent first, in case the page ends this process.
///
/// # Errors
///
/// The reason why it cannot be read, or the error of `tell`.
pub(in crate::extract) fn read(
    promised: &Format,
    bytes: Vec<u8>,
    request: &ScanRequest,
    mut tell: impl FnMut(Reply) -> Result<(), ExtractError>,
) -> Result<(), ExtractError> {
    let pages = if PICTURES.iter().any(|begin| bytes.starts_with(begin)) {
        tell(Reply::Scan { pages: 1 })?;
        recognised(&bytes, None, request)?
    } else if promised.name() == "pdf" {
        let pdf = pdf::opened(bytes)?;
        tell(Reply::Scan { pages: u32::try_from(pdf.pages().len()).unwrap_or(u32::MAX) })?;
        let drawn = pdf::drawn(&pdf, request.page)?;
        recognised(&drawn.picture, Some(drawn.dpi), request)?
    } else {
        return Err(ExtractError::Image);
    };
    pages.into_iter().try_for_each(|page| tell(Reply::Recognised(page)))?;
    tell(Reply::Ended { hidden: 0, left_out: String::new() })
}

/// Reads the words of an image. Tesseract inherits the limits of this process.
fn recognised(
    picture: &[u8],
    dpi: Option<u32>,
    request: &ScanRequest,
) -> Result<Vec<ScannedPage>, ExtractError> {
    let mut command = command(&request.program, &request.languages);
    if let Some(dpi) = dpi {
        command.args(["--dpi", &dpi.max(MIN_DPI).to_string()]);
    }
    command.arg("tsv").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut process = command.spawn().map_err(|_| ExtractError::NotStarted)?;
    if let Some(mut input) = process.stdin.take() {
        // Tesseract reads all of its input before it writes. If it fails early, it closes its input, and its status
        // says so.
        let _ = input.write_all(picture);
    }
    let output = process.wait_with_output().map_err(|_| ExtractError::NotStarted)?;
    if !output.status.success() {
        return Err(ExtractError::Damaged);
    }
    Ok(words::pages(&String::from_utf8_lossy(&output.stdout)))
}

fn command(program: &Path, languages: &str) -> Command {
    let mut command = Command::new(program);
    command.env_clear().env("OMP_THREAD_LIMIT", "1");
    command.args(["-", "-", "-l", languages]);
    command
}
