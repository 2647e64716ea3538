//! The page's files: their folder, and a check that all files of the build are there.

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the folder of the page's files: the given one, or the first existing folder of the deployed layout, the
/// build's layout and the checkout's.
pub(super) fn root(non_empty: Option<String>, program: Option<&Path>) -> PathBuf {
    let checkout = PathBuf::from("target/site");
    if let Some(non_empty) = non_empty {
        return non_empty.into();
    }
    let folder = program.and_then(Path::parent);
    folder
        .into_iter()
        .flat_map(|folder| [folder.join("site"), folder.join("../site")])
        .find(|site| site.join("pkg").is_dir())
        .unwrap_or(checkout)
}

/// Reads the hashes of the page's files, which a build writes next to the executable.
pub(super) fn hashes(program: Option<&Path>) -> Option<String> {
    fs::read_to_string(program?.parent()?.join("hash.txt")).ok()
}

/// The problem with the page's files and its remedy; `None` if all are there.
pub fn problem(root: &Path, hashes: Option<&str>) -> Option<String> {
    let missing = names(hashes)
        .into_iter()
        .map(|name| root.join("pkg").join(name))
        .find(|file| !file.is_file())?;
    Some(format!(
        "the page's file {} is missing, so the page is plain: build it with `cargo leptos build`, \
         or point LEPTOS_SITE_ROOT at the folder of its build",
        missing.display()
    ))
}

/// Names of the files that the page loads.
fn names(hashes: Option<&str>) -> Vec<String> {
    let Some(hashes) = hashes else {
        return ["js", "css"].map(|kind| format!("footnote.{kind}")).into();
    };
    hashes
        .lines()
        .filter_map(|line| line.split_once(':'))
        .filter(|(kind, _)| ["js", "wasm", "css"].contains(&kind.trim()))
        .map(|(kind, hash)| format!("footnote.{}.{}", hash.trim(), kind.trim()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_site_beside_the_program_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("footnote");
        assert_eq!(root(None, Some(&program)), Path::new("target/site"));
        fs::create_dir_all(folder.path().join("site/pkg")).unwrap();
        assert_eq!(root(None, Some(&program)), folder.path().join("site"));
        let non_empty = Some("/elsewhere".to_owned());
        assert_eq!(root(non_empty, Some(&program)), Path::new("/elsewhere"));
    }

    #[test]
    fn a_file_of_another_build_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let package = folder.path().join("pkg");
        fs::create_dir(&package).unwrap();
        fs::write(package.join("footnote.abc.js"), "").unwrap();
        assert_eq!(problem(folder.path(), Some("js: abc\n")), None);
        let message = problem(folder.path(), Some("js: abc\nwasm: def\n")).unwrap();
        assert!(message.contains("footnote.def.wasm"), "{message}");
        assert!(problem(folder.path(), None).is_some());
    }
}
