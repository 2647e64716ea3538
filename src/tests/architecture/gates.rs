//! Tests that feature gates are only in the named places.

use super::{code, product};

/// The places where a feature gate may stand.
const SEAMS: &[&str] = &[
    "protocol/mod.rs",
    "text/mod.rs",
    "client/api/status.rs",
    "client/api/attached.rs",
    "client/api/conversations.rs",
    "client/api/earlier.rs",
    "client/api/posted.rs",
    "client/api/search.rs",
    "client/api/codec/error.rs",
    "client/browser/",
    // The page reads what the server writes.
    "client/state/shared.rs",
    "app/formulas.rs",
    "app/demanded.rs",
    "app/late.rs",
    // The server has all languages; the page only has its own.
    "client/words/",
    "client/build.rs",
    // Items shared with the tests of other crates.
    "answers/mod.rs",
    "documents/table/mod.rs",
    "models/mod.rs",
    "models/reply.rs",
    "postgres/mod.rs",
    // The allocator of what is deployed.
    "main.rs",
    "search/mod.rs",
    "search/vectors/mod.rs",
    "store/mod.rs",
];

/// The attributes that describe the plain data of `protocol/`, for the server alone.
const DESCRIBED: [&str; 2] = [
    "#[cfg_attr(feature = \"dialects\", derive(utoipa::ToSchema))]",
    "#[cfg_attr(feature = \"dialects\", schema(",
];

#[test]
fn feature_gates_stand_in_named_seams_only() {
    for (name, text) in product() {
        if SEAMS.iter().any(|seam| name.starts_with(seam)) {
            continue;
        }
        let data = name.starts_with("protocol/");
        let described = |line: &str| data && DESCRIBED.iter().any(|it| line.trim().starts_with(it));
        assert!(
            !code(&text).any(|line| line.contains("feature =") && !described(line)),
            "{name} has a feature gate. Gates scattered over files make it unclear where code runs. \
             Put server-only code into a crate that the page does not need, browser-only code under client/browser.",
        );
    }
}
