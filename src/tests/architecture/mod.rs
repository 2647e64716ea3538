//! The rules of ARCHITECTURE.md as tests. Each message names the rule, its reason and the alternative.

mod circles;
mod dependencies;
mod functions;
mod gates;
mod steps;

use std::fs;
use std::path::{Path, PathBuf};

/// Words that are only allowed in certain files: the word, these files, and the reason.
const FENCED: &[(&str, &[&str], &str)] = &[
    (
        "tantivy::",
        &["text/analysis", "search/index"],
        "the index engine is a detail of one store; ask the traits of store/ instead",
    ),
    (
        "rusqlite::",
        &["store/sqlite", "tables/"],
        "SQL has two seams, what is kept and the tables of documents; add a method there instead",
    ),
    (
        "tokio_postgres",
        &["postgres/"],
        "the shared database is a detail of one engine; ask the traits of store/ instead",
    ),
    (
        "FileBlobs::",
        &["store/files", "engine/"],
        "whatever keeps blobs is chosen where the engine is composed; take an Arc<dyn BlobStore> instead",
    ),
    (
        "reqwest::",
        &["models/open_ai", "sign_in/http_client", "tools/conformance/client"],
        "only the seams to chat models, to the issuer of sign-ins and to servers under examination \
         speak HTTP to others; add a ChatModel or an Ask instead",
    ),
    (
        "inner_html",
        &[],
        "HTML from text is how scripts get in; turn text::markdown blocks into views instead",
    ),
    (
        "web_sys::",
        &["client/browser/"],
        "what only a browser can do has one seam; add a function with a still server twin there",
    ),
    (
        "std::env::var",
        &["engine/config/"],
        "configuration is read once; add a field to the typed configuration instead",
    ),
    (
        "anyhow::",
        &["cli/", "engine/", "tools/", "store/error.rs"],
        "errors have types; anyhow is for start-up only",
    ),
];

/// Maximum number of lines of a file.
const MAX_LINES: usize = 400;

fn sources() -> Vec<(String, String)> {
    let root = Path::new("src");
    let mut files = Vec::new();
    walk(root, &mut files);
    let mut sources: Vec<_> = files
        .into_iter()
        .map(|path| {
            let name = path.strip_prefix(root).unwrap().to_string_lossy().into_owned();
            (name, fs::read_to_string(&path).unwrap())
        })
        .collect();
    sources.sort();
    assert!(sources.len() > 20, "the walk found the sources");
    sources
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            walk(&path, files);
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
}

/// Returns the production files, without tests and benchmarks.
fn product() -> impl Iterator<Item = (String, String)> {
    sources().into_iter().filter(|(name, _)| !is_test(name))
}

fn is_test(name: &str) -> bool {
    let file = name.rsplit('/').next().unwrap_or(name);
    name.starts_with("benches/")
        || name.contains("tests/")
        || ["tests.rs", "samples.rs", "scripted.rs"].contains(&file)
        || file.ends_with("_tests.rs")
}

/// Returns the part of a file before its unit tests. A declaration of a test file does not end it.
fn without_tests(text: &str) -> &str {
    let tests = ["mod tests {", "pub(crate) mod tests {", "pub(crate) fn "];
    let tests = tests.map(|item| text.find(&format!("#[cfg(test)]\n{item}")));
    let begin = tests.into_iter().flatten().min();
    &text[..begin.unwrap_or(text.len())]
}

/// Returns the lines of a file that are code.
fn code(text: &str) -> impl Iterator<Item = &str> {
    without_tests(text).lines().filter(|line| !line.trim_start().starts_with("//"))
}

#[test]
fn fenced_words_stay_behind_their_fence() {
    for (name, text) in product() {
        for (word, allowed, why) in FENCED {
            if allowed.iter().any(|prefix| name.starts_with(prefix)) {
                continue;
            }
            assert!(!code(&text).any(|line| line.contains(word)), "{name} says `{word}`: {why}.");
        }
    }
}

#[test]
fn files_stay_small_and_say_what_they_are_for() {
    for (name, text) in sources() {
        let lines = text.lines().count();
        assert!(
            lines <= MAX_LINES,
            "{name} has {lines} lines, more than {MAX_LINES}. A file has one responsibility: split it.",
        );
        assert!(
            text.starts_with("//!"),
            "{name} does not begin with `//!` and the one sentence that says what it is for.",
        );
    }
}

#[test]
fn nothing_panics_outside_tests() {
    const FORBIDDEN: &[&str] = &[".unwrap()", ".expect(\"", "panic!(", "todo!(", "unimplemented!("];
    for (name, text) in product() {
        for word in FORBIDDEN {
            assert!(
                !code(&text).any(|line| line.contains(word)),
                "{name} says `{word}` outside tests. No panic may be reachable from input: return an error.",
            );
        }
    }
}

/// Minimum share of public items with documentation, in per cent.
const DOCUMENTED: usize = 95;

#[test]
fn public_items_are_documented() {
    const ITEMS: &[&str] =
        &["fn ", "async fn ", "const ", "struct ", "enum ", "trait ", "type ", "static "];
    let (mut all, mut bare) = (0, Vec::new());
    for (name, text) in product() {
        let lines: Vec<&str> = without_tests(&text).lines().map(str::trim).collect();
        for (at, line) in lines.iter().enumerate() {
            let item = ["pub ", "pub(super) ", "pub(crate) "]
                .iter()
                .find_map(|public| line.strip_prefix(public));
            if !item.is_some_and(|item| ITEMS.iter().any(|kind| item.starts_with(kind))) {
                continue;
            }
            all += 1;
            let above = lines[..at].iter().rev();
            let mut above = above.skip_while(|line| line.starts_with("#[") || line.ends_with(")]"));
            if !above.next().is_some_and(|line| line.starts_with("///")) {
                bare.push(format!("{name}: {line}"));
            }
        }
    }
    assert!(all > 200, "the items were found");
    assert!(
        bare.len() * 100 <= all * (100 - DOCUMENTED),
        "{} of {all} public items have no `///`, more than one in twenty. Who calls an item should \
         not need its code: say what it takes, gives and refuses.\n{}",
        bare.len(),
        bare.join("\n"),
    );
}

#[test]
fn no_file_or_folder_is_called_after_nothing() {
    for (name, _) in sources() {
        for part in name.trim_end_matches(".rs").split('/') {
            assert!(
                !["util", "utils", "helper", "helpers", "common", "misc", "manager"]
                    .contains(&part),
                "{name}: `{part}` names no idea. Name the file after what it is responsible for.",
            );
        }
    }
}

/// Returns the name of a component: that of its file, or of its folder for a `mod.rs`.
fn component(file: &Path) -> String {
    let stem = |path: &Path| path.file_stem().unwrap().to_string_lossy().into_owned();
    match stem(file).as_str() {
        "mod" => stem(file.parent().unwrap()),
        name => name.to_owned(),
    }
}

#[test]
fn every_style_has_its_component() {
    let root = Path::new(".");
    let mut files = Vec::new();
    walk(&root.join("src/app/components"), &mut files);
    let components: Vec<_> = files.iter().map(|file| component(file)).collect();
    let styles: Vec<_> = fs::read_dir(root.join("style/components"))
        .unwrap()
        .map(|entry| component(&entry.unwrap().path()))
        .collect();
    for style in &styles {
        assert!(
            components.contains(style),
            "style/components/{style}.css has no {style}.rs and no folder {style}/ in src/app/components: \
             name it after its component.",
        );
    }
    let main = fs::read_to_string(root.join("style/main.css")).unwrap();
    for style in &styles {
        assert!(
            main.contains(&format!("components/{style}.css")),
            "style/main.css does not import {style}.css"
        );
    }
}
