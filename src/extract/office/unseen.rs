//! Text of a Word document that nobody sees: in the colour of its page, too small, or of another vocabulary.

use roxmltree::Node;

use super::xml;

/// Half points up to which letters are dots.
const LARGEST_DOT: u32 = 2;

/// What the namespaces of an office document contain.
const OWN_NAMESPACES: [&str; 3] = ["openxmlformats.org", "microsoft", "purl.oclc.org/ooxml"];

/// Returns true if an element is of a vocabulary that Word does not know, and does not show.
pub(super) fn is_foreign(node: Node<'_, '_>) -> bool {
    let of = |node: Node<'_, '_>| node.tag_name().namespace().map(str::to_owned);
    let (own, main) = (of(node), of(node.document().root_element()));
    let is_known = |name: &String| OWN_NAMESPACES.iter().any(|part| name.contains(part));
    own != main && main.as_ref().is_some_and(is_known) && !own.as_ref().is_some_and(is_known)
}

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
