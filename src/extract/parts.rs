//! The files inside a file, under the names by which they are cited.

use std::collections::HashMap;

use super::{file_names, formats};
use footnote_documents::parts::{Attachment, MAX_PARTS};

/// Returns the files with known formats among `parts`, and those in mailboxes and archives among them. Each has a unique
/// path inside the enclosing file: its name, after its page number if it has one. If there are more than
/// [`MAX_PARTS`], one more is returned, to show that there are too many.
pub(super) fn named_parts(parts: Vec<Attachment>) -> Vec<(String, Attachment)> {
    let both = named(parts).flat_map(|(path, part)| {
        let within: Vec<_> = named(within(&path, &part))
            .map(|(inner, part)| (format!("{path}/{inner}"), part))
            .collect();
        std::iter::once((path, part)).chain(within)
    });
    both.take(MAX_PARTS + 1).collect()
}

/// Returns the files inside a file that encloses others itself; those inside them are not opened.
fn within(path: &str, part: &Attachment) -> Vec<Attachment> {
    let format = formats::of(path, &part.bytes).ok();
    // Pages are read only once: what is attached to an enclosed PDF is left out.
    let format = format.filter(|format| formats::encloses(format) && format.name() != "pdf");
    let read = format.and_then(|format| formats::read(format, &part.bytes).ok());
    read.map_or_else(Vec::new, |reading| reading.parts)
}

/// Returns the files with known formats among `parts`, with their paths.
fn named(parts: Vec<Attachment>) -> impl Iterator<Item = (String, Attachment)> {
    let mut taken: HashMap<String, usize> = HashMap::new();
    let known = parts.into_iter().filter_map(|part| {
        let name = file_names::visible_name(&part.name, &part.media_type);
        formats::of_name(&name).map(|_| (name, part))
    });
    known.take(MAX_PARTS + 1).map(move |(name, part)| {
        let page = part.page.map(|page| format!("{page}/")).unwrap_or_default();
        (free(&(page + &folder(&part.folder)), &name, &mut taken), part)
    })
}

/// Returns the cleaned names of a folder and those that it is in, each with a slash behind it.
fn folder(path: &str) -> String {
    let named = path.split(['/', '\\']).filter(|name| !name.trim_matches([' ', '.']).is_empty());
    named.map(|name| file_names::visible_name(name, "") + "/").collect()
}

/// Returns an unused path for a file with this name.
fn free(under: &str, name: &str, taken: &mut HashMap<String, usize>) -> String {
    let mut path = format!("{under}{name}");
    while taken.contains_key(&path) {
        let count = taken.entry(format!("{under}{name}")).or_default();
        *count += 1;
        path = format!("{under}{}", file_names::numbered(name, *count));
    }
    taken.insert(path.clone(), 1);
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(name: &str, media_type: &str, page: Option<u32>) -> Attachment {
        Attachment {
            name: name.to_owned(),
            media_type: media_type.to_owned(),
            page,
            ..Attachment::default()
        }
    }

    fn paths(parts: Vec<Attachment>) -> Vec<String> {
        named_parts(parts).into_iter().map(|(path, _)| path).collect()
    }

    #[test]
    fn each_file_has_a_path_of_its_own() {
        let parts = vec![
            part("report.pdf", "", None),
            part("report-2.pdf", "", None),
            part("../report.pdf", "", None),
            part("report.pdf", "", None),
            part("report.pdf", "", Some(3)),
            part("", "application/pdf", Some(3)),
            part("tool.exe", "", None),
            part("a[1]#page=2.md", "", None),
            Attachment { folder: "old/../notes".to_owned(), ..part("report.pdf", "", None) },
        ];
        let expected = [
            "report.pdf",
            "report-2.pdf",
            "report-3.pdf",
            "report-4.pdf",
            "3/report.pdf",
            "3/file.pdf",
            "a-1--page=2.md",
            "old/notes/report.pdf",
        ];
        assert_eq!(paths(parts), expected);
    }

    #[test]
    fn of_too_many_files_one_more_is_told() {
        let many = vec![part("a.txt", "", None); 10_000];
        let paths = paths(many);
        assert_eq!((paths.len(), paths.last().unwrap().as_str()), (MAX_PARTS + 1, "a-1001.txt"));
    }
}
