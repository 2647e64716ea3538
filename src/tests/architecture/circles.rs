//! Tests that files do not import each other in circles.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::{code, product};

/// Files that are still in a circle; none may be added.
const KNOWN: &[&str] = &[];

/// The folders of the crates below the root, by the names that others import them under.
const CRATES: &[(&str, &str)] = &[
    ("footnote_text", "text"),
    ("footnote_protocol", "protocol"),
    ("footnote_documents", "documents"),
    ("footnote_pdf", "pdf"),
    ("footnote_extract", "extract"),
    ("footnote_models", "models"),
    ("footnote_store", "store"),
    ("footnote_search", "search"),
    ("footnote_tables", "tables"),
    ("footnote_library", "library"),
    ("footnote_postgres", "postgres"),
    ("footnote_sign_in", "sign_in"),
    ("footnote_answers", "answers"),
    ("footnote_chat", "chat"),
    ("footnote_engine", "engine"),
    ("footnote_client", "client"),
    ("footnote_app", "app"),
    ("footnote_export", "export"),
    ("footnote_serve", "serve"),
    ("footnote_evaluate", "tools::evaluate"),
    ("footnote_conformance", "tools::conformance"),
];

/// The files of the product by the path of their folder, such as `answers::plan` for `answers/plan/mod.rs`.
pub(super) struct Modules(BTreeMap<String, String>);

impl Modules {
    pub(super) fn new(files: &BTreeMap<String, String>) -> Self {
        let module = |file: &String| (module(file), file.clone());
        Self(files.keys().map(module).collect())
    }

    /// Returns the file of the innermost module on a path.
    fn file(&self, path: &str) -> Option<&String> {
        let mut path = path;
        loop {
            if let Some(file) = self.0.get(path) {
                return Some(file);
            }
            path = path.rsplit_once("::")?.0;
        }
    }

    /// Returns the files that a file imports, except the `mod.rs` files of the folders around it.
    pub(super) fn imports(&self, file: &str, text: &str) -> BTreeSet<String> {
        let own = module(file);
        let paths = written(text).into_iter();
        let absolute = paths.map(|path| absolute(&own, &path));
        let files = absolute.filter_map(|path| self.file(&path));
        let others = files.filter(|other| other.as_str() != file && !is_above(other, file));
        others.cloned().collect()
    }
}

fn module(file: &str) -> String {
    let path = file.trim_end_matches(".rs");
    path.trim_end_matches("/mod").replace('/', "::")
}

/// Returns true if a file is the `mod.rs` of a folder around another file.
fn is_above(front: &str, file: &str) -> bool {
    front.strip_suffix("mod.rs").is_some_and(|folder| file.starts_with(folder))
}

/// Returns the folder of the crate that a module lies in.
fn crate_of(module: &str) -> &'static str {
    let lies_in = |folder: &str| module == folder || module.starts_with(&format!("{folder}::"));
    let folders = CRATES.iter().map(|(_, folder)| *folder);
    folders.filter(|folder| lies_in(folder)).max_by_key(|folder| folder.len()).unwrap_or_default()
}

/// Returns a path of the module `own`, from the folder of the sources.
fn absolute(own: &str, path: &str) -> String {
    let mut base = own;
    let mut path = path;
    let (first, rest) = path.split_once("::").unwrap_or((path, ""));
    let other = CRATES.iter().find(|(name, _)| *name == first).map(|(_, folder)| *folder);
    if let Some(folder) = other.or_else(|| (first == "crate").then(|| crate_of(own))) {
        return format!("{folder}::{rest}").trim_start_matches("::").to_owned();
    }
    path = path.strip_prefix("self::").unwrap_or(path);
    while let Some(rest) = path.strip_prefix("super::") {
        base = base.rsplit_once("::").map_or("", |(outer, _)| outer);
        path = rest;
    }
    format!("{base}::{path}").trim_start_matches("::").to_owned()
}

/// Returns the paths named in a text, with groups in braces expanded.
fn written(text: &str) -> Vec<String> {
    let text: String = code(text).flat_map(|line| [line, "\n"]).collect();
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut paths = Vec::new();
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        if is_name(c) && !is_name(before) && before != ':' {
            expand(&text[at..], "", &mut paths);
        }
        before = c;
    }
    paths.retain(|path| path.contains("::"));
    paths
}

/// Adds the paths at the beginning of a text; returns the length of that part.
fn expand(text: &str, base: &str, paths: &mut Vec<String>) -> usize {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
    let end = end.unwrap_or(text.len());
    let path = format!("{base}{}", &text[..end]);
    let Some(rest) = text[end..].strip_prefix("::") else {
        paths.push(path);
        return end;
    };
    let base = format!("{path}::");
    if !rest.starts_with('{') {
        return end + 2 + expand(rest, &base, paths);
    }
    let mut at = 1;
    while let Some(c) = rest[at..].chars().next().filter(|c| *c != '}') {
        at += match c {
            ',' | ' ' | '\n' => 1,
            _ => expand(&rest[at..], &base, paths).max(c.len_utf8()),
        };
    }
    end + 2 + at + 1
}

/// Returns the shortest circle of imports from a file back to itself.
fn circle(file: &str, imports: &BTreeMap<String, BTreeSet<String>>) -> Option<Vec<String>> {
    let mut seen = BTreeSet::new();
    let mut ways = VecDeque::from([vec![file.to_owned()]]);
    while let Some(way) = ways.pop_front() {
        for next in imports.get(way.last()?)? {
            let mut way = way.clone();
            way.push(next.clone());
            if next == file {
                return Some(way);
            }
            if seen.insert(next.clone()) {
                ways.push_back(way);
            }
        }
    }
    None
}

#[test]
fn files_import_each_other_in_no_circle() {
    let files: BTreeMap<String, String> = product().collect();
    let modules = Modules::new(&files);
    let imports =
        files.iter().map(|(file, text)| (file.clone(), modules.imports(file, text))).collect();
    for file in files.keys() {
        let circle = circle(file, &imports);
        let is_known = KNOWN.contains(&file.as_str());
        let was_found = circle.is_some();
        assert!(
            is_known || circle.is_none(),
            "{} is a circle: none of these files can be read without the others. Move what they share \
             into a file of its own, below them.",
            circle.unwrap_or_default().join(" -> "),
        );
        assert!(
            !is_known || was_found,
            "{file} stands in no circle any more: take it out of KNOWN.",
        );
    }
}

#[test]
fn a_circle_is_found_however_it_is_imported() {
    let files: BTreeMap<String, String> = [
        ("a/mod.rs", "mod x;\nmod y;\nuse x::One;\n"),
        ("a/x.rs", "use super::{\n    y::{Two, Three},\n    Four,\n};\n"),
        ("a/y.rs", "fn f() { crate::b::g() }\n"),
        ("b.rs", "use crate::{a, c::Five};\n"),
        ("c.rs", "// crate::b\n"),
        ("text/d.rs", "use crate::e;\n"),
        ("text/e.rs", "use footnote_text::d::Six;\n"),
    ]
    .map(|(file, text)| (file.to_owned(), text.to_owned()))
    .into();
    let modules = Modules::new(&files);
    let imports =
        files.iter().map(|(file, text)| (file.clone(), modules.imports(file, text))).collect();
    let expected = ["a/x.rs", "a/y.rs", "b.rs", "a/mod.rs", "a/x.rs"];
    assert_eq!(circle("a/x.rs", &imports).unwrap(), expected);
    assert_eq!(circle("c.rs", &imports), None);
    assert_eq!(circle("text/d.rs", &imports).unwrap(), ["text/d.rs", "text/e.rs", "text/d.rs"]);
}
