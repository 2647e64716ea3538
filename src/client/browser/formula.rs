//! Showing formulas.

use wasm_bindgen::JsCast;
use web_sys::{DomParser, Element, SupportedType};

/// The namespace of formulas.
const MATH: &str = "http://www.w3.org/1998/Math/MathML";

/// Shows a formula, written as MathML, in place of what an element has. Nothing but MathML without links is shown.
pub fn show_formula(place: &Element, formula: &str) {
    let Ok(parser) = DomParser::new() else { return };
    let Ok(parsed) = parser.parse_from_string(formula, SupportedType::ApplicationXml) else {
        return;
    };
    let Some(root) = parsed.document_element().filter(is_math) else { return };
    // A formula leads nowhere.
    if !matches!(root.query_selector("[href]"), Ok(None)) {
        return;
    }
    let Ok(within) = root.query_selector_all("*") else { return };
    let mut parts =
        (0..within.length()).filter_map(|at| within.get(at)?.dyn_into::<Element>().ok());
    if parts.all(|part| is_math(&part)) {
        place.replace_children_with_node_1(&root);
    }
}

/// Returns true if an element is of MathML.
fn is_math(element: &Element) -> bool {
    element.namespace_uri().as_deref() == Some(MATH)
}
