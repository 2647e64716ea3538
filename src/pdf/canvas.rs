//! The background of text on a page, which decides whether a reader can see the text.

use std::sync::Arc;

use hayro_interpret::kurbo::{Affine, BezPath, Point, Rect, Shape as _};
use hayro_interpret::{BlendMode, ClipPath, DrawMode, DrawProps, FillRule, Paint};

/// Maximum number of painted areas that are tracked. Text drawn after more than these counts as visible.
const MAX_AREAS: usize = 5_000;

/// Maximum number of segments of an outline; beyond it, the shape counts as unknown.
const MAX_PARTS: usize = 64;

/// Maximum nesting of clip paths; beyond it, the shape counts as unknown.
const MAX_CLIPS: usize = 16;

/// Maximum difference between the components of two colours that look the same.
const SAME_COLOUR_DIFFERENCE: u8 = 10;

/// Opacity below which paint is invisible.
const INVISIBLE_OPACITY: f32 = 0.05;

/// Opacity below which the background shows through paint.
const SOLID_OPACITY: f32 = 0.95;

const WHITE: [u8; 3] = [255; 3];

/// The areas of a page painted so far.
pub(super) struct Canvas {
    page: Rect,
    areas: Vec<Area>,
    clips: Vec<Arc<PathOutline>>,
    groups: Vec<TransparencyGroup>,
}

/// The ink that text is painted with.
#[derive(Clone, Copy)]
pub(super) enum Ink {
    /// No paint.
    Nothing,
    /// One colour, with its opacity.
    Colour([u8; 3], f32),
    /// Anything else.
    Other,
}

/// A painted area of the page.
struct Area {
    outline: PathOutline,
    clips: Vec<Arc<PathOutline>>,
    /// `None` if it is unknown.
    colour: Option<[u8; 3]>,
    is_image: bool,
}

struct PathOutline {
    bounds: Rect,
    /// `None` for an unknown shape within the bounds.
    path: Option<BezPath>,
    rule: FillRule,
}

/// Drawing operations that are composited onto the page together.
struct TransparencyGroup {
    opacity: f32,
    is_plain: bool,
}

impl Canvas {
    pub(super) fn new(page: Rect) -> Self {
        let (areas, clips, groups) = (Vec::new(), Vec::new(), Vec::new());
        Self { page, areas, clips, groups }
    }

    /// Returns true if text at a point is visible against the areas painted so far.
    pub(super) fn shows(&self, at: Point, ink: Ink) -> bool {
        let opacity: f32 = self.groups.iter().map(|group| group.opacity).product();
        if !self.page.contains(at) || opacity < INVISIBLE_OPACITY {
            return false;
        }
        match ink {
            Ink::Nothing => false,
            Ink::Other => true,
            Ink::Colour(_, own) if own < INVISIBLE_OPACITY => false,
            Ink::Colour(..) if self.areas.len() >= MAX_AREAS => true,
            Ink::Colour(colour, _) => {
                let area = self.areas.iter().rev().find(|area| area.contains(at));
                let below = area.map_or(Some(WHITE), |area| area.colour);
                below.is_none_or(|below| differ(below, colour))
            }
        }
    }

    /// Returns true if a point lies on an image. Text without ink there is the result of text recognition.
    pub(super) fn is_on_image(&self, at: Point) -> bool {
        let mut images = self.areas.iter().filter(|area| area.is_image);
        self.page.contains(at) && images.any(|area| area.contains(at))
    }

    /// Returns the visible areas of the images on the page.
    pub(super) fn pictures(&self) -> impl Iterator<Item = Rect> {
        let images = self.areas.iter().filter(|area| area.is_image);
        images.map(|area| {
            let bounds = self.page.intersect(area.outline.bounds);
            area.clips.iter().fold(bounds, |bounds, clip| bounds.intersect(clip.bounds))
        })
    }

    pub(super) fn fill(&mut self, path: &BezPath, props: &DrawProps<'_>, mode: &DrawMode) {
        let (DrawMode::Fill(rule) | DrawMode::FillAndStroke(rule, _)) = mode else {
            return;
        };
        let is_plain = props.soft_mask.is_none()
            && matches!(props.blend_mode, BlendMode::Normal)
            && self.groups.iter().all(|group| group.is_plain && group.opacity > SOLID_OPACITY);
        let colour = match ink(&props.paint) {
            Ink::Colour(colour, opacity) if is_plain && opacity > SOLID_OPACITY => Some(colour),
            _ => None,
        };
        let outline = PathOutline::new(path, props.transform, *rule);
        self.paint(outline, colour, false);
    }

    pub(super) fn image(&mut self, width: u32, height: u32, transform: Affine) {
        let image = Rect::new(0.0, 0.0, f64::from(width), f64::from(height));
        let outline = PathOutline::new(&image.to_path(0.1), transform, FillRule::NonZero);
        self.paint(outline, None, true);
    }

    pub(super) fn clip(&mut self, clip: &ClipPath) {
        let outline = PathOutline::new(&clip.path, Affine::IDENTITY, clip.fill);
        self.clips.push(Arc::new(outline));
    }

    pub(super) fn unclip(&mut self) {
        self.clips.pop();
    }

    pub(super) fn group(&mut self, opacity: f32, is_plain: bool) {
        self.groups.push(TransparencyGroup { opacity, is_plain });
    }

    pub(super) fn ungroup(&mut self) {
        self.groups.pop();
    }

    fn paint(&mut self, outline: PathOutline, colour: Option<[u8; 3]>, is_image: bool) {
        if self.areas.len() < MAX_AREAS {
            let is_known = self.clips.len() <= MAX_CLIPS;
            let clips = if is_known { self.clips.clone() } else { Vec::new() };
            let colour = colour.filter(|_| is_known);
            self.areas.push(Area { outline, clips, colour, is_image });
        }
    }
}

impl Area {
    fn contains(&self, at: Point) -> bool {
        self.outline.contains(at) && self.clips.iter().all(|clip| clip.contains(at))
    }
}

impl PathOutline {
    fn new(path: &BezPath, transform: Affine, rule: FillRule) -> Self {
        let bounds = transform.transform_rect_bbox(path.bounding_box());
        let path = (path.elements().len() <= MAX_PARTS).then(|| transform * path.clone());
        Self { bounds, path, rule }
    }

    fn contains(&self, at: Point) -> bool {
        let is_inside = |path: &BezPath| match self.rule {
            FillRule::NonZero => path.winding(at) != 0,
            FillRule::EvenOdd => path.winding(at) % 2 != 0,
        };
        self.bounds.contains(at) && self.path.as_ref().is_none_or(is_inside)
    }
}

/// Returns the ink of a paint.
pub(super) fn ink(paint: &Paint<'_>) -> Ink {
    match paint {
        Paint::Color(colour) => {
            let [red, green, blue, opaque] = colour.to_rgba().to_rgba8();
            Ink::Colour([red, green, blue], f32::from(opaque) / 255.0)
        }
        Paint::Pattern(_) => Ink::Other,
    }
}

fn differ(one: [u8; 3], other: [u8; 3]) -> bool {
    one.iter().zip(other).any(|(one, other)| one.abs_diff(other) > SAME_COLOUR_DIFFERENCE)
}
