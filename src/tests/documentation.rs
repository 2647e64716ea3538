//! The documented settings, compared with the code.

use std::fs;
use std::path::Path;

use clap::{Arg, Args as _, Command};
use footnote_engine::config::Settings;

const README: &str = include_str!("../../README.md");
const SETTINGS: &str = include_str!("../../docs/settings.md");

/// Returns the rows of the tables of settings in a text.
fn rows(text: &str) -> Vec<String> {
    let rows = text.lines().filter(|line| line.starts_with("| `"));
    rows.map(|line| line.replace('`', "")).collect()
}

/// Returns the row of a setting that is not internal.
fn row(setting: &Arg) -> Option<String> {
    let variable = setting.get_env()?.to_str()?;
    let default = setting.get_default_values().first();
    let default = default.map_or(Some(unwritten_default(variable)), |default| default.to_str())?;
    Some(format!("| {variable} | {default} | {} |", setting.get_help()?))
}

/// Returns the defaults that depend on the machine or on other settings.
fn unwritten_default(variable: &str) -> &'static str {
    match variable {
        "FOOTNOTE_DOCUMENTS" => "the sample handbook",
        "FOOTNOTE_ADDRESS" => "127.0.0.1:3000",
        "FOOTNOTE_INSIGHTS" | "FOOTNOTE_OPERATORS" | "FOOTNOTE_UPLOADS" => {
            "whoever has opened the printed link"
        }
        "FOOTNOTE_ANSWERS_EACH" => "half of them",
        "FOOTNOTE_SCAN_LANGUAGES" => "all that are installed",
        "FOOTNOTE_FORM" => "message_delta",
        "FOOTNOTE_EMBEDDING_FOLDER" => "model in the data folder, if it is there",
        _ => "",
    }
}

#[test]
fn every_setting_is_documented_with_its_default() {
    let command = Settings::augment_args(Command::new("footnote"));
    let shown = command.get_arguments().filter(|setting| !setting.is_hide_set());
    let settings: Vec<String> =
        shown.filter_map(row).map(|line| line.replace('`', "").replace("|  |", "| |")).collect();
    assert_eq!(rows(SETTINGS), settings, "the table in docs/settings.md and config/settings.rs");
}

#[test]
fn the_settings_of_the_readme_are_some_of_all() {
    let (some, all) = (rows(README), rows(SETTINGS));
    assert!(some.len() > 3, "the table was found");
    for row in some {
        assert!(all.contains(&row), "{row} in README.md");
    }
}

#[test]
fn every_file_that_the_documentation_links_to_is_there() {
    let root = Path::new(".");
    let docs = fs::read_dir(root.join("docs")).unwrap();
    let docs = docs.map(|entry| entry.unwrap().path());
    let pages = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(|page| root.join(page));
    for page in docs.chain(pages).filter(|page| page.is_file()) {
        let text = fs::read_to_string(&page).unwrap();
        for link in text.split("](").skip(1) {
            let link = link.split([')', '#']).next().unwrap();
            if link.is_empty() || link.contains("://") {
                continue;
            }
            let file = page.parent().unwrap().join(link);
            assert!(file.exists(), "{} links to {link}", page.display());
        }
    }
}

#[test]
fn every_source_that_the_map_and_the_decisions_name_is_there() {
    let root = Path::new(".");
    let decisions = fs::read_dir(root.join("docs/decisions")).unwrap();
    let decisions = decisions.map(|entry| entry.unwrap().path());
    let maps = ["ARCHITECTURE.md", "CONTRIBUTING.md"].map(|page| root.join(page));
    for page in decisions.chain(maps) {
        let text = fs::read_to_string(&page).unwrap();
        for name in text.split('`').skip(1).step_by(2) {
            let places = ["", "src", "src/documents"].map(|place| root.join(place));
            let is_there = |name: &str| places.iter().any(|place| place.join(name).exists());
            let folder = name.split_once('/').map_or("", |(folder, _)| folder);
            let is_source = Path::new(name).extension().is_some_and(|end| end == "rs");
            let is_path = is_source || (!folder.is_empty() && is_there(folder));
            assert!(
                !is_path || is_there(name),
                "{} names {name}, which is not there",
                page.display()
            );
        }
    }
}
