//! Damaged files that are set aside in a data folder, under names that are not taken.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// End of the names of what is set aside.
const END: &str = ".damaged";

/// Renames what is damaged at `place` to `<name>.damaged`, or to `<name>-2.damaged` and so on; returns its new place.
///
/// # Errors
///
/// Fails if it cannot be renamed.
pub fn set_aside(place: &Path) -> io::Result<PathBuf> {
    let name = place.file_stem().unwrap_or_default().to_string_lossy();
    let aside = free(place.parent().unwrap_or(Path::new("")), &name, END);
    fs::rename(place, &aside)?;
    tracing::error!(aside = %aside.display(), "what is damaged is set aside");
    Ok(aside)
}

/// The first of `<name><end>`, `<name>-2<end>`, and so on that does not exist in `folder`.
pub fn free(folder: &Path, name: &str, end: &str) -> PathBuf {
    let numbers = (2_u32..).map(|number| format!("-{number}"));
    let numbers = std::iter::once(String::new()).chain(numbers);
    let mut places = numbers.map(|number| folder.join(format!("{name}{number}{end}")));
    places.find(|place| place.symlink_metadata().is_err()).unwrap_or_default()
}

/// The names of what is set aside in `folder`, in order.
pub fn found(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(END)).collect();
    names.sort();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_was_set_aside_is_replaced_and_all_of_it_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("sessions.db");
        assert!(found(folder.path()).is_empty() && set_aside(&place).is_err());
        for text in ["one", "two", "three"] {
            fs::write(&place, text).unwrap();
            set_aside(&place).unwrap();
        }
        // A link that leads nowhere has a name, too.
        std::os::unix::fs::symlink("nowhere", folder.path().join("entries.damaged")).unwrap();
        fs::create_dir(folder.path().join("entries")).unwrap();
        set_aside(&folder.path().join("entries")).unwrap();
        let names = [
            "entries-2.damaged",
            "entries.damaged",
            "sessions-2.damaged",
            "sessions-3.damaged",
            "sessions.damaged",
        ];
        assert_eq!(found(folder.path()), names);
        for (name, text) in [("", "one"), ("-2", "two"), ("-3", "three")] {
            let aside = folder.path().join(format!("sessions{name}.damaged"));
            assert_eq!(fs::read_to_string(aside).unwrap(), text);
        }
    }
}
