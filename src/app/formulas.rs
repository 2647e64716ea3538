//! The part of the page that sets formulas, in a file of its own that is fetched with the first formula.

use leptos::wasm_split::SplitLoaderError;
use math_core::{LatexToMathML, MathCoreConfig, MathDisplay};

/// Maximum length of a formula, in bytes.
const MAX_TEX_LEN: usize = 4_000;

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
    if tex.len() > MAX_TEX_LEN {
        return None;
    }
    let config = MathCoreConfig { xml_namespace: true, ..MathCoreConfig::default() };
    let setter = LatexToMathML::new(config).ok()?;
    let display = if display { MathDisplay::Block } else { MathDisplay::Inline };
    Some(setter.convert_with_local_state(tex, display).ok()?.mathml)
}

#[cfg(test)]
mod tests {
    use super::*;

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
