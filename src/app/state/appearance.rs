//! The look of the page, as its reader wants it: light or dark, and the size of its text.

use std::collections::BTreeMap;

use leptos::prelude::*;

use crate::browser;

/// The key under which the browser keeps it; `early.js` knows it too, so that no page shows itself otherwise first.
const APPEARANCE: &str = "footnote.appearance";

/// The properties that are chosen, with their values.
#[derive(Clone, Copy)]
pub struct Appearance(RwSignal<BTreeMap<String, String>>);

impl Appearance {
    /// As the browser has kept it.
    pub fn stored() -> Self {
        let kept = browser::stored(APPEARANCE);
        Self(RwSignal::new(
            kept.and_then(|kept| serde_json::from_str(&kept).ok()).unwrap_or_default(),
        ))
    }

    /// The value of a property; empty if none is chosen.
    pub fn value(self, property: &str) -> String {
        self.0.with(|chosen| chosen.get(property).cloned().unwrap_or_default())
    }

    /// Shows and keeps a choice.
    pub fn choose(self, property: &str, value: String) {
        browser::set_variable(property, &value);
        self.0.update(|chosen| {
            if value.is_empty() {
                chosen.remove(property);
            } else {
                chosen.insert(property.to_owned(), value);
            }
        });
        let json = self.0.with_untracked(serde_json::to_string);
        browser::store(APPEARANCE, &json.unwrap_or_default());
    }
}
