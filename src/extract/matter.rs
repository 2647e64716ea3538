//! The fields of front matter: a title, and what else a document says of itself, such as its author and its date.

use footnote_documents::Block;
use footnote_documents::acl;

/// The field with the title.
const TITLE: &str = "title";

/// Returns the title in front matter.
pub(super) fn title(matter: &str) -> Option<String> {
    fields(matter).into_iter().find(|(name, _)| name == TITLE).map(|(_, title)| title)
}

/// Returns the other fields, a line for each; `None` if there are none. Those that name readers are left out.
pub(super) fn block(matter: &str) -> Option<Block> {
    let fields = fields(matter).into_iter();
    let said = fields.filter(|(name, _)| name != TITLE && !acl::names_readers(name));
    let said: Vec<_> = said.map(|(name, value)| format!("{name}: {value}")).collect();
    (!said.is_empty()).then(|| Block::Lines(said.join("\n")))
}

/// Returns the outermost fields with their texts, or their lists of texts.
fn fields(matter: &str) -> Vec<(String, String)> {
    let mut fields: Vec<(String, Vec<&str>)> = Vec::new();
    for line in matter.lines().filter(|line| !line.trim().is_empty()) {
        let item = line.trim_start().strip_prefix("- ");
        match (item, line.split_once(':'), fields.last_mut()) {
            (Some(item), _, Some((_, values))) => values.push(text(item)),
            (None, Some((name, value)), _) if !line.starts_with([' ', '\t', '#']) => {
                let values = value.trim().trim_start_matches('[').trim_end_matches(']').split(", ");
                let values = values.map(text).filter(|value| !value.is_empty()).collect();
                fields.push((text(name).to_owned(), values));
            }
            _ => {}
        }
    }
    let told = fields.into_iter().filter(|(_, values)| !values.is_empty());
    told.map(|(name, values)| (name, values.join(", "))).collect()
}

/// Returns a value without its quotation marks.
fn text(value: &str) -> &str {
    value.trim().trim_matches(['"', '\''])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_says_its_author_and_date_but_not_its_readers() {
        let matter = "title: \"Tides, high\"\nauthor: 'Ann Os'\ndate: 2024-04-09\nusers:\n- bob\nGroups: [staff]\n\
            tags:\n  - tide\n  - mole\nempty:\nnested:\n  key: value\nurl: https://a.test/b\n";
        let lines = "author: Ann Os\ndate: 2024-04-09\ntags: tide, mole\nurl: https://a.test/b";
        assert_eq!(title(matter).as_deref(), Some("Tides, high"));
        assert_eq!(block(matter), Some(Block::Lines(lines.to_owned())));
        assert_eq!(block("title: A\n"), None);
    }
}
