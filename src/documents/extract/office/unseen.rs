//! Text of a Word document that has the colour of its page, or is too small to be seen.

use roxmltree::Node;

use super::xml;

/// Half points up to which letters are dots.
const LARGEST_DOT: u32 = 2;

/// Returns true if a part may draw something behind its text, so that white text may be seen on it.
pub(super) fn has_backdrop(part: &str) -> bool {
    ["behindDoc=\"1\"", "<w:background", "<v:"].iter().any(|sign| part.contains(sign))
}

/// Returns true if properties give their text a ground of its own.
pub(super) fn is_shaded(properties: Node<'_, '_>) -> bool {
    ["shd", "highlight"].iter().any(|ground| xml::child(properties, ground).is_some())
}

/// Returns true if nobody sees a run on a white page. In a table or a box, white text counts as seen.
pub(super) fn is_unseen(run: Node<'_, '_>) -> bool {
    let Some(own) = xml::child(run, "rPr") else {
        return false;
    };
    let size = xml::value(own, "sz").and_then(|size| size.parse::<u32>().ok());
    let is_white = xml::value(own, "color").is_some_and(|it| it.eq_ignore_ascii_case("ffffff"));
    let stands_on = |node: Node<'_, '_>| {
        let properties = ["rPr", "pPr"].iter().filter_map(|of| xml::child(node, of));
        matches!(xml::name(node), "tbl" | "txbxContent") || properties.into_iter().any(is_shaded)
    };
    size.is_some_and(|size| size <= LARGEST_DOT) || is_white && !run.ancestors().any(stands_on)
}
