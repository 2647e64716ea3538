//! The content of drawings: the figures of charts, the words of diagrams, and descriptions of pictures.

use calamine::{ExcelDateTime, ExcelDateTimeType};
use footnote_text::words::in_one_line;
use roxmltree::Node;

use super::archive::Archive;
use super::xml;
use crate::ExtractError;
use crate::sheets::number;
use footnote_documents::Block;
use footnote_documents::grid::Grid;

/// Maximum number of points in a series.
const MAX_POINTS: usize = 10_000;

/// Returns a chart as its title, and a table of its series by category.
///
/// # Errors
///
/// Fails if its file is damaged.
pub(crate) fn chart(archive: &mut Archive<'_>, file: &str) -> Result<Vec<Block>, ExtractError> {
    let Some(text) = archive.text(file)? else {
        return Ok(Vec::new());
    };
    let tree = xml::parse(&text)?;
    let Some(chart) = xml::child(tree.root_element(), "chart") else {
        return Ok(Vec::new());
    };
    let axis = |names: &[&str]| {
        let mut axes = chart.descendants().filter(|node| names.contains(&xml::name(*node)));
        axes.find_map(title)
    };
    let measure = axis(&["valAx"]).map(|of| format!(" ({of})")).unwrap_or_default();
    let heading = title(chart).unwrap_or_default() + &measure;
    let mut blocks = Vec::new();
    if !heading.trim().is_empty() {
        blocks.push(Block::Paragraph(heading.trim().to_owned()));
    }
    let categories = axis(&["catAx", "dateAx"]).unwrap_or_default();
    blocks.extend(table(chart, categories));
    Ok(blocks)
}

/// Returns the title of a chart or an axis.
fn title(node: Node<'_, '_>) -> Option<String> {
    let title = in_one_line(&texts(xml::child(node, "title")?));
    (!title.is_empty()).then_some(title)
}

/// Returns the words in an element, whether typed or cached from a cell.
fn texts(node: Node<'_, '_>) -> String {
    let texts = node.descendants().filter(|one| matches!(xml::name(*one), "t" | "v"));
    texts.filter_map(|text| text.text()).collect()
}

/// Returns the values of the series, one row per category.
fn table(chart: Node<'_, '_>, categories: String) -> Vec<Block> {
    let series: Vec<_> = chart.descendants().filter(|node| xml::name(*node) == "ser").collect();
    let points_of = |series: &Node<'_, '_>, kinds: [&str; 2]| {
        let values = kinds.iter().find_map(|name| xml::child(*series, name));
        values.map(points).unwrap_or_default()
    };
    let names = series.iter().map(|one| points_of(one, ["cat", "xVal"]));
    let names = names.max_by_key(Vec::len).unwrap_or_default();
    let values: Vec<Vec<String>> =
        series.iter().map(|one| points_of(one, ["val", "yVal"])).collect();
    let mut grid = Grid::default();
    grid.cell(categories, 1);
    let unnamed = title(chart).unwrap_or_else(|| "Value".to_owned());
    for one in &series {
        let name = xml::child(*one, "tx").map(texts).unwrap_or_default();
        let name = in_one_line(&name);
        grid.cell(if name.is_empty() { unnamed.clone() } else { name }, 1);
    }
    grid.end_row();
    let rows = values.iter().map(Vec::len).max().unwrap_or_default().max(names.len());
    for at in 0..rows {
        grid.cell(names.get(at).cloned().unwrap_or_else(|| (at + 1).to_string()), 1);
        for values in &values {
            grid.cell(values.get(at).cloned().unwrap_or_default(), 1);
        }
        grid.end_row();
    }
    if rows > 0 { grid.blocks() } else { Vec::new() }
}

/// Returns the points of a series in order, formatted; names on several levels are joined.
fn points(node: Node<'_, '_>) -> Vec<String> {
    let levels = node.descendants().filter(|one| {
        let has_points = || xml::child(*one, "pt").is_some();
        matches!(xml::name(*one), "strCache" | "strLit" | "numCache" | "numLit" | "lvl")
            && has_points()
    });
    let mut points: Vec<String> = Vec::new();
    for level in levels.collect::<Vec<_>>().into_iter().rev() {
        let code = xml::child(level, "formatCode").and_then(|code| code.text()).unwrap_or_default();
        let is_number = xml::name(level).starts_with("num");
        let mut of_level: Vec<Option<String>> = Vec::new();
        for point in xml::elements(level).filter(|point| xml::name(*point) == "pt") {
            let at = xml::attribute(point, "idx").and_then(|at| at.parse().ok()).unwrap_or(0_usize);
            if at >= MAX_POINTS {
                continue;
            }
            of_level.resize(of_level.len().max(at + 1), None);
            let text = texts(point);
            let shown = text.trim().parse().ok().filter(|_| is_number);
            if let Some(place) = of_level.get_mut(at) {
                *place = Some(shown.map_or(text, |number| value(number, code)));
            }
        }
        merge(&mut points, of_level);
    }
    points
}

/// Appends the names of a lower level to those of the level above, each of which applies to all below it.
fn merge(points: &mut Vec<String>, level: Vec<Option<String>>) {
    if points.is_empty() {
        *points = level.into_iter().map(Option::unwrap_or_default).collect();
        return;
    }
    let mut above = String::new();
    let mut merged = Vec::new();
    for (at, name) in level.into_iter().enumerate() {
        if let Some(group) = points.get(at).filter(|group| !group.is_empty()) {
            above.clone_from(group);
        }
        merged.push(format!("{above} {}", name.unwrap_or_default()).trim().to_owned());
    }
    *points = merged;
}

/// Returns a formatted value of a chart, which may be a date.
fn value(value: f64, code: &str) -> String {
    if number::is_moment(code) {
        return number::moment(&ExcelDateTime::new(value, ExcelDateTimeType::DateTime, false));
    }
    number::shown(value, code)
}

/// Returns the paragraphs of a `SmartArt` diagram, in the order of its data.
///
/// # Errors
///
/// Fails if its file is damaged.
pub(crate) fn diagram(archive: &mut Archive<'_>, file: &str) -> Result<Vec<Block>, ExtractError> {
    let Some(text) = archive.text(file)? else {
        return Ok(Vec::new());
    };
    let tree = xml::parse(&text)?;
    let paragraphs = tree.descendants().filter(|node| xml::name(*node) == "p").map(texts);
    let words = paragraphs.map(|text| in_one_line(&text)).filter(|text| !text.is_empty());
    Ok(words.map(Block::Item).collect())
}

/// Returns the description in the properties of a picture, unless it is hidden.
pub(crate) fn description(properties: Node<'_, '_>) -> Option<Block> {
    let is_shown = xml::attribute(properties, "hidden") != Some("1");
    xml::attribute(properties, "descr").filter(|_| is_shown).and_then(described)
}

/// Returns the description of a picture, unless it is its file name.
pub(crate) fn described(text: &str) -> Option<Block> {
    let text = in_one_line(text);
    let is_file = text.contains('.') && !text.contains(' ');
    let is_words = text.contains(char::is_alphabetic) && !is_file;
    is_words.then_some(Block::Paragraph(text))
}

/// Returns a reader's comment, marked as one.
pub(crate) fn comment(author: &str, text: &str) -> Option<Block> {
    let (author, text) = (author.trim(), in_one_line(text));
    let by = if author.is_empty() { String::new() } else { format!(" by {author}") };
    (!text.is_empty()).then(|| Block::Paragraph(format!("Comment{by}: {text}")))
}
