//! Styles of the Open Document Format that affect how a text is read.

use std::collections::HashSet;

use roxmltree::Node;

use super::xml;

/// The styles of a document, by name.
#[derive(Debug, Default)]
pub(super) struct OdfStyles {
    /// Styles of hidden text, slides and sheets.
    pub(super) hidden: HashSet<String>,
    /// Styles of raised text.
    pub(super) raised: HashSet<String>,
    /// Styles of titles.
    pub(super) titles: HashSet<String>,
}

impl OdfStyles {
    /// Adds the styles of a tree.
    pub(super) fn take(&mut self, root: Node<'_, '_>) {
        for style in root.descendants().filter(|node| xml::name(*node) == "style") {
            let Some(name) = xml::attribute(style, "name") else {
                continue;
            };
            let is_unseen = xml::elements(style).any(|properties| {
                matches!(xml::attribute(properties, "display"), Some("none" | "false"))
                    || xml::attribute(properties, "visibility") == Some("hidden")
            });
            if is_unseen {
                self.hidden.insert(name.to_owned());
            }
            let raises = |properties| {
                let place = xml::attribute(properties, "text-position").unwrap_or_default();
                let height = place.split(['%', ' ']).next().unwrap_or_default();
                height == "super" || height.parse().is_ok_and(|height: f32| height > 0.0)
            };
            if xml::elements(style).any(raises) {
                self.raised.insert(name.to_owned());
            }
            let parent = xml::attribute(style, "parent-style-name");
            if name == "Title" || parent == Some("Title") {
                self.titles.insert(name.to_owned());
            }
        }
    }
}
