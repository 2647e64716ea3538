//! The `OpenAPI` description of the server: every path, and the schema of every wire form.
//!
//! The schemas are derived from the types of the bodies.

mod paths;

use std::sync::LazyLock;

use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use footnote_protocol::dialect::DIALECTS;
use serde_json::{Map, Value};

use crate::net::paths::under;
use crate::state::AppState;

/// The handwritten part: all paths that belong to no wire form, and the shared components.
const ROUTES: &str = include_str!("routes.json");

static DOCUMENT: LazyLock<Value> = LazyLock::new(document);

/// Serves the description at the root and under `/api`.
pub(super) fn routes() -> Router<AppState> {
    under(&["", "/api"], [("/openapi.json", get(describe))])
}

async fn describe() -> Response {
    Json(&*DOCUMENT).into_response()
}

fn document() -> Value {
    let mut written: Map<_, _> = serde_json::from_str(ROUTES).unwrap_or_default();
    let mut paths = part(&mut written, "paths");
    let mut components = part(&mut written, "components");
    let mut schemas = part(&mut components, "schemas");
    for form in DIALECTS {
        let described = form.description();
        paths::add(&mut paths, form, described.summary);
        let bodies = described.bodies.into_iter();
        let bodies = bodies.map(|(kind, schema)| (format!("{}.{kind}", form.name), schema));
        schemas.extend(bodies.chain(described.parts));
    }
    paths::add_unnamed(&mut paths);
    components.insert("schemas".to_owned(), schemas.into());
    let mut info = part(&mut written, "info");
    info.insert("version".to_owned(), env!("CARGO_PKG_VERSION").into());
    written.extend(
        [("info", info), ("paths", paths), ("components", components)]
            .map(|(name, part)| (name.to_owned(), part.into())),
    );
    written.into()
}

/// Returns a section of the handwritten part; a test checks that it exists.
fn part(written: &mut Map<String, Value>, name: &str) -> Map<String, Value> {
    match written.remove(name) {
        Some(Value::Object(part)) => part,
        _ => Map::new(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn what_is_written_down_can_be_read() {
        assert!(DOCUMENT["paths"]["/config"].is_object());
        assert!(DOCUMENT["components"]["schemas"]["Model"].is_object());
    }

    #[test]
    fn a_name_means_one_schema() {
        let mut known = HashMap::new();
        for (name, schema) in DIALECTS.iter().flat_map(|form| form.description().parts) {
            let before = known.insert(name.clone(), schema.clone());
            assert!(before.is_none_or(|before| before == schema), "{name}");
        }
    }

    #[test]
    fn what_is_referred_to_is_there() {
        let text = DOCUMENT.to_string();
        let places = text.split("\"$ref\":\"#").skip(1);
        for place in places.filter_map(|rest| rest.split('"').next()) {
            assert!(DOCUMENT.pointer(place).is_some(), "{place}");
        }
    }
}
