//! Under which addresses a path answers: every base that a front end may be given, and either ending.

/// What may stand before a path; [`crate::protocol::dialect::place`] takes it away again.
pub(super) const BASES: [&str; 5] = ["", "/api", "/as/{form}", "/as/{form}/api", "/api/as/{form}"];

/// Every address of `path`, with and without a slash at the end: not all clients follow a redirect.
pub(super) fn everywhere(path: &str) -> Vec<String> {
    BASES.iter().flat_map(|base| either(base, path)).collect()
}

/// The path under `base`, with and without a slash at the end.
fn either(base: &str, path: &str) -> [String; 2] {
    [format!("{base}{path}"), format!("{base}{path}/")]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::dialect;

    #[test]
    fn every_address_is_of_one_path() {
        for address in everywhere("/config") {
            assert_eq!(dialect::place(&address).1, "/config", "{address}");
        }
    }
}
