//! Source names: the relative path of a document, with `#page=N` if it has pages.

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

/// Characters that must be escaped in the path of a URL, besides control characters.
const PATH: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// The folder in the names of attached files, which have no address.
pub const ATTACHED: &str = "attached/";

/// Returns true for an attached file.
pub fn is_attached(source: &str) -> bool {
    source.starts_with(ATTACHED)
}

/// Splits a source name into the document's path and its page, counted from 1.
pub fn split(source: &str) -> (&str, Option<u32>) {
    let named = source.rsplit_once("#page=");
    let named = named.and_then(|(path, page)| Some((path, Some(page.parse().ok()?))));
    named.unwrap_or((source, None))
}

/// Joins the path and page of a document into a source name.
pub fn join(path: &str, page: Option<u32>) -> String {
    page.map_or_else(|| path.to_owned(), |page| format!("{path}#page={page}"))
}

/// Returns the address of a source's document: `/content/<path>`, with the page as a fragment.
pub fn content_url(source: &str) -> String {
    let (path, page) = split(source);
    format!("/content/{}", join(&encoded(path), page))
}

/// Returns the path of a document as part of an address.
pub fn encoded(path: &str) -> String {
    utf8_percent_encode(path, PATH).to_string()
}

/// Returns the label of a source on its chip: `Handbook.pdf · p.4`.
pub fn label(source: &str) -> String {
    let (name, page) = label_parts(source);
    format!("{name}{page}")
}

/// Returns the label of a chip in two parts: the name, which may be shortened, and ` · p.4` or ` · slide 4`, which may
/// not. The second part is empty if there are no pages.
fn label_parts(source: &str) -> (&str, String) {
    let (path, page) = split(source);
    let name = path.rsplit('/').next().unwrap_or(path);
    let page = page.map(|page| match page_word(path) {
        "page" => format!(" · p.{page}"),
        word => format!(" · {word} {page}"),
    });
    (name, page.unwrap_or_default())
}

/// Returns the word for a page of a document, by the ending of its name.
pub fn page_word(path: &str) -> &'static str {
    let ending = path.rsplit('.').next().unwrap_or_default().to_lowercase();
    match ending.as_str() {
        "pptx" | "pptm" | "ppsx" | "ppsm" | "potx" | "potm" | "odp" | "otp" => "slide",
        "xlsx" | "xlsm" | "xltx" | "xltm" | "xlsb" | "xls" | "xlt" | "ods" | "ots" => "sheet",
        "epub" => "chapter",
        "mbox" => "message",
        "json" | "jsonl" | "ndjson" => "entry",
        _ => "page",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_called_what_it_is() {
        assert_eq!(label("a/Plan.PPTX#page=4"), "Plan.PPTX · slide 4");
        assert_eq!(label("a/plan.pdf#page=4"), "plan.pdf · p.4");
    }

    #[test]
    fn a_source_with_a_page_splits_and_joins() {
        assert_eq!(split("a/b.pdf#page=4"), ("a/b.pdf", Some(4)));
        assert_eq!(join("a/b.pdf", Some(4)), "a/b.pdf#page=4");
    }

    #[test]
    fn a_fragment_that_is_no_page_belongs_to_the_path() {
        assert_eq!(split("c#page=x.md"), ("c#page=x.md", None));
        assert_eq!(split("c#1.md"), ("c#1.md", None));
    }

    #[test]
    fn names_with_spaces_and_hashes_survive_the_url() {
        assert_eq!(content_url("My #1 file.pdf#page=2"), "/content/My%20%231%20file.pdf#page=2");
    }

    #[test]
    fn a_label_names_the_file_and_the_page() {
        assert_eq!(label("a/Handbook.pdf#page=4"), "Handbook.pdf · p.4");
        assert_eq!(label("a/notes.md"), "notes.md");
    }
}
