//! Appearance of the page: light or dark, and the text size.

use std::collections::BTreeMap;

use leptos::prelude::*;

use crate::browser;

/// Key in the browser's storage. `early.js` uses it too, so that the page never starts with another appearance.
const APPEARANCE: &str = "footnote.appearance";

/// The property that is `off` where keys without Ctrl, Alt or Meta do nothing by themselves, as readers who dictate want
/// it. Kept with the look, since browsers keep any property of this form.
pub const SINGLE_KEYS: &str = "--single-keys";

/// The chosen properties and their values.
#[derive(Clone, Copy)]
pub struct Appearance(RwSignal<BTreeMap<String, String>>);

impl Appearance {
    /// Loads what the browser has stored.
    pub fn stored() -> Self {
        let kept = browser::stored(APPEARANCE);
        Self(RwSignal::new(
            kept.and_then(|kept| serde_json::from_str(&kept).ok()).unwrap_or_default(),
        ))
    }

    /// Value of a property; empty if none is chosen.
    pub fn value(self, property: &str) -> String {
        self.0.with(|chosen| chosen.get(property).cloned().unwrap_or_default())
    }

    /// Applies and stores a choice.
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
