//! Runs: text in a single style.

use super::xml::escaped;

/// Style of a run.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a property of its own")]
pub(super) struct RunStyle {
    pub(super) bold: bool,
    pub(super) italic: bool,
    pub(super) strike: bool,
    pub(super) code: bool,
    pub(super) link: bool,
    /// True if the source of the text lacks a fact of it.
    pub(super) not_found: bool,
}

impl RunStyle {
    /// Properties in the order that Word requires.
    fn properties(self) -> String {
        let each = [
            (self.code, "<w:rStyle w:val=\"CodeText\"/>"),
            (self.link && !self.code, "<w:rStyle w:val=\"Hyperlink\"/>"),
            (self.bold, "<w:b/>"),
            (self.italic, "<w:i/>"),
            (self.strike, "<w:strike/>"),
            (self.not_found, "<w:color w:val=\"B3001B\"/><w:u w:val=\"wave\" w:color=\"B3001B\"/>"),
        ];
        each.into_iter().filter(|(has, _)| *has).map(|(_, property)| property).collect()
    }
}

/// Returns a run with this text; line breaks are kept.
pub(super) fn run(text: &str, style: RunStyle) -> String {
    if text.is_empty() {
        return String::new();
    }
    let lines =
        text.lines().map(|line| format!("<w:t xml:space=\"preserve\">{}</w:t>", escaped(line)));
    let lines = lines.collect::<Vec<_>>().join("<w:br/>");
    format!("<w:r><w:rPr>{}</w:rPr>{lines}</w:r>", style.properties())
}
