//! Form fields: ticked boxes, and text that was entered but is not drawn.

use hayro_interpret::kurbo::{Affine, Point, Rect};
use hayro_syntax::object::{Array, Dict, Name, Object, Rect as Area, String as Text};
use hayro_syntax::page::Page;

use super::glyph::Glyph;
use super::title;

/// Flags of a field that is not displayed, and of a push button, which has no state.
const UNSEEN: u32 = 0b10_0010;
const PUSHED: u32 = 1 << 16;

/// Height of the baseline of a field's text above its lower edge, and size of its text, relative to the field's height.
const ABOVE: f64 = 0.25;
const SIZE: f64 = 0.6;
/// Maximum size in points of text for a field that is not drawn.
const MAX_SIZE: f64 = 12.0;

/// Adds the contents of a page's fields to its glyphs, at the positions of the fields.
pub(super) fn put(page: &Page<'_>, transform: Affine, glyphs: &mut Vec<Glyph>) {
    let fields = page.raw().get::<Array<'_>>("Annots");
    for field in fields.iter().flat_map(Array::iter::<Dict<'_>>) {
        let Some(area) = field.get::<Area>("Rect") else { continue };
        let area = Rect::new(area.x0, area.y0, area.x1, area.y1);
        let area = transform.transform_rect_bbox(area);
        let is_unseen = field.get::<u32>("F").unwrap_or(0) & UNSEEN != 0;
        let is_field =
            field.get::<Name<'_>>("Subtype").is_some_and(|kind| kind.as_str() == "Widget");
        if is_unseen || !is_field {
            continue;
        }
        let is_within = |glyph: &Glyph| {
            glyph.turn == 0
                && area.contains(Point::new(
                    glyph.along + glyph.width / 2.0,
                    glyph.down - glyph.size / 4.0,
                ))
        };
        if let Some(mark) = mark(&field) {
            glyphs.retain(|glyph| !is_within(glyph));
            glyphs.push(glyph(mark.to_owned(), area));
        } else if !glyphs.iter().any(is_within)
            && let Some(value) = value(&field)
        {
            glyphs.push(glyph(value, area));
        }
    }
}

/// Returns the mark of a check box: ticked or not.
fn mark(field: &Dict<'_>) -> Option<&'static str> {
    let kind = holder(field, "FT").get::<Name<'_>>("FT")?;
    let is_pushed = holder(field, "Ff").get::<u32>("Ff").unwrap_or(0) & PUSHED != 0;
    if kind.as_str() != "Btn" || is_pushed {
        return None;
    }
    let state = field.get::<Name<'_>>("AS").or_else(|| holder(field, "V").get("V"));
    let is_ticked = state.is_some_and(|state| state.as_str() != "Off");
    Some(if is_ticked { "☒" } else { "☐" })
}

/// Returns the text entered into a field.
fn value(field: &Dict<'_>) -> Option<String> {
    let kind = holder(field, "FT").get::<Name<'_>>("FT")?;
    if !["Tx", "Ch"].contains(&kind.as_str()) {
        return None;
    }
    let value = match holder(field, "V").get::<Object<'_>>("V")? {
        Object::String(value) => title::decoded(value.as_bytes()),
        Object::Array(values) => {
            let values = values.iter::<Text<'_>>().map(|value| title::decoded(value.as_bytes()));
            values.collect::<Vec<_>>().join(", ")
        }
        _ => return None,
    };
    let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
    (!value.is_empty()).then_some(value)
}

/// Returns the field or the parent field of which it is a part, whichever has the entry.
fn holder<'a>(field: &Dict<'a>, key: &str) -> Dict<'a> {
    let above = || field.get::<Dict<'a>>("Parent");
    if field.contains_key(key) { None } else { above() }.unwrap_or_else(|| field.clone())
}

fn glyph(text: String, area: Rect) -> Glyph {
    let size = (area.height() * SIZE).min(MAX_SIZE);
    Glyph {
        text,
        along: area.x0,
        down: area.y1 - ABOVE * area.height(),
        width: area.width(),
        size,
        turn: 0,
        bold: false,
    }
}
