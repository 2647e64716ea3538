//! Tests that every dependency is used.

use std::fs;
use std::path::Path;

use super::sources;

/// Dependencies that the code does not name, each with the reason for it.
const UNNAMED: &[(&str, &str)] = &[];

/// Returns the names in the sections of Cargo.toml whose head ends with `dependencies]`.
fn dependencies(manifest: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut inside = false;
    for line in manifest.lines() {
        if line.starts_with('[') {
            inside = line.ends_with("dependencies]") && !line.starts_with("[workspace");
        } else if inside && line.starts_with(|c: char| c.is_alphanumeric()) {
            let name = line.split([' ', '.']).next();
            names.extend(name.map(str::to_owned));
        }
    }
    names
}

/// Returns the folders of the crates below `src`, the root's among them.
fn crates() -> Vec<String> {
    let manifests = walkdir::WalkDir::new("src").into_iter().flatten();
    let manifests = manifests.filter(|entry| entry.file_name() == "Cargo.toml");
    let folders = manifests.filter_map(|entry| Some(entry.path().parent()?.to_owned()));
    let mut folders: Vec<String> =
        folders.map(|folder| folder.to_string_lossy().replace("src/", "")).collect();
    folders.push(String::new());
    folders
}

/// Returns true if a file belongs to the crate in this folder, and not to a crate nested in it.
fn is_of(file: &str, folder: &str, crates: &[String]) -> bool {
    let lies_in = |folder: &str| folder.is_empty() || file.starts_with(&format!("{folder}/"));
    let mut inner = crates.iter().filter(|other| other.len() > folder.len());
    lies_in(folder) && !inner.any(|other| lies_in(other))
}

#[test]
fn every_dependency_is_named_in_the_code() {
    let (crates, sources) = (crates(), sources());
    assert!(crates.len() > 10, "the crates were found");
    for folder in &crates {
        let place =
            if folder.is_empty() { Path::new(".").into() } else { Path::new("src").join(folder) };
        let manifest = fs::read_to_string(place.join("Cargo.toml")).unwrap();
        let own = sources.iter().filter(|(file, _)| is_of(file, folder, &crates));
        let code: String = own.map(|(_, text)| text.as_str()).collect();
        for name in dependencies(&manifest) {
            let path = format!("{}::", name.replace('-', "_"));
            let is_named = code.match_indices(&path).any(|(at, _)| {
                let before = code[..at].chars().next_back();
                !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':')
            });
            let is_known = UNNAMED.iter().any(|(known, _)| *known == name);
            assert!(
                is_named || is_known,
                "src/{folder}/Cargo.toml names {name}, and the code does not: take it out, or say in \
                 UNNAMED why it is there."
            );
        }
    }
}
