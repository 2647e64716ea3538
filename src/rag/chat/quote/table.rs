//! Rows of tables and lines of values: what they are about.

/// The label of a row or of a line of values: its first field.
pub(super) fn label(text: &str) -> Option<&str> {
    let row = text.trim_start_matches(['|', ' ']);
    let (first, _) = row.split_once(['|', ';', '\t'])?;
    Some(first.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_named_by_its_first_field() {
        assert_eq!(label("| Books | 20 |"), Some("Books"));
        assert_eq!(label("Smith, Joe;IT;377"), Some("Smith, Joe"));
        assert_eq!(label("Leave takes thirty days."), None);
    }
}
