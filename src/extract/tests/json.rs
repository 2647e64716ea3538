//! JSON and JSON Lines.

use super::{document, golden};
use crate::ExtractError;

#[test]
fn an_element_of_the_outermost_array_is_a_page() {
    let long =
        "Oak lasts for decades, if it is oiled twice a year and kept out of the rain. ".repeat(2);
    let text = format!(
        r#"[{{"name": "Oak board", "price": 18.5, "sold": true, "note": null, "size": {{"length": 2, "unit": "m"}},
        "tags": ["wood", "heavy"], "text": "{}"}}, [], "A line.",
        {{"orders": [{{"by": "Ann"}}, {{"by": "Bo"}}]}}]"#,
        long.trim()
    );
    let expected = format!(
        "title: \npage 1\nname: Oak board\nprice: 18.5\nsold: yes\nsize.length: 2\nsize.unit: m\n\
         tags: wood, heavy\n## text\n{}\npage 3\nA line.\npage 4\norders.by: Ann\norders.by: Bo",
        long.trim()
    );
    assert_eq!(golden("a.json", text.as_bytes()), expected);
}

#[test]
fn an_object_alone_has_no_pages_and_a_line_of_json_is_one() {
    assert_eq!(golden("a.json", br#"{"b": 1, "a": {"c": "d"}}"#), "title: \nb: 1\na.c: d");
    let lines = b"{\"a\": 1}\nnot json\n\n{\"a\": 2}\n";
    assert_eq!(golden("a.jsonl", lines), "title: \npage 1\na: 1\npage 2\na: 2");
}

#[test]
fn numbers_are_read_as_they_are_written() {
    let text = br#"{"a": 1e400, "b": [-123456789012345678901234567890, 1.50], "c \"1\": 2": "3\\", "d": 5}"#;
    let expected =
        "title: \na: 1e400\nb: -123456789012345678901234567890, 1.50\nc \"1\": 2: 3\\\nd: 5";
    assert_eq!(golden("a.json", text), expected);
    assert_eq!(golden("a.json", b" 1E-5 "), "title: \n1E-5");
}

#[test]
fn what_is_no_json_and_what_nests_without_end_is_damaged() {
    let deep = "[".repeat(100_000);
    for text in ["{", "words", "{\"a\": -}", "{1: \"x\"}", "[1-2]", "01", deep.as_str()] {
        assert_eq!(document("a.json", text.as_bytes()), Err(ExtractError::Damaged));
    }
    assert_eq!(document("a.json", b"[[], {}, null]"), Err(ExtractError::Empty));
}
