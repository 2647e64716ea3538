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

/// Signatures of TIFF, little-endian and big-endian.
const TIFF: [&[u8]; 2] = [b"II*\0", b"MM\0*"];

/// Maximum number of pages that are counted in a TIFF.
const MAX_COUNTED: usize = 1_000;

/// Minimum resolution in dots per inch that tesseract accepts.
const MIN_DPI: u32 = 70;

/// Reads a page of a PDF or of a TIFF, or another image. The number of pages is sent first, in case the page ends this process.
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
        tell(Reply::Scan { pages: pages_of_tiff(&bytes) })?;
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
    if TIFF.iter().any(|begin| picture.starts_with(begin)) {
        let page = format!("tessedit_page_number={}", request.page.saturating_sub(1));
        command.args(["-c", &page]);
    }
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

/// Returns the number of pages of a TIFF, by the chain of its directories; 1 for other images.
fn pages_of_tiff(bytes: &[u8]) -> u32 {
    let is_little = bytes.starts_with(TIFF[0]);
    let number = |at: usize, length: usize| {
        let own = bytes.get(at..at.checked_add(length)?)?;
        let add = |sum: usize, byte: &u8| (sum << 8) | usize::from(*byte);
        Some(if is_little { own.iter().rev().fold(0, add) } else { own.iter().fold(0, add) })
    };
    // A directory has the number of its entries of twelve bytes, the entries, and the place of the next one.
    let next = |at: usize| number(at + 2 + 12 * number(at, 2)?, 4);
    let mut at = number(4, 4).filter(|_| is_little || bytes.starts_with(TIFF[1]));
    let is_there = |place: &usize| *place > 0 && number(*place, 2).is_some();
    let mut seen = Vec::new();
    while let Some(place) = at.filter(is_there).filter(|place| !seen.contains(place)) {
        seen.push(place);
        at = if seen.len() < MAX_COUNTED { next(place) } else { None };
    }
    u32::try_from(seen.len()).unwrap_or(u32::MAX).max(1)
}

fn command(program: &Path, languages: &str) -> Command {
    let mut command = Command::new(program);
    command.env_clear().env("OMP_THREAD_LIMIT", "1");
    command.args(["-", "-", "-l", languages]);
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a TIFF of directories without entries at these places, each leading to the next.
    fn tiff(places: &[u32], last: u32) -> Vec<u8> {
        let mut bytes = b"MM\0*".to_vec();
        bytes.extend(places.first().copied().unwrap_or(last).to_be_bytes());
        for at in 1..=places.len() {
            bytes.extend([0, 0]);
            bytes.extend(places.get(at).copied().unwrap_or(last).to_be_bytes());
        }
        bytes
    }

    #[test]
    fn pages_of_a_tiff_are_counted_and_a_circle_of_them_ends() {
        assert_eq!(pages_of_tiff(&tiff(&[8, 14, 20], 0)), 3);
        assert_eq!(pages_of_tiff(&tiff(&[8, 14], 8)), 2);
        assert_eq!(pages_of_tiff(&tiff(&[8], u32::MAX)), 1);
        assert_eq!(pages_of_tiff(b"MM\0*"), 1);
        assert_eq!(pages_of_tiff(b"GIF89a----------"), 1);
    }
}
