//! The part of the page that sets formulas, in a file of its own that is fetched with the first formula.

use leptos::wasm_split::SplitLoaderError;
use math_core::{LatexToMathML, MathCoreConfig, MathDisplay};

/// Maximum length of a formula, in bytes.
const MAX_TEX_LEN: usize = 4_000;

/// Maximum depth of a formula: open groups, and the commands and scripts in them, each of which may await an argument.
/// The parser calls itself for each, and WebAssembly has a stack of 1 MB: 400 nested `\mathrm{`, which count as 800,
/// exceed it.
const MAX_DEPTH: usize = 100;

/// Turns TeX, which stands in a line of its own or not, into MathML.
type Setter = fn(&str, bool) -> Option<String>;

/// Returns the function of the file once it has come. The tool that splits the program finds the boundary by this one.
#[cfg(feature = "split")]
#[leptos::prelude::lazy(fallible)]
fn setter() -> Result<Setter, SplitLoaderError> {
    Ok(math_ml)
}

/// Returns the function at once: the program is not split, as while it is developed.
#[cfg(not(feature = "split"))]
async fn setter() -> Result<Setter, SplitLoaderError> {
    Ok(math_ml)
}

/// Returns a formula as MathML; `None` if it is not TeX, or the program for it does not come.
pub async fn set(tex: &str, display: bool) -> Option<String> {
    let set = setter().await.ok()?;
    set(tex, display)
}

fn math_ml(tex: &str, display: bool) -> Option<String> {
    if tex.len() > MAX_TEX_LEN || depth(tex) > MAX_DEPTH {
        return None;
    }
    let config = MathCoreConfig { xml_namespace: true, ..MathCoreConfig::default() };
    let setter = LatexToMathML::new(config).ok()?;
    let display = if display { MathDisplay::Block } else { MathDisplay::Inline };
    Some(setter.convert_with_local_state(tex, display).ok()?.mathml)
}

/// Returns an upper bound for the depth of a formula.
fn depth(tex: &str) -> usize {
    // How deep each open group begins, and how deep the formula is at present.
    let (mut open, mut now, mut deepest) = (Vec::new(), 0_usize, 0);
    let mut rest = tex;
    while let Some(first) = rest.chars().next() {
        let after = rest.get(first.len_utf8()..).unwrap_or_default();
        let name = after.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(after.len());
        // A command's name is letters, or one other character.
        let len = match (first, name) {
            ('\\', 0) => 1 + after.chars().next().map_or(0, char::len_utf8),
            ('\\', name) => 1 + name,
            _ => first.len_utf8(),
        };
        let (token, later) = rest.split_at_checked(len).unwrap_or((rest, ""));
        match token {
            "{" | "\\begin" | "\\left" => {
                open.push(now);
                now += 1;
            }
            "}" | "\\end" | "\\right" => now = open.pop().unwrap_or(now),
            // What follows may be a comment, whose braces close nothing.
            "%" => return deepest.max(now + later.len()),
            "^" | "_" => now += 1,
            _ if first == '\\' => now += 1,
            _ => {}
        }
        deepest = deepest.max(now);
        rest = later;
    }
    deepest
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn formulas_of_great_depth_are_not_set() {
        let deep = |open: &str, close: &str| {
            let depth = MAX_TEX_LEN / (open.len() + close.len()) - 1;
            format!("{}x{}", open.repeat(depth), close.repeat(depth))
        };
        for [open, close] in [
            ["{", "}"],
            ["\\sqrt{", "}"],
            ["\\sqrt ", ""],
            ["\\frac x", ""],
            ["x_{", "}"],
            ["\\mathrm{", "}"],
            ["\\left(", "\\right)"],
            ["\\begin{matrix}", "\\end{matrix}"],
            ["{%}\n", "}"],
            ["\\}{", "}"],
        ] {
            assert_eq!(math_ml(&deep(open, close), true), None, "{open}");
        }
        let usual = r"\frac{\sqrt{a^{2}}}{\left(b_{1}\right)} + ".repeat(20);
        assert!(math_ml(&format!("{usual} x"), true).is_some());
    }

    proptest! {
        #[test]
        fn a_formula_is_as_deep_as_its_open_groups(
            parts in prop::collection::vec("[a-z0-9 +é]{0,3}(\\{|\\\\sqrt\\{|x_\\{|\\\\left\\()", 0..400),
        ) {
            let tex = parts.concat();
            prop_assert!(depth(&tex) >= parts.len());
            let _ = math_ml(&tex, true);
        }
    }

    #[test]
    fn formulas_become_math_ml_whose_text_is_escaped() {
        let set = math_ml(r"\frac{a}{b} < \text{<script>}", true).unwrap();
        assert!(set.starts_with("<math xmlns=\"http://www.w3.org/1998/Math/MathML\""), "{set}");
        assert!(set.contains("<mfrac>") && set.contains("&lt;script&gt;"), "{set}");
        assert!(!set.contains("<script"), "{set}");
    }

    #[test]
    fn what_is_not_tex_is_not_set() {
        assert_eq!(math_ml(r"\frac{a", false), None);
        assert_eq!(math_ml(&"x".repeat(MAX_TEX_LEN + 1), false), None);
    }
}
