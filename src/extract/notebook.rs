//! Notebooks (Jupyter): their text, their code, and the results that were printed or shown as text.

use std::collections::HashMap;

use serde::Deserialize;

use super::chunks::decode;
use super::{ExtractError, html, markdown, plain};
use footnote_documents::{Block, Document, Page};

/// A notebook; version 3 divides its cells into worksheets.
#[derive(Deserialize)]
struct Notebook {
    #[serde(default)]
    cells: Vec<Cell>,
    #[serde(default)]
    worksheets: Vec<Notebook>,
}

/// A cell; its code is its `input` in version 3.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Cell {
    #[serde(rename = "cell_type")]
    kind: String,
    #[serde(alias = "input")]
    source: CellText,
    level: u8,
    outputs: Vec<Output>,
}

/// A result of code: text, or forms of one result by their content types.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Output {
    text: CellText,
    data: HashMap<String, serde_json::Value>,
    ename: String,
    evalue: String,
}

/// A text, whole or as lines.
#[derive(Deserialize)]
#[serde(untagged)]
enum CellText {
    Whole(String),
    Lines(Vec<String>),
}

impl Default for CellText {
    fn default() -> Self {
        Self::Whole(String::new())
    }
}

impl CellText {
    fn whole(&self) -> String {
        match self {
            Self::Whole(text) => text.clone(),
            Self::Lines(lines) => lines.concat(),
        }
    }
}

/// Reads a notebook. Pictures among its results are left out.
pub(super) fn extract(bytes: &[u8]) -> Result<Document, ExtractError> {
    let notebook: Result<Notebook, _> = serde_json::from_str(&decode(bytes)?);
    let notebook = notebook.map_err(|_| ExtractError::Damaged)?;
    let sheets = notebook.worksheets.iter().flat_map(|sheet| &sheet.cells);
    let blocks = notebook.cells.iter().chain(sheets).flat_map(Cell::blocks).collect();
    let mut document = Document { pages: vec![Page::whole(blocks)], ..Document::default() };
    document.title = document.first_heading().unwrap_or_default();
    document.unless_empty(ExtractError::Empty)
}

impl Cell {
    fn blocks(&self) -> Vec<Block> {
        let text = self.source.whole();
        match self.kind.as_str() {
            _ if text.trim().is_empty() => Vec::new(),
            "markdown" => markdown::blocks(&text),
            "heading" => vec![Block::heading(self.level.clamp(1, 6), text)],
            "code" => {
                let code = Block::Code(text.trim_matches('\n').to_owned());
                std::iter::once(code).chain(self.outputs.iter().flat_map(Output::blocks)).collect()
            }
            _ => lines(&text),
        }
    }
}

impl Output {
    /// Returns the result in its most telling form. A table of a web page says more than its plain text.
    fn blocks(&self) -> Vec<Block> {
        let form = |name: &str| {
            let text = serde_json::from_value::<CellText>(self.data.get(name)?.clone()).ok()?;
            Some(text.whole())
        };
        if let Some(text) = form("text/markdown") {
            return markdown::blocks(&text);
        }
        if let Some(document) = form("text/html").map(|page| html::part(&page)) {
            let blocks: Vec<_> = document.pages.into_iter().flat_map(|page| page.blocks).collect();
            if !blocks.is_empty() {
                return blocks;
            }
        }
        if !self.ename.is_empty() {
            return lines(&format!("{}: {}", self.ename, self.evalue));
        }
        lines(&form("text/plain").unwrap_or_else(|| self.text.whole()))
    }
}

fn lines(text: &str) -> Vec<Block> {
    plain::separated(text).into_iter().map(Block::Lines).collect()
}
