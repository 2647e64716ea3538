//! JSON, in which an element of the outermost array is a page, and JSON Lines, in which a line is a page.

mod value;

use value::JsonValue;

use super::ExtractError;
use super::chunks::decode;
use footnote_documents::{Block, Document, Page};

/// Length in characters from which a text is a paragraph of its own.
const LONG_TEXT: usize = 120;

/// Reads JSON.
pub(super) fn extract(bytes: &[u8]) -> Result<Document, ExtractError> {
    let value = value::read(&decode(bytes)?);
    match value.map_err(|_| ExtractError::Damaged)? {
        JsonValue::List(elements) => paged(elements),
        value => Document { pages: vec![Page::whole(blocks(value))], ..Document::default() }
            .unless_empty(ExtractError::Empty),
    }
}

/// Reads JSON Lines. Invalid lines are skipped, unless all are invalid.
pub(super) fn extract_lines(bytes: &[u8]) -> Result<Document, ExtractError> {
    let text = decode(bytes)?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let values: Vec<_> = lines.filter_map(|line| value::read(line).ok()).collect();
    if values.is_empty() {
        return Err(ExtractError::Damaged);
    }
    paged(values)
}

fn paged(elements: Vec<JsonValue>) -> Result<Document, ExtractError> {
    let mut document = Document::default();
    for (number, element) in (1..).zip(elements) {
        document.add(number, blocks(element));
    }
    document.unless_empty(ExtractError::Empty)
}

/// Returns a value as blocks: a line for each short value, with the path of names that leads to it; a heading and
/// paragraphs for each long one.
fn blocks(value: JsonValue) -> Vec<Block> {
    let mut writer = BlockWriter::default();
    writer.take("", value);
    writer.end_lines();
    writer.blocks
}

#[derive(Default)]
struct BlockWriter {
    lines: Vec<String>,
    blocks: Vec<Block>,
}

impl BlockWriter {
    fn take(&mut self, name: &str, value: JsonValue) {
        match value {
            JsonValue::Text(text) if text.chars().count() > LONG_TEXT => self.long(name, &text),
            JsonValue::Text(text) if text.trim().is_empty() => {}
            JsonValue::Text(text) if name.is_empty() => self.lines.push(text),
            JsonValue::Text(text) => self.lines.push(format!("{name}: {}", text.trim())),
            JsonValue::Object(fields) => {
                for (field, value) in fields {
                    let name = if name.is_empty() { field } else { format!("{name}.{field}") };
                    self.take(&name, value);
                }
            }
            JsonValue::List(values) => self.list(name, values),
        }
    }

    fn list(&mut self, name: &str, values: Vec<JsonValue>) {
        let texts: Option<Vec<&str>> = values.iter().map(JsonValue::short).collect();
        if let Some(texts) = texts {
            let joined = texts.join(", ");
            return self.take(name, JsonValue::Text(joined));
        }
        for value in values {
            self.end_lines();
            self.take(name, value);
        }
        self.end_lines();
    }

    fn long(&mut self, name: &str, text: &str) {
        self.end_lines();
        if !name.is_empty() {
            self.blocks.push(Block::heading(2, name));
        }
        self.blocks.extend(super::plain::separated(text).into_iter().map(Block::Paragraph));
    }

    fn end_lines(&mut self) {
        let lines = std::mem::take(&mut self.lines);
        self.blocks.extend((!lines.is_empty()).then(|| Block::Paragraph(lines.join("\n"))));
    }
}
