//! Rendering a page of a PDF as a greyscale image.

use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{PixmapSettings, RenderCache, RenderSettings};
use hayro_interpret::InterpreterSettings;
use hayro_syntax::Pdf;

use super::reason;
use crate::extract::ExtractError;

/// Resolution of rendered pages in dots per inch, which suits text recognition.
const DPI: f32 = 300.0;

/// Points per inch.
const POINTS: f32 = 72.0;

/// Maximum number of pixels per side: at [`DPI`], a third more than A4 has.
const MAX_PIXELS: f32 = 4_000.0;

/// A rendered page.
pub(in crate::extract) struct DrawnPage {
    /// The image as a portable graymap (PGM).
    pub(in crate::extract) picture: Vec<u8>,
    /// Its resolution in dots per inch.
    pub(in crate::extract) dpi: u32,
}

/// Opens a PDF.
///
/// # Errors
///
/// The reason why it cannot be read.
pub(in crate::extract) fn opened(bytes: Vec<u8>) -> Result<Pdf, ExtractError> {
    Pdf::new(bytes).map_err(reason)
}

/// Renders a page, counted from 1.
///
/// # Errors
///
/// Fails if there is no such page, or it has no size.
pub(in crate::extract) fn drawn(pdf: &Pdf, page: usize) -> Result<DrawnPage, ExtractError> {
    let page = page.checked_sub(1).and_then(|at| pdf.pages().get(at)).ok_or(ExtractError::Empty)?;
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
    let mut picture = format!("P5\n{} {}\n255\n", drawn.width(), drawn.height()).into_bytes();
    picture.extend(drawn.data().iter().map(|pixel| grey([pixel.r, pixel.g, pixel.b])));
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
