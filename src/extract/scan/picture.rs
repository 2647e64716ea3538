//! Pictures for text recognition: decoded, upright as their cameras say, and with level lines.

use std::io::Cursor;

use image::imageops::{interpolate_bilinear, rotate90, rotate180, rotate270, thumbnail};
use image::{DynamicImage, GrayImage, ImageDecoder as _, ImageReader, Limits, Luma};

use crate::ExtractError;

/// Maximum number of pixels per side that tesseract reads.
const MAX_SIDE: u32 = 32_767;

/// Maximum memory in bytes of a decoded picture: a page at 600 dots per inch in colour takes half of it.
const MAX_BYTES: u64 = 256 << 20;

/// Number of pixels per side at which a skew of a tenth of a degree moves the end of a line to another row.
const SIDE_FOR_SKEW: u32 = 600;

/// Maximum skew in tenths of a degree; pages lie askew on scanners, but not across them.
const MAX_SKEW: i32 = 150;

/// Skew in tenths of a degree up to which tesseract reads as well without correction, which blurs a page.
const LEVEL: i32 = 4;

const WHITE: Luma<u8> = Luma([255]);

/// Returns the picture in these bytes, turned as its camera says. What is transparent is white.
///
/// # Errors
///
/// Fails if it is damaged, of another kind, or too large.
pub(super) fn decoded(bytes: &[u8]) -> Result<GrayImage, ExtractError> {
    let reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format();
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_BYTES);
    (limits.max_image_width, limits.max_image_height) = (Some(MAX_SIDE), Some(MAX_SIDE));
    let mut reader = reader.map_err(|_| ExtractError::Damaged)?;
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(fault)?;
    // The limits above do not count what it is decoded into.
    if decoder.total_bytes() > MAX_BYTES {
        return Err(ExtractError::TooLarge);
    }
    let orientation = decoder.orientation().map_err(fault)?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(fault)?;
    picture.apply_orientation(orientation);
    let on_white = |pixel: &image::LumaA<u8>| {
        let [grey, opaque] = pixel.0.map(u32::from);
        Luma([u8::try_from((grey * opaque + 255 * (255 - opaque)) / 255).unwrap_or(u8::MAX)])
    };
    Ok(match picture {
        DynamicImage::ImageLuma8(picture) => picture,
        picture if picture.color().has_alpha() => {
            let picture = picture.to_luma_alpha8();
            let pixels = picture.pixels().map(on_white).flat_map(|pixel| pixel.0).collect();
            GrayImage::from_raw(picture.width(), picture.height(), pixels).unwrap_or_default()
        }
        picture => picture.to_luma8(),
    })
}

fn fault(error: image::ImageError) -> ExtractError {
    match error {
        image::ImageError::Limits(_) => ExtractError::TooLarge,
        image::ImageError::Unsupported(_) => ExtractError::Image,
        _ => ExtractError::Damaged,
    }
}

/// Returns the picture turned clockwise by a number of quarters.
pub(super) fn turned(picture: &GrayImage, quarters: u8) -> GrayImage {
    match quarters % 4 {
        1 => rotate90(picture),
        2 => rotate180(picture),
        3 => rotate270(picture),
        _ => picture.clone(),
    }
}

/// Returns the picture with its lines level, from left to right or upside down.
pub(super) fn levelled(picture: GrayImage) -> GrayImage {
    let small = shrunk(&picture);
    let (skew, rows) = skew(&small);
    let (across, columns) = self::skew(&rotate90(&small));
    if columns > rows { rotated(&rotate90(&picture), across) } else { rotated(&picture, skew) }
}

fn shrunk(picture: &GrayImage) -> GrayImage {
    let side = picture.width().max(picture.height());
    let to = |length: u32| (length * SIDE_FOR_SKEW / side).max(1);
    if side <= SIDE_FOR_SKEW {
        return picture.clone();
    }
    thumbnail(picture, to(picture.width()), to(picture.height()))
}

/// Returns the skew of a picture's lines in tenths of a degree, and how clearly they are apart there.
fn skew(picture: &GrayImage) -> (i32, f64) {
    let all = picture.pixels().map(|pixel| f64::from(pixel[0])).sum::<f64>();
    let mean = all / picture.len().max(1) as f64;
    let ink: Vec<(f64, f64, f64)> = picture
        .enumerate_pixels()
        .map(|(x, y, pixel)| (f64::from(x), f64::from(y), mean - f64::from(pixel[0])))
        .filter(|(.., darkness)| *darkness > 0.0)
        .collect();
    let height = (picture.width() + picture.height()) as usize;
    let best = |angles: &mut dyn Iterator<Item = i32>| {
        let scored = angles.map(|angle| (angle, clarity(&ink, angle, picture.width(), height)));
        scored.max_by(|(_, one), (_, other)| one.total_cmp(other)).unwrap_or_default()
    };
    let (near, _) = best(&mut (-MAX_SKEW..=MAX_SKEW).step_by(5));
    best(&mut (near - 5..=near + 5))
}

/// Returns the differences between neighbouring rows, squared, after a skew is taken out: they are largest where lines
/// and the white between them are rows.
fn clarity(ink: &[(f64, f64, f64)], skew: i32, width: u32, height: usize) -> f64 {
    let (sine, cosine) = (f64::from(skew) / 10.0).to_radians().sin_cos();
    let mut rows = vec![0.0; height + 2];
    for (x, y, darkness) in ink {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "in the picture"
        )]
        let row = (y * cosine - x * sine + f64::from(width) * sine.abs()) as usize;
        if let Some(row) = rows.get_mut(row) {
            *row += darkness;
        }
    }
    let pairs = rows.windows(2).filter_map(|pair| pair.first().zip(pair.last()));
    pairs.map(|(one, next)| (next - one) * (next - one)).sum()
}

/// Returns the picture without a skew in tenths of a degree.
fn rotated(picture: &GrayImage, skew: i32) -> GrayImage {
    if skew.abs() < LEVEL || skew.abs() >= MAX_SKEW {
        return picture.clone();
    }
    #[expect(clippy::cast_possible_truncation, reason = "a sine is small")]
    let (sine, cosine) = {
        let (sine, cosine) = (f64::from(skew) / 10.0).to_radians().sin_cos();
        (sine as f32, cosine as f32)
    };
    let (width, height) = picture.dimensions();
    let (middle_x, middle_y) = (width as f32 / 2.0, height as f32 / 2.0);
    GrayImage::from_fn(width, height, |x, y| {
        let (x, y) = (x as f32 - middle_x, y as f32 - middle_y);
        let (x, y) = (x * cosine - y * sine + middle_x, x * sine + y * cosine + middle_y);
        interpolate_bilinear(picture, x, y).unwrap_or(WHITE)
    })
}

/// Returns the picture as a portable graymap (PGM).
pub(super) fn graymap(picture: &GrayImage) -> Vec<u8> {
    let mut bytes = format!("P5\n{} {}\n255\n", picture.width(), picture.height()).into_bytes();
    bytes.extend_from_slice(picture.as_raw());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a page of twelve dark lines of words with this skew in tenths of a degree.
    fn page(skew: i32) -> GrayImage {
        let level = GrayImage::from_fn(500, 700, |x, y| {
            let is_line =
                (100..600).contains(&y) && y % 40 < 12 && (60..440).contains(&x) && x % 30 < 24;
            Luma([if is_line { 20 } else { 240 }])
        });
        rotated(&level, -skew)
    }

    #[test]
    fn the_skew_of_lines_is_found_whichever_way_they_run() {
        for angle in [0, 20, -45, 70, -110] {
            let (found, rows) = skew(&page(angle));
            assert!((found - angle).abs() <= 2, "{found} of {angle}");
            let (_, columns) = skew(&rotate90(&page(angle)));
            assert!(rows > columns);
            let (left, _) = skew(&levelled(rotate270(&page(angle))));
            assert!(left.abs() < LEVEL, "{left} is left of {angle}");
        }
    }

    #[test]
    fn what_is_transparent_is_white_and_what_is_too_large_is_refused() {
        let clear = image::RgbaImage::from_fn(2, 1, |x, _| {
            image::Rgba([0, 0, 0, if x == 0 { 0 } else { 255 }])
        });
        let mut bytes = Cursor::new(Vec::new());
        clear.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
        assert_eq!(decoded(bytes.get_ref()).unwrap().as_raw(), &[255, 0]);
        let mut wide = b"BM".to_vec();
        wide.extend([0_u8; 12]);
        wide.extend(40_u32.to_le_bytes());
        wide.extend(60_000_i32.to_le_bytes());
        wide.extend(60_000_i32.to_le_bytes());
        wide.extend([1, 0, 24, 0]);
        wide.extend([0; 24]);
        assert_eq!(decoded(&wide), Err(ExtractError::TooLarge));
        assert_eq!(decoded(b"\x89PNG\r\n\x1a\nrest"), Err(ExtractError::Damaged));
    }
}
