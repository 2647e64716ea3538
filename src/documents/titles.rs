//! Recognising real titles of documents.

/// Returns true if a title was written by a person; many programs insert the file name.
pub fn is_title(title: &str) -> bool {
    let lower = title.to_lowercase();
    let file = [".doc", ".docx", ".indd", ".tex", ".dvi", ".pdf", ".ppt", ".pptx", ".xls", ".xlsx"];
    let unnamed = [
        "untitled",
        "(untitled)",
        "(anonymous)",
        "(unspecified)",
        "microsoft word",
        "powerpoint presentation",
    ];
    lower.chars().any(char::is_alphanumeric)
        && !unnamed.iter().any(|start| lower.starts_with(start))
        && !file.iter().any(|extension| lower.ends_with(extension))
}

#[cfg(test)]
mod tests {
    use super::is_title;

    #[test]
    fn names_of_files_are_no_titles() {
        assert!(is_title("Employee Handbook"));
        assert!(!is_title("Microsoft Word - final.doc") && !is_title("a.docx") && !is_title(" "));
        assert!(!is_title("PowerPoint Presentation") && !is_title("untitled 1"));
        assert!(!is_title("(anonymous)") && is_title("Anonymous sources"));
    }
}
