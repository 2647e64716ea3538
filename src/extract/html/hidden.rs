//! Text of a page that readers cannot see, detected by inline styles.

use cssparser::color::parse_hash_color;
use dom_query::NodeRef;

use footnote_documents::visible::letters;

/// Font size in pixels up to which text is invisible.
const INVISIBLE_SIZE: f32 = 1.0;

/// Distance in pixels to the left of its place, or above it, from which text lies outside of any window.
const OUTSIDE: f32 = -900.0;

/// Removes invisible text from a page; returns the number of removed characters without blanks.
pub(super) fn remove_from(root: &NodeRef<'_>) -> usize {
    // Style sheets are not evaluated, so the background of a page that has any is unknown.
    let has_sheets = root.descendants_it().any(|node| {
        (node.has_name("style") && !node.text().trim().is_empty())
            || (node.has_name("link") && node.attr_or("rel", "").contains("stylesheet"))
    });
    let look = TextLook {
        background: (!has_sheets).then_some(Colour::Rgba([255, 255, 255, 255])),
        ..TextLook::default()
    };
    below(root, &look)
}

fn below(node: &NodeRef<'_>, look: &TextLook) -> usize {
    let children = node.children();
    children.iter().map(|child| one(child, look)).sum()
}

fn one(node: &NodeRef<'_>, look: &TextLook) -> usize {
    let is_code =
        ["script", "style", "template", "noscript", "head"].iter().any(|name| node.has_name(name));
    if is_code {
        return 0;
    }
    if node.is_text() && look.hides_text() {
        return removed(node);
    }
    if !node.is_element() {
        return 0;
    }
    let style = node.attr_or("style", "");
    let style = StyleAttribute::new(&style);
    let is_closed = node.attr("hidden").is_some_and(|how| !how.eq_ignore_ascii_case("until-found"));
    if is_closed || style.removes() {
        return removed(node);
    }
    let attribute = |name: &str| node.attr(name).map(|value| Colour::new(&value));
    below(node, &look.under(&style, attribute("color"), attribute("bgcolor")))
}

fn removed(node: &NodeRef<'_>) -> usize {
    let count = letters(&node.text());
    node.remove_from_parent();
    count
}

/// The appearance of text, as far as its elements define it.
#[derive(Clone, Default)]
struct TextLook {
    colour: Option<Colour>,
    /// `None` if unknown, as above an image.
    background: Option<Colour>,
    is_invisible: bool,
    is_tiny: bool,
}

impl TextLook {
    fn under(
        &self,
        style: &StyleAttribute<'_>,
        colour: Option<Colour>,
        background: Option<Colour>,
    ) -> Self {
        let mut look = self.clone();
        if let Some(colour) = style.last("color").map(Colour::new).or(colour) {
            look.colour = Some(colour);
        }
        if let Some(value) = style.last("background").or_else(|| style.last("background-color")) {
            look.background = Colour::of_background(value, look.background.as_ref());
        } else if background.is_some() {
            look.background = background;
        }
        if let Some(value) = style.last("visibility") {
            look.is_invisible = matches!(value, "hidden" | "collapse");
        }
        if let Some(size) = style.last("font-size") {
            look.is_tiny = is_tiny(size);
        }
        look
    }

    fn hides_text(&self) -> bool {
        let is_clear = self.colour.as_ref().is_some_and(Colour::is_clear);
        let is_same = self.colour.is_some() && self.colour == self.background;
        self.is_invisible || self.is_tiny || is_clear || is_same
    }
}

/// The declarations of a `style` attribute, in lower case.
struct StyleAttribute<'a>(Vec<(&'a str, &'a str)>);

impl<'a> StyleAttribute<'a> {
    fn new(text: &'a str) -> Self {
        let declarations = text.split(';').filter_map(|one| one.split_once(':'));
        let clean = |(name, value): (&'a str, &'a str)| {
            let value = value.split('!').next().unwrap_or_default();
            (name.trim(), value.trim())
        };
        Self(declarations.map(clean).collect())
    }

    fn last(&self, name: &str) -> Option<&'a str> {
        let found = self.0.iter().rev().find(|(found, _)| found.eq_ignore_ascii_case(name));
        found.map(|(_, value)| *value)
    }

    /// Returns true if nothing inside can be seen, regardless of its own style.
    fn removes(&self) -> bool {
        let is = |name, expected: &str| {
            self.last(name).is_some_and(|value| value.eq_ignore_ascii_case(expected))
        };
        let opacity =
            self.last("opacity").and_then(|value| value.trim_end_matches('%').parse::<f32>().ok());
        is("display", "none")
            || opacity.is_some_and(|opacity| opacity <= 0.0)
            || (is("overflow", "hidden") && self.any(&["width", "height"], |size| size <= 1.0))
            || (["absolute", "fixed"].iter().any(|how| is("position", how))
                && self.any(&["left", "top"], |place| place <= OUTSIDE))
            || self.any(&["text-indent"], |place| place <= OUTSIDE)
    }

    /// Returns true if one of these lengths is given in pixels and fits.
    fn any(&self, names: &[&str], fits: impl Fn(f32) -> bool) -> bool {
        let lengths = names.iter().filter_map(|name| self.last(name));
        let mut pixels = lengths.filter_map(|it| it.trim_end_matches("px").trim().parse().ok());
        pixels.any(fits)
    }
}

/// A colour as written, or by its components: red, green, blue and opacity.
#[derive(Clone, Debug, PartialEq)]
enum Colour {
    Rgba([u8; 4]),
    Named(String),
}

impl Colour {
    fn new(text: &str) -> Self {
        let text = text.trim().to_ascii_lowercase();
        let parts = match text.as_str() {
            "white" => Some([255, 255, 255, 255]),
            "black" => Some([0, 0, 0, 255]),
            "transparent" => Some([0; 4]),
            _ => hex(&text).or_else(|| function(&text)),
        };
        parts.map_or(Self::Named(text), Self::Rgba)
    }

    /// Returns the background after `value` is set, if it is a single colour; a transparent one shows the background
    /// `before`.
    fn of_background(value: &str, before: Option<&Self>) -> Option<Self> {
        let is_one = !value.contains("url(") && !value.contains("gradient");
        let colour = is_one.then(|| Self::new(value));
        match colour {
            Some(colour) if colour.is_clear() => before.cloned(),
            Some(Self::Named(name)) if name == "none" || name == "inherit" => before.cloned(),
            Some(Self::Rgba([.., opaque])) if opaque < 255 => None,
            other => other,
        }
    }

    fn is_clear(&self) -> bool {
        matches!(self, Self::Rgba([_, _, _, 0]))
    }
}

/// `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`.
fn hex(text: &str) -> Option<[u8; 4]> {
    let parts = parse_hash_color(text.strip_prefix('#')?.as_bytes()).ok()?;
    let (red, green, blue, opaque) = parts;
    Some(rgba([red.into(), green.into(), blue.into(), (255.0 * opaque).round()]))
}

/// `rgb(…)` or `rgba(…)`, with commas or blanks.
fn function(text: &str) -> Option<[u8; 4]> {
    let inner = text.strip_prefix("rgba").or_else(|| text.strip_prefix("rgb"))?;
    let inner = inner.trim().strip_prefix('(')?.strip_suffix(')')?;
    let parts = inner.split([',', ' ', '/']).filter(|part| !part.is_empty());
    let numbers: Option<Vec<f32>> = parts.map(|part| part.parse().ok()).collect();
    let numbers = numbers?;
    let (red, green, blue) = (*numbers.first()?, *numbers.get(1)?, *numbers.get(2)?);
    let opaque = numbers.get(3).copied().unwrap_or(1.0) * 255.0;
    Some(rgba([red, green, blue, opaque]))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is 0 to 255")]
fn rgba(parts: [f32; 4]) -> [u8; 4] {
    parts.map(|part| part.clamp(0.0, 255.0) as u8)
}

/// Returns true if letters of this size are no larger than dots.
fn is_tiny(size: &str) -> bool {
    let size = size.to_ascii_lowercase();
    let end = size.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(size.len());
    let (number, unit) = size.split_at(end);
    let pixels = match unit.trim() {
        "px" | "" => 1.0,
        "pt" => 4.0 / 3.0,
        "em" | "rem" => 16.0,
        "%" => 0.16,
        _ => return false,
    };
    number.parse::<f32>().is_ok_and(|number| number * pixels <= INVISIBLE_SIZE)
}

#[cfg(test)]
mod tests {
    use super::super::extract;

    /// Returns the text of a page with this body, and the number of characters removed.
    fn read(body: &str) -> (String, usize) {
        let document = extract(format!("<body>{body}</body>").as_bytes()).unwrap();
        (format!("{:?}", document.pages), document.hidden)
    }

    #[test]
    fn what_no_reader_sees_is_left_out_and_counted() {
        for hidden in [
            "<p hidden>unseen</p>",
            "<p style='display: none'>unseen</p>",
            "<div style=\"VISIBILITY:hidden\"><p>unseen</p></div>",
            "<p style='opacity:0'>unseen</p>",
            "<span style='font-size:0'>unseen</span>",
            "<span style='font-size: 1px !important'>unseen</span>",
            "<span style='color:#fff'>unseen</span>",
            "<span style='color: rgb(255, 255, 255)'>unseen</span>",
            "<font color='white'>unseen</font>",
            "<span style='color:rgba(0,0,0,0)'>unseen</span>",
            "<span style='color:transparent'>unseen</span>",
            "<p style='position:absolute; left:-9999px'>unseen</p>",
            "<p style='text-indent:-9999px'>unseen</p>",
            "<div style='height:0;overflow:hidden'><p>unseen</p></div>",
            "<!-- unseen --><i style='display:none'>unseen</i>",
            "<div style='background:#000'><b style='color:black'>unseen</b></div>",
            "<table bgcolor='navy'><tr><td style='color:navy'>unseen</td></tr></table>",
        ] {
            let (text, count) =
                read(&format!("<p>Tea is at four.</p>{hidden}<p>Cake is at five.</p>"));
            assert!(text.contains("four") && text.contains("five"), "{text}");
            assert!(!text.contains("unseen"), "{hidden}: {text}");
            assert_eq!(count, 6, "{hidden}");
        }
    }

    #[test]
    fn what_readers_see_stays() {
        for shown in [
            "<p hidden='until-found'>seen</p>",
            "<div style='font-size:0'><span style='font-size:16px'>seen</span></div>",
            "<div style='visibility:hidden'><p style='visibility:visible'>seen</p></div>",
            "<div style='background:#036'><p style='color:white'>seen</p></div>",
            "<div style='background:url(a.png)'><p style='color:white'>seen</p></div>",
            "<style>body{background:black}</style><p style='color:white'>seen</p>",
            "<p style='font-size:0.9em;color:#333'>seen</p>",
            "<p style='position:relative;left:-9px;text-indent:-2em;height:0'>seen</p>",
            "<p aria-hidden='true'>seen</p>",
        ] {
            let (text, count) = read(&format!("<p>Tea is at four.</p>{shown}"));
            assert!(text.contains("seen"), "{shown}: {text}");
            assert_eq!(count, 0, "{shown}");
        }
    }
}
