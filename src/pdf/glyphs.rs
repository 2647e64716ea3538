//! The glyphs of a page: their characters and positions, in drawing order.

use std::collections::HashMap;

use hayro_interpret::font::{Glyph as Drawn, GlyphRun};
use hayro_interpret::hayro_cmap::WritingMode;
use hayro_interpret::kurbo::{Affine, BezPath, Point, Rect};
use hayro_interpret::{
    BlendMode, ClipPath, Context, Device, DrawMode, DrawProps, Image, ImageDrawProps,
    InterpreterCache, InterpreterSettings, SoftMask, interpret_page,
};
use hayro_syntax::Pdf;
use hayro_syntax::page::Page;
use icu_normalizer::ComposingNormalizerBorrowed;

use super::canvas::{Canvas, Ink, ink};
use super::fields;
use super::fonts::Fonts;
use super::glyph::{Glyph, frame};
use super::pictures;
use footnote_documents::visible::letters;

/// Maximum number of glyphs of a page. No real page has as many; a page with more is built to exhaust memory, and the
/// rest is left out.
const MAX_GLYPHS: usize = 500_000;

/// Font size in points up to which text is invisible; slightly more than 1, because sizes are affected by rounding.
const INVISIBLE_SIZE: f64 = 1.01;

/// Angle in degrees up to which text counts as upright, because scans may be skewed.
const NEARLY_UPRIGHT: f64 = 3.0;

/// Maximum number of glyphs in a run that is filled and then stroked.
const MAX_RUN: usize = 1_000;

/// Font weight from which fonts are bold.
const BOLD: u32 = 600;

/// The visible glyphs of a page, and its size.
pub(super) struct GlyphPage {
    /// Its width and height in points.
    pub(super) size: (f64, f64),
    /// The glyphs that a reader of the page sees.
    pub(super) glyphs: Vec<Glyph>,
    /// Number of invisible characters.
    pub(super) hidden: usize,
    /// Number of glyphs whose characters are unknown.
    pub(super) unread: usize,
    /// The pictures that may hold words.
    pub(super) pictures: Vec<Rect>,
}

impl GlyphPage {
    /// Returns the note for readers about unknown characters; `None` if there are hardly any.
    pub(super) fn note(&self) -> Option<String> {
        let all =
            self.unread + self.glyphs.iter().filter(|glyph| !glyph.text.trim().is_empty()).count();
        let share = 100 * self.unread / all.max(1);
        (share > 0).then(|| {
            format!("[{share} % of the characters of this page cannot be read: their font does not tell them.]")
        })
    }
}

/// Returns the glyphs of each of these pages.
pub(super) fn of_pages<'a>(
    pdf: &'a Pdf,
    pages: impl Iterator<Item = &'a Page<'a>>,
) -> impl Iterator<Item = GlyphPage> {
    let cache = InterpreterCache::new();
    let mut fonts = Fonts::of(pdf);
    pages.map(move |page| {
        let coefficients = page.initial_transform(true).as_coeffs();
        let (width, height) = page.render_dimensions();
        let area = Rect::new(0.0, 0.0, f64::from(width), f64::from(height));
        let settings = InterpreterSettings::default();
        let transform = Affine::new(coefficients);
        let mut context = Context::new(transform, area, &cache, pdf.xref(), settings);
        let mut collector = Collector::new(area, &mut fonts);
        interpret_page(page, &mut context, &mut collector);
        let mut sheet = collector.visible_page(area);
        fields::put(page, transform, &mut sheet.glyphs);
        sheet
    })
}

/// The style of a run.
#[derive(Clone, Copy)]
struct Style {
    bold: bool,
    /// True if its lines run from top to bottom.
    is_vertical: bool,
}

/// A text with the position where it was drawn, as a cell of a grid of two points.
type DrawnPosition = (String, i64, i64);

/// A drawing device that only records glyphs.
struct Collector<'f, 'a> {
    fonts: &'f mut Fonts<'a>,
    /// The glyphs. Text drawn without ink comes with a point that must lie on an image for the text to be kept.
    glyphs: Vec<(Glyph, Option<Point>)>,
    drawn: HashMap<DrawnPosition, Vec<(f64, f64)>>,
    canvas: Canvas,
    hidden: usize,
    unread: usize,
}

impl<'f, 'a> Collector<'f, 'a> {
    fn new(page: Rect, fonts: &'f mut Fonts<'a>) -> Self {
        let (glyphs, drawn, canvas) = (Vec::new(), HashMap::new(), Canvas::new(page));
        Self { fonts, glyphs, drawn, canvas, hidden: 0, unread: 0 }
    }

    /// Returns the visible part of the page, after everything is drawn. Text without ink counts as visible on an image,
    /// whose text it repeats.
    fn visible_page(mut self, page: Rect) -> GlyphPage {
        let canvas = &self.canvas;
        let mut hidden = self.hidden;
        self.glyphs.retain(|(glyph, place)| {
            let is_seen = place.is_none_or(|place| canvas.is_on_image(place));
            hidden += if is_seen { 0 } else { letters(&glyph.text) };
            is_seen
        });
        let glyphs: Vec<_> = self.glyphs.into_iter().map(|(glyph, _)| glyph).collect();
        let pictures = pictures::unread(canvas.pictures(), &glyphs);
        let size = (page.width(), page.height());
        GlyphPage { size, glyphs, hidden, unread: self.unread, pictures }
    }

    fn take(&mut self, drawn: &Drawn<'_>, transform: Affine, ink: Ink, style: Style) {
        let Some(text) = self.fonts.text(drawn) else {
            self.unread += usize::from(has_shape(drawn));
            return;
        };
        // A drawn hyphen is a real one, even if the font maps it to a soft hyphen.
        let is_hyphen = text.contains('\u{ad}') && has_shape(drawn);
        let text = if is_hyphen { text.replace('\u{ad}', "-") } else { text };
        let Some(text) = clean(&text).filter(|_| self.glyphs.len() < MAX_GLYPHS) else {
            return;
        };
        let advance = match drawn {
            Drawn::Outline(outline) => outline.advance_width(),
            Drawn::Type3(glyph) => glyph.advance_width(),
        };
        let advance = f64::from(advance.unwrap_or(500.0));
        let middle = transform * Point::new(advance / 2.0, 250.0);
        let glyph =
            Glyph { bold: style.bold, ..placed(text, advance, transform, style.is_vertical) };
        let finite =
            [glyph.along, glyph.down, glyph.width, glyph.size].iter().all(|n| n.is_finite());
        if !finite {
            return;
        }
        // A Type 3 glyph may set its own colours.
        let is_drawing = matches!(drawn, Drawn::Type3(_)) && matches!(ink, Ink::Colour(..));
        let has_none = matches!(ink, Ink::Nothing);
        let ink = if is_drawing || has_none { Ink::Other } else { ink };
        if glyph.size <= INVISIBLE_SIZE || !self.canvas.shows(middle, ink) {
            self.hidden += letters(&glyph.text);
        } else if !self.is_repeated(&glyph) {
            self.glyphs.push((glyph, has_none.then_some(middle)));
        } else if glyph.bold {
            self.embolden(&glyph);
        }
    }

    /// Marks the glyph at this position as bold: its fill was drawn before its stroke.
    fn embolden(&mut self, stroke: &Glyph) {
        let near = stroke.size * 0.1;
        let is_same = |glyph: &Glyph| {
            glyph.text == stroke.text
                && (glyph.along - stroke.along).abs() < near
                && (glyph.down - stroke.down).abs() < near
        };
        let mut last = self.glyphs.iter_mut().rev().take(MAX_RUN);
        if let Some((glyph, _)) = last.find(|(glyph, _)| is_same(glyph)) {
            glyph.bold = true;
        }
    }

    /// Returns true if the same glyph was already drawn here, within a tenth of its size: shadows and bold letters are
    /// drawn that way.
    fn is_repeated(&mut self, glyph: &Glyph) -> bool {
        if glyph.text.trim().is_empty() {
            return false;
        }
        let (x, y) = (cell(glyph.along), cell(glyph.down));
        let near = (glyph.size * 0.1).min(2.0);
        let neighbours = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (x + dx, y + dy)));
        for (x, y) in neighbours {
            let places = self.drawn.get(&(glyph.text.clone(), x, y));
            let mut places = places.into_iter().flatten();
            let close = |(along, down): &(f64, f64)| {
                (along - glyph.along).abs() < near && (down - glyph.down).abs() < near
            };
            if places.any(close) {
                return true;
            }
        }
        let place = self.drawn.entry((glyph.text.clone(), x, y)).or_default();
        place.push((glyph.along, glyph.down));
        false
    }
}

/// Returns true if a glyph has a visible shape.
fn has_shape(drawn: &Drawn<'_>) -> bool {
    match drawn {
        Drawn::Outline(outline) => !outline.outline().is_empty(),
        Drawn::Type3(_) => true,
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a page has few points")]
fn cell(position: f64) -> i64 {
    (position / 2.0).floor() as i64
}

/// Returns a glyph in the coordinate system of its direction. `transform` converts from thousandths of the font size.
fn placed(text: String, advance: f64, transform: Affine, is_vertical: bool) -> Glyph {
    let [right, drop, lean, rise, x, y] = transform.as_coeffs();
    let (across, up) = (right.hypot(drop), lean.hypot(rise));
    // Vertical lines begin at the right, like those of a page turned by 90 degrees.
    let turn = turn(drop.atan2(right).to_degrees() + if is_vertical { 90.0 } else { 0.0 });
    let (sine, cosine) = frame(turn);
    Glyph {
        text,
        along: x * cosine + y * sine,
        down: y * cosine - x * sine,
        width: if is_vertical { up * 1000.0 } else { advance * across },
        size: up * 1000.0,
        turn,
        bold: false,
    }
}

/// Returns a direction in tenths of a degree; 0 if it is nearly upright.
fn turn(degrees: f64) -> u16 {
    let quarter = (degrees / 90.0).round() * 90.0;
    let degrees = if (degrees - quarter).abs() < NEARLY_UPRIGHT { quarter } else { degrees };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is below 3600")]
    let turn = (degrees * 10.0).round().rem_euclid(3600.0) as u16;
    turn
}

/// Returns true if a run is bold: by its font, or by a stroke around its letters.
fn is_bold(run: &GlyphRun<'_, '_>, mode: &DrawMode) -> bool {
    let font = run.glyphs().iter().find_map(|glyph| match &**glyph {
        Drawn::Outline(outline) => outline.font_data(),
        Drawn::Type3(_) => None,
    });
    let by_font = font.is_some_and(|font| {
        let name = font.postscript_name.unwrap_or_default().to_lowercase();
        font.weight.is_some_and(|weight| weight >= BOLD) || name.contains("bold")
    });
    by_font || matches!(mode, DrawMode::Stroke(_) | DrawMode::FillAndStroke(..))
}

/// Returns a text without characters that are not text, and with ligatures split; `None` if nothing is left.
fn clean(text: &str) -> Option<String> {
    let shapes = ComposingNormalizerBorrowed::new_nfkc();
    let mut clean = String::new();
    for character in text.chars() {
        match character {
            'ﬀ' => clean.push_str("ff"),
            'ﬁ' => clean.push_str("fi"),
            'ﬂ' => clean.push_str("fl"),
            'ﬃ' => clean.push_str("ffi"),
            'ﬄ' => clean.push_str("ffl"),
            // Bullets of symbol fonts, in the private use area.
            '\u{f0b7}' | '\u{f0a7}' | '\u{f0d8}' | '\u{f076}' => clean.push('•'),
            '\u{fffd}' | '\u{200b}' | '\u{feff}' => {}
            _ if character.is_whitespace() => clean.push(' '),
            _ if character.is_control() => {}
            // Presentation forms of Hebrew and Arabic letters.
            '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' => {
                let mut bytes = [0; 4];
                clean.push_str(&shapes.normalize(character.encode_utf8(&mut bytes)));
            }
            _ => clean.push(character),
        }
    }
    (!clean.is_empty()).then_some(clean)
}

impl<'a> Device<'a> for Collector<'_, '_> {
    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, mode: &DrawMode) {
        let ink = match mode {
            DrawMode::Invisible => Ink::Nothing,
            _ => ink(&props.paint),
        };
        let is_vertical = run.writing_mode() == WritingMode::Vertical;
        let style = Style { bold: is_bold(run, mode), is_vertical };
        for glyph in run.glyphs() {
            self.take(glyph, props.transform * glyph.transform(), ink, style);
        }
    }

    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, mode: &DrawMode) {
        self.canvas.fill(path, &props, mode);
    }

    fn push_clip_path(&mut self, clip: &ClipPath) {
        self.canvas.clip(clip);
    }

    fn push_transparency_group(
        &mut self,
        opacity: f32,
        mask: Option<SoftMask<'a>>,
        mode: BlendMode,
    ) {
        let is_plain = mask.is_none() && matches!(mode, BlendMode::Normal);
        self.canvas.group(opacity, is_plain);
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        self.canvas.image(image.width(), image.height(), props.transform);
    }

    fn pop_clip(&mut self) {
        self.canvas.unclip();
    }

    fn pop_transparency_group(&mut self) {
        self.canvas.ungroup();
    }
}
