//! XML as a tree, within limits; names have no prefixes.

use roxmltree::{Document, Node, NodeId, ParsingOptions};

use crate::ExtractError;

/// Maximum number of elements and texts in a file. A book of a thousand pages has some hundred thousand.
const MAX_NODES: u32 = 4_000_000;

/// Maximum nesting of elements: the tree is read recursively.
const MAX_NESTING: usize = 256;

/// Parses a text. Declared entities are refused, so none is ever expanded or fetched.
///
/// # Errors
///
/// Fails if it is not XML, declares a document type, or is too large or too deep.
pub(crate) fn parse(text: &str) -> Result<Document<'_>, ExtractError> {
    let options = ParsingOptions { nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    let parsed = Document::parse_with_options(text, options);
    let tree = parsed.map_err(|error| match error {
        roxmltree::Error::NodesLimitReached => ExtractError::TooLarge,
        _ => ExtractError::Damaged,
    })?;
    if is_deep(&tree) {
        return Err(ExtractError::Damaged);
    }
    Ok(tree)
}

fn is_deep(tree: &Document<'_>) -> bool {
    // A node follows its parent, so a single pass finds the depth of each.
    let mut path: Vec<NodeId> = Vec::new();
    tree.descendants().any(|node| {
        let parent = node.parent().map(|parent| parent.id());
        while path.last().copied() != parent && path.pop().is_some() {}
        path.push(node.id());
        path.len() > MAX_NESTING
    })
}

/// Returns the name of an element without its prefix; empty for anything else.
pub(crate) fn name<'a>(node: Node<'a, '_>) -> &'a str {
    node.tag_name().name()
}

/// Returns the elements in an element.
pub(crate) fn elements<'a, 'i>(node: Node<'a, 'i>) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(Node::is_element)
}

/// Returns the first child element with a name.
pub(crate) fn child<'a, 'i>(node: Node<'a, 'i>, called: &str) -> Option<Node<'a, 'i>> {
    elements(node).find(|child| name(*child) == called)
}

/// Returns the first element with a name at any depth.
pub(crate) fn within<'a, 'i>(node: Node<'a, 'i>, called: &str) -> Option<Node<'a, 'i>> {
    node.descendants().find(|inner| name(*inner) == called)
}

/// Returns all text in an element.
pub(crate) fn words(node: Node<'_, '_>) -> String {
    node.descendants().filter(Node::is_text).filter_map(|text| text.text()).collect()
}

/// Returns an attribute of an element, by name without prefix.
pub(crate) fn attribute<'a>(node: Node<'a, '_>, called: &str) -> Option<&'a str> {
    let mut attributes = node.attributes();
    let found = attributes.find(|attribute| attribute.name() == called);
    found.map(|attribute| attribute.value())
}

/// Returns the attribute `val` of the child element with a name.
pub(crate) fn value<'a>(node: Node<'a, '_>, called: &str) -> Option<&'a str> {
    attribute(child(node, called)?, "val")
}

/// Returns true if a property is on: it is present, and not set to off.
pub(crate) fn is_on(properties: Node<'_, '_>, called: &str) -> bool {
    let Some(property) = child(properties, called) else {
        return false;
    };
    let off = ["0", "false", "off", "none"];
    attribute(property, "val").is_none_or(|value| !off.contains(&value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entities_are_refused_and_never_expanded() {
        let laughs = "<!DOCTYPE a [<!ENTITY b \"ha\"><!ENTITY c \"&b;&b;\">]><a>&c;</a>";
        let outside = "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><a>&b;</a>";
        for text in [laughs, outside, "<a>&undeclared;</a>"] {
            assert_eq!(parse(text).err(), Some(ExtractError::Damaged), "{text}");
        }
        let known = parse("<a>&lt;&#65;&amp;</a>").unwrap();
        assert_eq!(known.root_element().text(), Some("<A&"));
    }

    #[test]
    fn elements_that_nest_too_deep_are_refused() {
        let nested = |depth: usize| format!("{}{}", "<a>".repeat(depth), "</a>".repeat(depth));
        assert!(parse(&nested(MAX_NESTING - 1)).is_ok());
        for depth in [MAX_NESTING, 100_000] {
            assert_eq!(parse(&nested(depth)).err(), Some(ExtractError::Damaged));
        }
    }

    #[test]
    fn names_are_told_without_prefixes() {
        let text = "<w:a xmlns:w='urn:w' w:val='off'><w:b w:val='off'/><w:c/></w:a>";
        let tree = parse(text).unwrap();
        let root = tree.root_element();
        assert_eq!((name(root), attribute(root, "val")), ("a", Some("off")));
        assert!(!is_on(root, "b") && is_on(root, "c") && !is_on(root, "d"));
    }
}
