//! Office formulas (OMML) as one line of text.

use roxmltree::Node;

use super::xml;

/// Returns a formula on one line: fractions with "/", powers with "^".
pub(super) fn line(node: Node<'_, '_>) -> String {
    let part = |name: &str| xml::child(node, name).map(line).unwrap_or_default();
    let together = |name: &str| grouped(&part(name));
    let sign = |name: &str, usual: &str| {
        let stated = xml::elements(node).find_map(|of| xml::value(of, name));
        stated.unwrap_or(usual).to_owned()
    };
    match xml::name(node) {
        "t" => node.text().unwrap_or_default().to_owned(),
        "f" => format!("{}/{}", together("num"), together("den")),
        "sSup" => format!("{}^{}", together("e"), together("sup")),
        "sSub" => format!("{}_{}", together("e"), together("sub")),
        "sSubSup" => format!("{}_{}^{}", together("e"), together("sub"), together("sup")),
        "rad" => format!("{}√{}", part("deg"), together("e")),
        "nary" => {
            let bound = |mark: &str, name: &str| match together(name) {
                bound if bound.is_empty() => bound,
                bound => format!("{mark}{bound}"),
            };
            let (below, above) = (bound("_", "sub"), bound("^", "sup"));
            format!("{}{below}{above} {}", sign("chr", "∫"), part("e"))
        }
        "d" => {
            let within = xml::elements(node).filter(|part| xml::name(*part) == "e").map(line);
            let within: Vec<_> = within.collect();
            let (open, close) = (sign("begChr", "("), sign("endChr", ")"));
            format!("{open}{}{close}", within.join(&sign("sepChr", "|")))
        }
        // The rows of a matrix or of a system of equations.
        "mr" | "eqArr" => {
            let cells: Vec<_> =
                xml::elements(node).map(line).filter(|cell| !cell.is_empty()).collect();
            cells.join(" ") + "\n"
        }
        name if name.ends_with("Pr") => String::new(),
        _ => xml::elements(node).map(line).collect(),
    }
}

/// Returns a part of a formula, in brackets unless it is a single number or name.
pub(crate) fn grouped(part: &str) -> String {
    let part = part.trim();
    let is_one = part.chars().all(|c| c.is_alphanumeric() || ".,".contains(c))
        || (part.starts_with(['-', '−']) && part.chars().skip(1).all(char::is_alphanumeric));
    if is_one { part.to_owned() } else { format!("({part})") }
}
