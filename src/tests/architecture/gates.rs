//! Feature gates stand in named seams only.

use super::{code, product};

/// The places where a feature gate may stand.
const SEAMS: &[&str] =
    &["lib.rs", "protocol/mod.rs", "text/mod.rs", "api/status.rs", "app/browser/"];

/// The attributes that describe the plain data of `protocol/`, for the server alone.
const DESCRIBED: [&str; 2] = [
    "#[cfg_attr(feature = \"ssr\", derive(utoipa::ToSchema))]",
    "#[cfg_attr(feature = \"ssr\", schema(",
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
             Put server-only code under rag or serve, browser-only code under app/browser.",
        );
    }
}
