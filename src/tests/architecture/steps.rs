//! The steps of an answer follow one another, and none looks ahead.

use std::collections::BTreeMap;

use super::circles::Modules;
use super::product;

/// The folder of the steps.
const CHAT: &str = "chat/";

/// The files and folders that make an answer, in order: those that all steps use, the steps, and those that put
/// them together.
const ORDER: &[&str] = &[
    "claims",
    "workers",
    "rag",
    "open",
    "choices",
    "status",
    "question",
    "instructions",
    "turn",
    "side_prompt",
    "plan",
    "tools",
    "retrieve",
    "weigh",
    "composed",
    "phrases",
    "quote",
    "captions",
    "thoughts",
    "sources",
    "write",
    "audit",
    "lookups",
    "cite",
    "propose",
    "grounding",
    "basis",
    "collection",
    "tables",
    "kinds",
    "once",
    "first_prompt",
    "trials",
    "outside",
    "examples",
    "packed",
    "parked_hits",
    "ending",
    "answer",
    "own_task",
    "retrieval_outcome",
    "unknown_citations",
    "explain",
    "queues",
    "ended_runs",
    "runs",
    "memory",
    "attachments",
    "kept_turn",
    "insight",
];

/// The place in the order of a file of the folder; `None` for its front page.
fn place(file: &str) -> Option<usize> {
    let name = file.strip_prefix(CHAT)?.split('/').next()?;
    let name = name.trim_end_matches(".rs");
    let place = ORDER.iter().position(|one| *one == name);
    assert!(
        place.is_some() || name == "mod",
        "{file} has no place in the order of an answer: add it to ORDER, behind all that it imports.",
    );
    place
}

/// The imports that look ahead, each as a file and the one that it imports.
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
         over where the steps are put together, in chat/mod.rs.",
    );
}

#[test]
fn looking_ahead_is_found_however_it_is_imported() {
    let files: BTreeMap<String, String> = [
        ("chat/mod.rs", "mod plan;\nmod quote;\n"),
        ("chat/plan/mod.rs", "use super::{\n    quote::Quote,\n    turn::Turn,\n};\n"),
        ("chat/quote/mod.rs", "use crate::plan::Plan;\n"),
        ("chat/quote/parts.rs", "fn f() { super::super::audit::g() }\n"),
        ("chat/audit.rs", "// use super::propose;\n"),
        ("chat/turn.rs", ""),
    ]
    .map(|(file, text)| (file.to_owned(), text.to_owned()))
    .into();
    let expected =
        [("chat/plan/mod.rs", "chat/quote/mod.rs"), ("chat/quote/parts.rs", "chat/audit.rs")]
            .map(|(file, other)| (file.to_owned(), other.to_owned()));
    assert_eq!(looks_ahead(&files), expected);
}
