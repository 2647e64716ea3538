//! Generates the word tables: for the page only those that it reads, for the server all of them.

use std::path::Path;
use std::{env, fs, io};

/// The folder of the language files.
const FOLDER: &str = "languages";

/// The tables needed to split text into sentences, which the page also does.
const KEPT: [&str; 4] = ["Abbreviations", "NumberedAbbreviations", "BeforeOrdinals", "Months"];

#[expect(clippy::disallowed_methods, reason = "cargo tells by the environment what to build")]
fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed={FOLDER}");
    let whole = env::var_os("CARGO_FEATURE_ANALYSIS").is_some();
    let goal = env::var_os("OUT_DIR").unwrap_or_default();
    for file in fs::read_dir(FOLDER)? {
        let path = file?.path();
        if let Some(name) =
            path.file_name().filter(|_| path.extension().is_some_and(|end| end == "txt"))
        {
            let text = fs::read_to_string(&path)?;
            fs::write(Path::new(&goal).join(name), if whole { text } else { kept(&text) })?;
        }
    }
    Ok(())
}

/// Returns the tables of a file that the page reads.
fn kept(text: &str) -> String {
    let tables = text.split("\n[").skip(1);
    let name = |table: &str| table.split(']').next().map(str::to_owned);
    let kept = tables.filter(|table| name(table).is_some_and(|name| KEPT.contains(&name.as_str())));
    kept.map(|table| ["[", table.trim_end(), "\n"].concat()).collect()
}
