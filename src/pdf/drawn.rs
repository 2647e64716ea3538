//! Rendering a page of a PDF as a greyscale image.

use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{PixmapSettings, RenderCache, RenderSettings};
use hayro_interpret::InterpreterSettings;
use hayro_interpret::kurbo::Point;
use hayro_syntax::Pdf;
use image::GrayImage;

use super::{glyphs, reason};
use footnote_documents::ExtractError;

/// Resolution of rendered pages in dots per inch, which suits text recognition.
const DPI: f32 = 300.0;

/// Points per inch.
const POINTS: f32 = 72.0;

/// Maximum number of pixels per side: at [`DPI`], a third more than A4 has.
const MAX_PIXELS: f32 = 4_000.0;

/// A rendered page.
pub struct DrawnPage {
    /// The image.
    pub picture: GrayImage,
    /// Its resolution in dots per inch.
    pub dpi: u32,
}

/// Opens a PDF.
///
/// # Errors
///
/// The reason why it cannot be read.
pub fn opened(bytes: Vec<u8>) -> Result<Pdf, ExtractError> {
    Pdf::new(bytes).map_err(reason)
}

/// Renders a page, counted from 1, or only the pictures on it that may hold words.
///
/// # Errors
///
/// Fails if there is no such page, or it has no size.
pub fn drawn(pdf: &Pdf, page: usize, only_pictures: bool) -> Result<DrawnPage, ExtractError> {
    let page = page.checked_sub(1).and_then(|at| pdf.pages().get(at)).ok_or(ExtractError::Empty)?;
    let pictures = only_pictures.then(|| glyphs::of_pages(pdf, std::iter::once(page)).next());
    let pictures = pictures.flatten().map(|page| page.pictures);
    let (width, height) = page.render_dimensions();
    let scale = (DPI / POINTS).min(MAX_PIXELS / width.max(height).max(1.0));
    if width * scale < 1.0 || height * scale < 1.0 {
        return Err(ExtractError::Empty);
    }
    let settings = PixmapSettings { x_scale: scale, y_scale: scale, bg_color: WHITE };
    let drawn = hayro::render(
        page,
        &RenderCache::new(),
        &InterpreterSettings::default(),
        &RenderSettings::default(),
        &settings,
    );
    let greys = drawn.data().iter().map(|pixel| grey([pixel.r, pixel.g, pixel.b])).collect();
    let (width, height) = (u32::from(drawn.width()), u32::from(drawn.height()));
    let mut picture = GrayImage::from_raw(width, height, greys).ok_or(ExtractError::Damaged)?;
    if let Some(pictures) = pictures {
        let is_within = |x: u32, y: u32| {
            let scale = f64::from(scale);
            let place = Point::new(f64::from(x) / scale, f64::from(y) / scale);
            pictures.iter().any(|picture| picture.contains(place))
        };
        let outside = picture.enumerate_pixels_mut().filter(|(x, y, _)| !is_within(*x, *y));
        outside.for_each(|(.., pixel)| pixel.0 = [u8::MAX]);
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is from 0 to 300"
    )]
    let dpi = (scale * POINTS).round() as u32;
    Ok(DrawnPage { picture, dpi })
}

/// The brightness of a colour, weighted according to Rec. 601.
fn grey(colour: [u8; 3]) -> u8 {
    let [red, green, blue] = colour.map(u32::from);
    u8::try_from((299 * red + 587 * green + 114 * blue) / 1000).unwrap_or(u8::MAX)
}
