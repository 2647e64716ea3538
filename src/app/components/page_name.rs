//! The names of a document's pages; those of a presentation are slides.

use footnote_client::words;
use footnote_text::source;

/// Returns a page after a name: `p.4`, `slide 4`.
pub fn short(path: &str, page: u32) -> String {
    match source::page_word(path) {
        "page" => words::page_short(&page.to_string()),
        word => other(word, page),
    }
}

/// Returns a page as a heading: `Page 4`, `Slide 4`.
pub fn titled(path: &str, page: u32) -> String {
    match source::page_word(path) {
        "page" => words::page_numbered(&page.to_string()),
        word => capitalised(&other(word, page)),
    }
}

/// Returns a source as read aloud: `a/b.pdf, page 4`.
pub fn spoken(source: &str) -> String {
    let (path, Some(page)) = source::split(source) else {
        return source.to_owned();
    };
    let name = match source::page_word(path) {
        "page" => words::page_spoken(&page.to_string()),
        word => other(word, page),
    };
    words::source_at(path, &name)
}

fn other(word: &str, page: u32) -> String {
    // A name, which has no thousands sign.
    let page = &page.to_string();
    match word {
        "slide" => words::slide(page),
        "sheet" => words::sheet(page),
        "chapter" => words::chapter(page),
        "message" => words::message(page),
        _ => words::entry(page),
    }
}

fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.collect::<String>() + letters.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_called_what_it_is() {
        assert_eq!(short("a/Plan.PPTX", 4), "slide 4");
        assert_eq!(titled("a/Plan.PPTX", 4), "Slide 4");
        assert_eq!(short("a/plan.pdf", 4), "p.4");
        assert_eq!(spoken("a/b.xlsx#page=2"), "a/b.xlsx, sheet 2");
        assert_eq!(spoken("a/b.pdf#page=4"), "a/b.pdf, page 4");
        assert_eq!(spoken("a.md"), "a.md");
    }
}
