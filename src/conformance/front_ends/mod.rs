//! The front ends of the family as they were at one time or another: what each asks, and what it makes of
//! the answers.
//!
//! They were read, and the available ones were run. The texts of the forms are checked elsewhere: here a
//! fault is something that a reader of such a page would see.

mod beside;
mod step;
mod talk;
mod uses;
mod view;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::Value;

pub(super) use step::FrontEnd;
use view::View;

/// The description of all front ends.
static KNOWN: LazyLock<Known> =
    LazyLock::new(|| serde_json::from_str(include_str!("front_ends.json")).unwrap_or_default());

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Known {
    /// What the bodies of several requests share, by name.
    parts: BTreeMap<String, Value>,
    /// What the steps show, by name.
    views: BTreeMap<String, View>,
    /// The front ends.
    front_ends: Vec<FrontEnd>,
}

/// Every front end, the oldest of each kind first.
pub(super) fn all() -> &'static [FrontEnd] {
    &KNOWN.front_ends
}
