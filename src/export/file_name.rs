//! The name of a file that a conversation is taken away in.

/// The most characters of a name.
const LONGEST: usize = 80;

/// The title as far as every system takes it in the name of a file, with this ending.
pub fn file_name(title: &str, ending: &str) -> String {
    let name = title.replace(|c: char| !c.is_alphanumeric(), " ");
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let name: String = name.chars().take(LONGEST).collect();
    match name.trim_end() {
        "" => format!("conversation.{ending}"),
        name => format!("{name}.{ending}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_as_every_system_takes_it() {
        assert_eq!(file_name("What is “a/b”?", "md"), "What is a b.md");
        assert_eq!(file_name("???", "docx"), "conversation.docx");
        assert_eq!(file_name(&"ä".repeat(200), "md").chars().count(), LONGEST + 3);
    }
}
