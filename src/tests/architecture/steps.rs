//! Tests that a step of an answer imports nothing from later steps.

use std::collections::BTreeMap;

use super::circles::Modules;
use super::product;

/// The crates with the steps; cargo enforces their order.
const CRATES: [&str; 2] = ["answers/", "chat/"];

/// The files and folders that make an answer, in order: those used by all steps, the steps, and those that combine
/// them. Files that are not named here use answers, and come last.
const ORDER: &[&str] = &[
    "workers",
    "rag",
    "instructions",
    "question",
    "turn",
    "side_prompt",
    "plan",
    "statements",
    "tools",
    "retrieve",
    "captions",
    "data_points",
    "sources",
    "activity",
    "facts",
    "audit",
    "thoughts",
    "grounding",
    "passages",
    "write",
    "lookups",
    "cite",
    "propose",
    "first_prompt",
    "packed",
    "parked_hits",
    "basis",
    "ending",
    "answer",
];

/// Returns the position of a file in that order; `None` for a `mod.rs`.
fn place(file: &str) -> Option<usize> {
    let name = CRATES.iter().find_map(|folder| file.strip_prefix(folder))?.split('/').next()?;
    let name = name.trim_end_matches(".rs");
    let place = ORDER.iter().position(|one| *one == name);
    (name != "mod").then_some(place.unwrap_or(ORDER.len()))
}

/// Returns the imports from later steps, each as a file and the imported file.
fn looks_ahead(files: &BTreeMap<String, String>) -> Vec<(String, String)> {
    let modules = Modules::new(files);
    let mut ahead = Vec::new();
    for (file, text) in files {
        let Some(own) = place(file) else {
            continue;
        };
        let imports = modules.imports(file, text).into_iter();
        let later = imports.filter(|other| place(other).is_some_and(|other| other > own));
        ahead.extend(later.map(|other| (file.clone(), other)));
    }
    ahead
}

#[test]
fn a_step_of_an_answer_imports_only_from_those_before_it() {
    let files: BTreeMap<String, String> = product().collect();
    let ahead = looks_ahead(&files);
    assert!(
        ahead.is_empty(),
        "{ahead:?}: the second file of each pair comes later in an answer than the first, which imports \
         it. A step takes what earlier ones made. Move the shared part to the earlier step, or hand it \
         over where the steps are put together, in chat/mod.rs. A new file that a step uses is added \
         to ORDER before it.",
    );
}

#[test]
fn looking_ahead_is_found_however_it_is_imported() {
    let files: BTreeMap<String, String> = [
        ("answers/mod.rs", "mod plan;\nmod tools;\n"),
        ("answers/plan/mod.rs", "use super::{\n    tools::Tool,\n    turn::Turn,\n};\n"),
        ("answers/tools/mod.rs", "use crate::plan::Plan;\n"),
        ("answers/tools/read.rs", "fn f() { super::super::audit::g() }\n"),
        ("answers/audit.rs", "// use super::passages;\n"),
        ("answers/turn.rs", ""),
        ("chat/cite.rs", "use footnote_answers::audit;\nuse super::runs::Runs;\n"),
        ("chat/runs.rs", "use super::cite;\n"),
    ]
    .map(|(file, text)| (file.to_owned(), text.to_owned()))
    .into();
    let expected = [
        ("answers/plan/mod.rs", "answers/tools/mod.rs"),
        ("answers/tools/read.rs", "answers/audit.rs"),
        ("chat/cite.rs", "chat/runs.rs"),
    ]
    .map(|(file, other)| (file.to_owned(), other.to_owned()));
    assert_eq!(looks_ahead(&files), expected);
}
