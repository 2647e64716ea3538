//! The styles of a Word document, and their effect on its paragraphs and runs.

use std::collections::HashMap;

use roxmltree::Node;

use super::{unseen, xml};

/// Maximum number of styles based on one another.
const MAX_CHAIN_LEN: usize = 20;

/// The styles of a document, by id.
#[derive(Debug, Default)]
pub(super) struct WordStyles(HashMap<String, WordStyle>);

/// The style of a paragraph or run; `None` for properties that it does not set.
#[derive(Clone, Debug, Default)]
pub(super) struct WordStyle {
    based_on: Option<String>,
    pub(super) role: Option<ParagraphRole>,
    /// The id of the list that it is an item of; `0` for no list.
    pub(super) list: Option<String>,
    /// Its level in the list, from 0.
    pub(super) level: Option<usize>,
    /// The level inherited from the base styles, which counts if the list does not mention any of them.
    pub(super) base_level: Option<usize>,
    /// The ids of its styles, nearest first.
    pub(super) named: Vec<String>,
    /// True if it is hidden.
    pub(super) vanished: Option<bool>,
    /// True if it has a ground of its own.
    pub(super) shaded: bool,
}

/// The role of a paragraph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ParagraphRole {
    /// The title of the document.
    Title,
    /// A heading of this level.
    Heading(u8),
    /// A line of a table of contents.
    Contents,
    /// Text.
    Body,
}

impl WordStyles {
    /// Returns the styles in a `styles.xml` tree.
    pub(super) fn new(root: Node<'_, '_>) -> Self {
        let styles = xml::elements(root).filter(|node| xml::name(*node) == "style");
        let each = styles.filter_map(|node| {
            let id = xml::attribute(node, "styleId")?.to_owned();
            let mut style = WordStyle::of(node);
            let named = xml::value(node, "name").and_then(role_of_name);
            style.role = named.or(style.role);
            style.based_on = xml::value(node, "basedOn").map(str::to_owned);
            Some((id, style))
        });
        Self(each.collect())
    }

    /// Returns the style of a paragraph or run: from its own properties, its named style, or the base styles of that.
    pub(super) fn of(&self, node: Node<'_, '_>) -> WordStyle {
        let properties = ["pPr", "rPr"].iter().find_map(|of| xml::child(node, of));
        let Some(properties) = properties else {
            return WordStyle::default();
        };
        let mut style = WordStyle::of(node);
        let named = ["pStyle", "rStyle"];
        let named = named.iter().find_map(|by| xml::value(properties, by));
        let mut next = named.map(str::to_owned);
        for _ in 0..MAX_CHAIN_LEN {
            let Some(base) = next.as_deref().and_then(|id| self.0.get(id)) else {
                break;
            };
            style.role = style.role.or(base.role);
            style.list = style.list.or_else(|| base.list.clone());
            style.base_level = style.base_level.or(base.level);
            style.named.extend(next.take());
            style.vanished = style.vanished.or(base.vanished);
            style.shaded |= base.shaded;
            next.clone_from(&base.based_on);
        }
        style
    }
}

impl WordStyle {
    /// Returns true if it is a list item.
    pub(super) fn is_listed(&self) -> bool {
        self.list.as_deref().is_some_and(|list| list != "0")
    }

    /// Returns the style that the properties in an element set.
    fn of(node: Node<'_, '_>) -> Self {
        let mut style = Self::default();
        if let Some(paragraph) = xml::child(node, "pPr") {
            let level = xml::value(paragraph, "outlineLvl").and_then(|level| level.parse().ok());
            style.role = level.map(outline);
            if let Some(list) = xml::child(paragraph, "numPr") {
                style.list = xml::value(list, "numId").map(str::to_owned);
                style.level = xml::value(list, "ilvl").and_then(|level| level.parse().ok());
            }
        }
        let properties = ["pPr", "rPr"].iter().filter_map(|of| xml::child(node, of));
        style.shaded = properties.into_iter().any(unseen::is_shaded);
        if let Some(run) =
            xml::child(node, "rPr").filter(|run| xml::child(*run, "vanish").is_some())
        {
            style.vanished = Some(xml::is_on(run, "vanish"));
        }
        style
    }
}

/// Returns a level of the outline; the tenth is text.
fn outline(level: u8) -> ParagraphRole {
    match level {
        0..=8 => ParagraphRole::Heading((level + 1).min(6)),
        _ => ParagraphRole::Body,
    }
}

/// Returns the role of a style by its name, which is English in every language of Word.
fn role_of_name(name: &str) -> Option<ParagraphRole> {
    let name = name.to_lowercase();
    if let Some(level) = name.strip_prefix("heading ") {
        let level: u8 = level.trim().parse().ok()?;
        return Some(ParagraphRole::Heading(level.clamp(1, 6)));
    }
    match name.as_str() {
        "title" => Some(ParagraphRole::Title),
        "table of figures" => Some(ParagraphRole::Contents),
        name if name.starts_with("toc ") => Some(ParagraphRole::Contents),
        _ => None,
    }
}
