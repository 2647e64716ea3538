//! Every dependency is used.

use std::fs;
use std::path::Path;

use super::sources;

/// Dependencies that no line of the code names, with the reason why they are there.
const UNNAMED: &[(&str, &str)] = &[];

/// The names in the sections of Cargo.toml whose head ends with `dependencies]`.
fn dependencies(manifest: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut inside = false;
    for line in manifest.lines() {
        if line.starts_with('[') {
            inside = line.ends_with("dependencies]");
        } else if inside && line.starts_with(|c: char| c.is_alphanumeric()) {
            names.extend(line.split_once(" = ").map(|(name, _)| name.to_owned()));
        }
    }
    names
}

#[test]
fn every_dependency_is_named_in_the_code() {
    let root = Path::new(".");
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let names = dependencies(&manifest);
    assert!(names.len() > 40, "the dependencies were found");
    let code: String = sources().into_iter().map(|(_, text)| text).collect();
    for name in names {
        let path = format!("{}::", name.replace('-', "_"));
        let is_named = code.match_indices(&path).any(|(at, _)| {
            let before = code[..at].chars().next_back();
            !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':')
        });
        let is_known = UNNAMED.iter().any(|(known, _)| *known == name);
        assert!(
            is_named != is_known,
            "Cargo.toml names {name}, and the code does not: take it out, or say in UNNAMED why it is there."
        );
    }
}
