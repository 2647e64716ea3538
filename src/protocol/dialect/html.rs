//! Thoughts as a single piece of HTML, for front ends that render them unescaped.

use serde_json::Value;

use crate::Thought;

/// Formats the thoughts under their titles; markup in them is escaped.
pub(super) fn thoughts(thoughts: &[Thought]) -> String {
    let parts = thoughts.iter().map(|thought| {
        let description = match &thought.description {
            Value::Null => String::new(),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let description = escaped(&description).replace('\n', "<br>");
        format!("<b>{}</b><br>{description}", escaped(&thought.title))
    });
    parts.collect::<Vec<_>>().join("<br><br>")
}

/// Escapes text for HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn thoughts_bring_no_markup_along() {
        let steps =
            [Thought::new("Query", "<img src=x>\n\"a\""), Thought::new("Terms", json!(["a", "b"]))];
        assert_eq!(
            thoughts(&steps),
            "<b>Query</b><br>&lt;img src=x&gt;<br>&quot;a&quot;\
             <br><br><b>Terms</b><br>[&quot;a&quot;,&quot;b&quot;]"
        );
    }
}
