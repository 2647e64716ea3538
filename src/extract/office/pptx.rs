//! Presentations (PPTX): each slide is a page, with its title as heading and the speaker's notes below.

use std::collections::{HashMap, HashSet};

use footnote_text::words::in_one_line;
use roxmltree::Node;

use super::archive::Archive;
use super::relations::Relations;
use super::{drawings, math, pictures, slides, title, xml};
use crate::{ExtractError, raised};
use footnote_documents::grid::{Grid, flat};
use footnote_documents::{Block, Document};

/// Placeholders with the same text on every slide.
const REPEATED: &[&str] = &["sldNum", "dt", "ftr", "hdr", "sldImg"];

/// Reads presentations.
pub(crate) fn extract(bytes: &[u8]) -> Result<Document, ExtractError> {
    let mut archive = Archive::open(bytes)?;
    let main = Relations::main(&mut archive)?;
    let relations = Relations::of(&mut archive, &main)?;
    let authors = authors(&mut archive, &relations)?;
    let mut document = Document::default();
    let mut read = HashSet::new();
    for (number, slide) in (1..).zip(slides::files(&mut archive)?) {
        // A presentation contains each slide once.
        if !slide.is_empty() && read.insert(slide.clone()) {
            let read = blocks(&mut archive, &slide, &authors)?;
            let drawn = Relations::of(&mut archive, &slide)?;
            let has_pictures = read.is_some() && !pictures::of_slide(&drawn).is_empty();
            document.pictures.extend(has_pictures.then_some(number));
            document.left_out.add("hidden slide", usize::from(read.is_none()));
            document.add(number, read.unwrap_or_default());
            document.left_out.add("chart", drawn.all("chartEx").count());
        }
    }
    let stated = title::stated(&mut archive);
    let title = stated.or_else(|| document.first_heading());
    document.title = title.unwrap_or_default();
    document.unless_empty(ExtractError::NoWords)
}

/// Returns the names of comment authors, by id.
fn authors(
    archive: &mut Archive<'_>,
    relations: &Relations,
) -> Result<HashMap<String, String>, ExtractError> {
    let mut authors = HashMap::new();
    for list in relations.all("commentAuthors").chain(relations.all("authors")) {
        let Some(text) = archive.text(list)? else { continue };
        let tree = xml::parse(&text)?;
        for author in xml::elements(tree.root_element()) {
            let of = |name| xml::attribute(author, name).map(str::to_owned);
            authors.extend(of("id").zip(of("name")));
        }
    }
    Ok(authors)
}

/// Returns the comments on a slide, in order.
fn comments(
    archive: &mut Archive<'_>,
    file: &str,
    authors: &HashMap<String, String>,
) -> Result<Vec<Block>, ExtractError> {
    let Some(text) = archive.text(file)? else {
        return Ok(Vec::new());
    };
    let tree = xml::parse(&text)?;
    let comments = tree.descendants().filter(|node| matches!(xml::name(*node), "cm" | "reply"));
    let each = comments.filter_map(|comment| {
        let author = xml::attribute(comment, "authorId").and_then(|id| authors.get(id));
        let body = xml::child(comment, "text").or_else(|| xml::child(comment, "txBody"))?;
        let texts = body.descendants().filter(|node| matches!(xml::name(*node), "text" | "t"));
        let text: Vec<&str> = texts.filter_map(|text| text.text()).collect();
        drawings::comment(author.map_or("", String::as_str), &text.join(" "))
    });
    Ok(each.collect())
}

/// Returns the blocks of a slide and its notes; `None` for a hidden slide.
fn blocks(
    archive: &mut Archive<'_>,
    slide: &str,
    authors: &HashMap<String, String>,
) -> Result<Option<Vec<Block>>, ExtractError> {
    let Some(text) = archive.text(slide)? else {
        return Ok(Some(Vec::new()));
    };
    let tree = xml::parse(&text)?;
    if xml::attribute(tree.root_element(), "show") == Some("0") {
        return Ok(None);
    }
    let mut blocks = in_order(shapes(tree.root_element()));
    let relations = Relations::of(archive, slide)?;
    for diagram in relations.all("diagramData") {
        blocks.extend(drawings::diagram(archive, diagram)?);
    }
    for chart in relations.all("chart") {
        blocks.extend(drawings::chart(archive, chart)?);
    }
    for list in relations.all("comments") {
        blocks.extend(comments(archive, list, authors)?);
    }
    for notes in relations.all("notesSlide") {
        blocks.extend(notes_in(archive, notes)?);
    }
    Ok(Some(blocks))
}

/// Returns the blocks of all shapes in a drawing.
pub(crate) fn drawn(drawing: Node<'_, '_>) -> Vec<Block> {
    in_order(shapes(drawing))
}

/// Returns the blocks of shapes; the title's first, wherever it is.
fn in_order(shapes: Vec<Shape>) -> Vec<Block> {
    let (titles, others): (Vec<_>, Vec<_>) = shapes.into_iter().partition(|shape| shape.is_title);
    let each = titles.into_iter().chain(others);
    each.flat_map(|shape| shape.blocks).collect()
}

/// Returns the speaker's notes under a heading of their own.
fn notes_in(archive: &mut Archive<'_>, notes: &str) -> Result<Vec<Block>, ExtractError> {
    let Some(text) = archive.text(notes)? else {
        return Ok(Vec::new());
    };
    let tree = xml::parse(&text)?;
    let mut blocks: Vec<_> = in_order(shapes(tree.root_element()));
    if !blocks.is_empty() {
        blocks.insert(0, Block::heading(2, "Notes".to_owned()));
    }
    Ok(blocks)
}

/// The text of a shape.
#[derive(Default)]
struct Shape {
    is_title: bool,
    blocks: Vec<Block>,
}

/// Returns the non-empty shapes in an element, including those in groups.
fn shapes(node: Node<'_, '_>) -> Vec<Shape> {
    let each = xml::elements(node).flat_map(|child| match xml::name(child) {
        "sp" => vec![shape(child)],
        "tbl" => vec![Shape { is_title: false, blocks: table(child) }],
        "Fallback" | "txBody" => Vec::new(),
        "cNvPr" => vec![Shape {
            is_title: false,
            blocks: drawings::description(child).into_iter().collect(),
        }],
        _ => shapes(child),
    });
    each.filter(|shape| !shape.blocks.is_empty()).collect()
}

fn shape(node: Node<'_, '_>) -> Shape {
    let properties = xml::child(node, "nvSpPr");
    if is_hidden(properties) {
        return Shape::default();
    }
    let place = properties.and_then(|of| xml::within(of, "ph"));
    let kind = place.map(|place| xml::attribute(place, "type").unwrap_or("obj"));
    if kind.is_some_and(|kind| REPEATED.contains(&kind)) {
        return Shape::default();
    }
    let is_title = matches!(kind, Some("title" | "ctrTitle"));
    // Text in the body of a slide has bullets unless it says otherwise; other text has none.
    let bulleted = matches!(kind, Some("body" | "obj"));
    let body = xml::child(node, "txBody");
    let mut blocks: Vec<Block> = body.map_or(Vec::new(), |body| paragraphs(body, bulleted));
    if is_title {
        let text = in_one_line(&flat(blocks));
        blocks = (!text.is_empty()).then(|| Block::heading(1, text)).into_iter().collect();
    }
    blocks.extend(properties.and_then(|of| drawings::description(xml::child(of, "cNvPr")?)));
    Shape { is_title, blocks }
}

/// Returns true if a shape is hidden.
fn is_hidden(properties: Option<Node<'_, '_>>) -> bool {
    let named = properties.and_then(|properties| xml::child(properties, "cNvPr"));
    named.and_then(|named| xml::attribute(named, "hidden")) == Some("1")
}

fn paragraphs(body: Node<'_, '_>, bulleted: bool) -> Vec<Block> {
    let paragraphs = xml::elements(body).filter(|node| xml::name(*node) == "p");
    let texts = paragraphs.map(|node| (inline(node).trim().to_owned(), is_item(node, bulleted)));
    let texts: Vec<_> = texts.filter(|(text, _)| !text.is_empty()).collect();
    // A single paragraph is not a list.
    let is_list = texts.len() > 1;
    let each = texts.into_iter().map(|(text, item)| {
        if item && is_list { Block::Item(text) } else { Block::Paragraph(text) }
    });
    each.collect()
}

fn is_item(paragraph: Node<'_, '_>, otherwise: bool) -> bool {
    let Some(properties) = xml::child(paragraph, "pPr") else {
        return otherwise;
    };
    let has = |name| xml::child(properties, name).is_some();
    has("buChar") || has("buAutoNum") || has("buBlip") || (otherwise && !has("buNone"))
}

/// Returns the text of a paragraph, without fields for slide numbers and dates.
fn inline(paragraph: Node<'_, '_>) -> String {
    let mut text = String::new();
    for run in xml::elements(paragraph) {
        match xml::name(run) {
            "br" => text.push('\n'),
            "fld" if xml::attribute(run, "type").is_some_and(is_counted) => {}
            "pPr" | "endParaRPr" | "Fallback" => {}
            "r" if is_raised(run) => text.push_str(&raised::marked(&words(run))),
            _ => text.push_str(&words(run)),
        }
    }
    raised::resolved(&text)
}

/// Returns the words of a run, or of a formula.
fn words(run: Node<'_, '_>) -> String {
    let formulas = run.descendants().filter(|node| xml::name(*node) == "oMath");
    let formulas: String = formulas.map(math::line).collect();
    if !formulas.is_empty() {
        return formulas;
    }
    let texts = run.descendants().filter(|node| xml::name(*node) == "t");
    texts.filter_map(|text| text.text()).collect()
}

fn is_raised(run: Node<'_, '_>) -> bool {
    let height = xml::child(run, "rPr").and_then(|run| xml::attribute(run, "baseline"));
    height
        .and_then(|height| height.trim_end_matches('%').parse().ok())
        .is_some_and(|height: i32| height > 0)
}

fn is_counted(field: &str) -> bool {
    field == "slidenum" || field.starts_with("datetime")
}

fn table(node: Node<'_, '_>) -> Vec<Block> {
    let mut grid = Grid::default();
    for row in xml::elements(node).filter(|row| xml::name(*row) == "tr") {
        for cell in xml::elements(row).filter(|cell| xml::name(*cell) == "tc") {
            let columns = xml::attribute(cell, "gridSpan").and_then(|span| span.parse().ok());
            if xml::attribute(cell, "hMerge").is_some() {
                // A cell covered by the one to its left.
            } else if xml::attribute(cell, "vMerge").is_some() {
                grid.above(columns.unwrap_or(1));
            } else {
                let body = xml::child(cell, "txBody");
                let blocks = body.map_or(Vec::new(), |body| paragraphs(body, false));
                grid.cell(flat(blocks), columns.unwrap_or(1));
            }
        }
        grid.end_row();
    }
    grid.blocks()
}
