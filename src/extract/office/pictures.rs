//! Pictures in office documents, whose words are read as those of scans.

use footnote_text::list::has;

use super::archive::Archive;
use super::relations::Relations;
use super::slides;
use crate::ExtractError;

/// Folders with the pictures of texts, sheets and documents of the Open Document Format. Those of presentations belong
/// to slides.
const FOLDERS: [&str; 3] = ["word/media/", "xl/media/", "Pictures/"];

/// The endings of pictures that can be decoded; drawings made of lines are not among them.
const ENDINGS: &str = "png jpg jpeg gif bmp tif tiff webp";

/// Returns the numbers of the pictures of a document without slides; none for other files.
pub(crate) fn numbers(bytes: &[u8]) -> Vec<u32> {
    let archive = Some(bytes).filter(|bytes| Archive::begins(bytes));
    let names = archive.and_then(|bytes| Archive::open(bytes).ok()).map(|archive| names(&archive));
    (1..).zip(names.unwrap_or_default()).map(|(number, _)| number).collect()
}

/// Returns the pictures of a slide, or the picture with this number in a document without slides; also the number of
/// slides or pictures.
///
/// # Errors
///
/// Fails if the document is damaged or too large.
pub(crate) fn of_page(bytes: &[u8], page: usize) -> Result<(Vec<Vec<u8>>, usize), ExtractError> {
    let mut archive = Archive::open(bytes)?;
    let at = page.saturating_sub(1);
    let (names, count) = if archive.has_folder("ppt/") {
        let slides = slides::files(&mut archive)?;
        let slide = slides.get(at).ok_or(ExtractError::Empty)?;
        (of_slide(&Relations::of(&mut archive, slide)?), slides.len())
    } else {
        let names = names(&archive);
        let count = names.len();
        (names.into_iter().skip(at).take(1).collect(), count)
    };
    let pictures = names.iter().filter_map(|name| archive.bytes(name).transpose());
    Ok((pictures.collect::<Result<_, _>>()?, count))
}

/// Returns the names of the pictures that a slide refers to.
pub(super) fn of_slide(slide: &Relations) -> Vec<String> {
    let pictures = slide.all("image").filter(|name| is_picture(name));
    pictures.map(str::to_owned).collect()
}

/// Returns the names of all pictures of a document without slides.
fn names(archive: &Archive<'_>) -> Vec<String> {
    let mut names = archive.names();
    let is_in_folder = |name: &str| FOLDERS.iter().any(|folder| name.starts_with(folder));
    names.retain(|name| is_in_folder(name) && is_picture(name));
    names.sort_unstable();
    names
}

fn is_picture(name: &str) -> bool {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    ending.is_some_and(|ending| has(ENDINGS, &ending))
}
