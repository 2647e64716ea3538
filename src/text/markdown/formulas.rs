//! Formulas that a model writes between `\(` and `\)` or `\[` and `\]`, as most models do.

use std::borrow::Cow;

/// The signs around formulas, and those that the parser knows.
const SIGNS: [(&str, &str, &str); 2] = [("\\(", "\\)", "$"), ("\\[", "\\]", "$$")];

/// Returns the text with its formulas between dollars. What has no sign of a formula stays, as do code and what is not
/// closed within its paragraph.
pub(super) fn in_dollars(text: &str) -> Cow<'_, str> {
    if !SIGNS.iter().any(|(open, ..)| text.contains(open)) {
        return Cow::Borrowed(text);
    }
    // Every other part stands between backticks.
    let parts = text.split('`').enumerate();
    let parts = parts.map(|(at, part)| if at % 2 == 0 { replaced(part) } else { part.to_owned() });
    Cow::Owned(parts.collect::<Vec<_>>().join("`"))
}

fn replaced(text: &str) -> String {
    let mut whole = text.to_owned();
    for (open, close, sign) in SIGNS {
        let mut rest = std::mem::take(&mut whole);
        while let Some((before, after)) = rest.split_once(open) {
            whole.push_str(before);
            let formula = after.split_once(close).filter(|(tex, _)| is_formula(tex));
            let (tex, behind) = formula.unwrap_or((open, after));
            let sign = if formula.is_some() { sign } else { "" };
            whole.extend([sign, if formula.is_some() { tex.trim() } else { tex }, sign]);
            rest = behind.to_owned();
        }
        whole.push_str(&rest);
    }
    whole
}

fn is_formula(tex: &str) -> bool {
    !tex.contains("\n\n") && tex.contains(['\\', '^', '_', '='])
}

#[cfg(test)]
mod tests {
    use super::in_dollars;

    #[test]
    fn formulas_of_models_are_told_from_brackets() {
        assert_eq!(
            in_dollars(r"Area \(\pi r^2\), so \[ a = b \]"),
            "Area $\\pi r^2$, so $$a = b$$"
        );
        for text in [r"\(see above\) and \[1\]", r"`\(x^2\)`", r"\(x^2 is open", "no sign"] {
            assert_eq!(in_dollars(text), text);
        }
    }
}
