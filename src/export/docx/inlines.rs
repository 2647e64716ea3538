//! Converts inline content to runs, links and footnote marks.

use footnote_text::markdown::Inline;

use super::runs::{RunStyle, run};
use super::story::Story;

impl Story {
    /// Adds inline content in this style.
    pub(super) fn inlines(&mut self, content: &[Inline], style: RunStyle) {
        for inline in content {
            self.inline(inline, style);
        }
    }

    fn inline(&mut self, inline: &Inline, style: RunStyle) {
        match inline {
            Inline::Text(text) => self.raw(&run(text, style)),
            Inline::Emphasis(content) => {
                self.inlines(content, RunStyle { italic: true, ..style });
            }
            Inline::Strong(content) => self.inlines(content, RunStyle { bold: true, ..style }),
            Inline::Marked(content) => {
                self.inlines(content, RunStyle { not_found: true, ..style });
            }
            Inline::Strike(content) => self.inlines(content, RunStyle { strike: true, ..style }),
            Inline::Code(text) | Inline::Math { tex: text, .. } => {
                self.raw(&run(text, RunStyle { code: true, ..style }));
            }
            Inline::Link { content, .. } => self.inlines(content, style),
            Inline::Break => self.raw("<w:r><w:br/></w:r>"),
            Inline::Citation { number, .. } => {
                if let Some(number) = number {
                    self.mark(*number);
                }
            }
            Inline::Invented(name) => self.raw(&run(&format!("[{name}]"), style)),
        }
    }
}
