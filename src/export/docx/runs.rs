//! Stretches of text of one look.

use super::xml::escaped;

/// The look of a stretch of text.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a property of its own")]
pub(super) struct RunStyle {
    pub(super) bold: bool,
    pub(super) italic: bool,
    pub(super) strike: bool,
    pub(super) code: bool,
    pub(super) link: bool,
}

impl RunStyle {
    /// Its properties, in the order that Word wants.
    fn properties(self) -> String {
        let each = [
            (self.code, "<w:rStyle w:val=\"CodeText\"/>"),
            (self.link && !self.code, "<w:rStyle w:val=\"Hyperlink\"/>"),
            (self.bold, "<w:b/>"),
            (self.italic, "<w:i/>"),
            (self.strike, "<w:strike/>"),
        ];
        each.into_iter().filter(|(has, _)| *has).map(|(_, property)| property).collect()
    }
}

/// A text of one look; its lines stay lines.
pub(super) fn run(text: &str, style: RunStyle) -> String {
    if text.is_empty() {
        return String::new();
    }
    let lines =
        text.lines().map(|line| format!("<w:t xml:space=\"preserve\">{}</w:t>", escaped(line)));
    let lines = lines.collect::<Vec<_>>().join("<w:br/>");
    format!("<w:r><w:rPr>{}</w:rPr>{lines}</w:r>", style.properties())
}
