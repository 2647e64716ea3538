//! The front ends of the family, in several editions each: their requests, and how they use the answers.
//!
//! Their sources were read, and those available were run. The forms themselves are checked elsewhere; here, a fault is
//! something that a user of such a page would see.

mod context;
mod conversation;
mod order;
mod step;
mod uses;
mod view;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::Value;
pub(super) use step::FrontEnd;
use view::View;

/// The description of all front ends.
static FRONT_ENDS: LazyLock<FrontEnds> =
    LazyLock::new(|| serde_json::from_str(include_str!("front_ends.json")).unwrap_or_default());

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct FrontEnds {
    /// Parts shared by the bodies of several requests, by name.
    parts: BTreeMap<String, Value>,
    /// The views of the steps, by name.
    views: BTreeMap<String, View>,
    /// The front ends.
    #[serde(rename = "front_ends")]
    all: Vec<FrontEnd>,
}

/// Every front end, the oldest of each kind first.
pub(super) fn all() -> &'static [FrontEnd] {
    &FRONT_ENDS.all
}
