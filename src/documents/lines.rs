//! Lines of Markdown: list items and headings.

/// Returns the words of a list item after its marker.
pub fn item(line: &str) -> Option<&str> {
    let bullet = ["- ", "* ", "+ ", "• "].iter().find_map(|mark| line.strip_prefix(mark));
    bullet.or_else(|| {
        let (number, rest) = line.split_once(['.', ')'])?;
        let is_number =
            (1..=3).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_digit());
        rest.strip_prefix(' ').filter(|_| is_number)
    })
}

/// Returns the headings of a text without their marks and numbers, in order; code has none.
pub(crate) fn headings(text: &str) -> Vec<&str> {
    let mut is_code = false;
    let mut headings = Vec::new();
    for line in text.lines().map(str::trim) {
        is_code ^= line.starts_with("```");
        let words = line.trim_start_matches('#');
        if !is_code && words.len() < line.len() && words.starts_with(' ') {
            let words = words.trim();
            headings.push(item(words).unwrap_or(words));
        }
    }
    headings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_told_without_their_marks() {
        let text = "# Leave\n\nTen days. More.\n\n## 2. Forms\n\nSign #1.\n#1 is best\n\n```\n# not one\n```\n# Last";
        assert_eq!(headings(text), ["Leave", "Forms", "Last"]);
    }

    #[test]
    fn items_are_told_by_their_marker() {
        assert_eq!(item("12) Sign"), Some("Sign"));
        assert_eq!(item("• Rest"), Some("Rest"));
        assert!(item("2024. A year").is_none() && item("1.5 litres").is_none());
    }
}
