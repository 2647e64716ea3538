//! What the README says of the configuration, held against the code.

use footnote::config::Settings;

const README: &str = include_str!("../../README.md");

#[test]
fn the_readme_lists_every_setting_with_its_default() {
    let rows: Vec<String> = README
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| line.replace('`', ""))
        .collect();
    let settings: Vec<String> = Settings::documentation()
        .into_iter()
        .map(|row| format!("| {} | {} | {} |", row.variable, row.default, row.meaning))
        .map(|line| line.replace('`', "").replace("|  |", "| |"))
        .collect();
    assert_eq!(
        rows, settings,
        "the table in README.md and config/settings.rs"
    );
}
