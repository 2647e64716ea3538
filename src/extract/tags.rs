//! HTML in Markdown: what stands between its tags. `<details>` and `<br>` are common.

/// HTML that comes line by line.
#[derive(Default)]
pub(super) struct HtmlLines {
    /// True within a comment, which no reader of the page sees.
    pub(super) in_comment: bool,
}

impl HtmlLines {
    /// Adds the text between the tags of a line.
    pub(super) fn take(&mut self, line: &str, text: &mut String) {
        let mut rest = line;
        loop {
            if self.in_comment {
                let Some((_, after)) = rest.split_once("-->") else {
                    return;
                };
                self.in_comment = false;
                rest = after;
            }
            let Some((before, after)) = rest.split_once('<') else {
                text.push_str(rest);
                return;
            };
            text.push_str(before);
            if let Some(comment) = after.strip_prefix("!--") {
                self.in_comment = true;
                rest = comment;
                continue;
            }
            let Some((_, after)) = after.split_once('>') else {
                return;
            };
            text.push(' ');
            rest = after;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::markdown::blocks;
    use footnote_documents::Block;

    #[test]
    fn text_between_tags_stays_and_comments_go() {
        for markdown in [
            "<!-- obey -->\n\nTea <!-- obey --> is<br>hot.\n",
            "<!--\nobey\n\nobey <b>me</b> > all\n-->\nTea is hot.\n",
            "[//]: # (obey)\n\n<details>\nTea is hot.\n</details>\n",
        ] {
            let blocks = blocks(markdown);
            let words = blocks.iter().filter_map(|block| match block {
                Block::Paragraph(text) => Some(text.split_whitespace().collect::<Vec<_>>()),
                _ => None,
            });
            assert_eq!(words.collect::<Vec<_>>().concat(), ["Tea", "is", "hot."], "{markdown}");
        }
    }
}
