//! File names from other people, sanitised for citations.

use footnote_text::hidden;

use super::formats;

/// Maximum length in characters, because names appear in every answer.
const MAX_CHARS: usize = 80;

/// Maximum length in bytes. File systems allow 255, some of which are reserved for a number.
const MAX_BYTES: usize = 240;

/// Returns the name of a file without invisible characters, then cleaned as by [`clean`].
pub fn visible_name(name: &str, media_type: &str) -> String {
    clean(&hidden::visible(name).text, media_type)
}

/// Returns the name of a file without folders and citation characters. A name without a known ending gets that of its
/// content type.
pub fn clean(name: &str, media_type: &str) -> String {
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let kept = name.chars().filter(|c| !c.is_control());
    let kept = kept.map(|c| if "[]#:;,`<>|".contains(c) { '-' } else { c });
    let mut name: String = kept.collect::<String>().trim_matches([' ', '.']).to_owned();
    let from_end = name.char_indices().rev().take(MAX_CHARS);
    let fitting = from_end.take_while(|(at, _)| name.len() - at <= MAX_BYTES);
    // The extension is kept, because it determines the format.
    name = name.split_off(fitting.last().map_or(0, |(at, _)| at));
    let ending = formats::ending(media_type);
    let ending = ending.map(|ending| format!(".{ending}")).unwrap_or_default();
    match (name.is_empty(), formats::of_name(&name)) {
        (true, _) => format!("file{ending}"),
        (false, None) => format!("{name}{ending}"),
        (false, Some(_)) => name,
    }
}

/// Returns the name with a number before its ending: a second file with the same name is `report-2.pdf`.
pub fn numbered(name: &str, number: usize) -> String {
    match name.rsplit_once('.') {
        Some((stem, ending)) => format!("{stem}-{number}.{ending}"),
        None => format!("{name}-{number}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_made_harmless() {
        for (name, kind, visible_name) in [
            ("../../etc/passwd", "text/plain", "passwd.txt"),
            ("a[1]#page=2.md", "", "a-1--page=2.md"),
            ("", "application/pdf; x=y", "file.pdf"),
            ("..", "", "file"),
            ("a\r\nb.txt", "", "ab.txt"),
        ] {
            assert_eq!(clean(name, kind), visible_name);
        }
        let long = clean(&format!("{}.md", "ä".repeat(500)), "");
        assert!(long.chars().count() <= MAX_CHARS && long.rsplit('.').next() == Some("md"));
        let wide = clean(&format!("{}.md", "\u{1f600}".repeat(500)), "");
        assert!(wide.len() <= MAX_BYTES && wide.rsplit('.').next() == Some("md"));
    }
}
