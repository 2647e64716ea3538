//! File name of an exported conversation.

/// Maximum length of a name, in characters.
const MAX_LEN: usize = 80;

/// Names that Windows reserves for devices, whatever their extension.
const DEVICES: [&str; 4] = ["CON", "PRN", "AUX", "NUL"];

/// Prefixes of numbered devices.
const NUMBERED_DEVICES: [&str; 2] = ["COM", "LPT"];

/// Returns a file name made of the title, valid on every system, with this extension.
pub fn file_name(title: &str, ending: &str) -> String {
    let name = title.replace(|c: char| !c.is_alphanumeric(), " ");
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let name: String = name.chars().take(MAX_LEN).collect();
    match name.trim_end() {
        "" => format!("conversation.{ending}"),
        name if is_device(name) => format!("{name}_.{ending}"),
        name => format!("{name}.{ending}"),
    }
}

/// Returns true if Windows treats a file of this name as a device.
fn is_device(name: &str) -> bool {
    let name = name.to_uppercase();
    let is_numbered = |device: &&str| {
        let number = name.strip_prefix(*device).unwrap_or_default();
        // Superscript digits count too.
        matches!(
            number,
            "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "¹" | "²" | "³"
        )
    };
    DEVICES.contains(&name.as_str()) || NUMBERED_DEVICES.iter().any(is_numbered)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_as_every_system_takes_it() {
        assert_eq!(file_name("What is “a/b”?", "md"), "What is a b.md");
        assert_eq!(file_name("???", "docx"), "conversation.docx");
        for device in ["CON", "nul", "com1", "LPT³", "Aux."] {
            let name = file_name(device, "md");
            assert!(name.ends_with("_.md"), "{name}");
        }
        assert_eq!(file_name("Com 1", "md"), "Com 1.md");
        assert_eq!(file_name(&"ä".repeat(200), "md").chars().count(), MAX_LEN + 3);
    }
}
