//! Citations of an answer, as front ends find them in its text.

use serde_json::Value;

use super::outcome::Outcome;

/// Checks that every citation of a text is one of the data points; the error names the others.
pub(super) fn grounded(text: &str, points: &[&Value]) -> Outcome {
    let cited = cited(text);
    if cited.is_empty() {
        // Readers can only open the sources that brackets name.
        let has_sources = points.iter().any(|points| has_sources(points));
        return has_sources.then(|| Err("no bracket of the text names any of them".to_owned()));
    }
    let stray = cited.iter().find(|citation| !points.iter().any(|points| names(points, citation)));
    Some(match stray {
        Some(stray) => Err(format!("[{stray}] is none of them")),
        None => Ok(format!("{} citations", cited.len())),
    })
}

/// Returns the bracketed texts that look like sources: a name with an extension, possibly with a fragment.
pub(super) fn cited(text: &str) -> Vec<&str> {
    let parts = text.split('[').skip(1);
    let bracketed = parts.filter_map(|part| Some(part.split_once(']')?.0));
    bracketed.filter(|inside| is_source(inside)).collect()
}

fn is_source(name: &str) -> bool {
    let name = name.split('#').next().unwrap_or_default();
    let Some((stem, extension)) = name.rsplit_once('.') else {
        return false;
    };
    let short = (1..=5).contains(&extension.len());
    !stem.is_empty() && short && extension.chars().all(char::is_alphanumeric)
}

/// Returns true if data points have any source.
fn has_sources(points: &Value) -> bool {
    let lists = [points.get("citations"), points.get("text"), Some(points)];
    lists.into_iter().flatten().filter_map(Value::as_array).any(|list| !list.is_empty())
}

/// Returns true if data points contain a citation: in their list of citations, or before one of their texts.
fn names(points: &Value, citation: &str) -> bool {
    let list = |key: &str| points.get(key).and_then(Value::as_array);
    let cited = list("citations").into_iter().flatten();
    // The oldest servers send a bare list of texts.
    let texts = list("text").or(points.as_array()).into_iter().flatten();
    let before = |text: &Value| {
        let rest = text.as_str().and_then(|text| text.strip_prefix(citation));
        rest.is_some_and(|rest| rest.starts_with(':'))
    };
    cited.into_iter().any(|name| name == citation) || texts.into_iter().any(before)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn citations_are_names_with_an_extension() {
        let text = "A [1] b [plan.pdf#page=9][x y.md] c [sic] [v1.2 or so] [open.md";
        assert_eq!(cited(text), ["plan.pdf#page=9", "x y.md"]);
    }

    #[test]
    fn data_points_have_three_shapes() {
        for points in
            [json!({"citations": ["a.md"]}), json!({"text": ["a.md: A."]}), json!(["a.md: A."])]
        {
            assert!(grounded("A [a.md].", &[&points]).unwrap().is_ok());
            assert!(grounded("A [a.md][b.md].", &[&points]).unwrap().is_err());
            assert!(grounded("A.", &[&points]).unwrap().is_err());
        }
        assert_eq!(grounded("A.", &[&json!({"text": [], "citations": []})]), None);
    }
}
