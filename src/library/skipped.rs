//! Files in unsupported formats, as readers may know of them.

use std::collections::BTreeMap;

use footnote_documents::acl::{Acl, Reader};
use footnote_documents::natural;
use footnote_protocol::Listing;

/// Maximum number of names kept per ACL.
const MAX_NAMED: usize = 100;

/// The files in unsupported formats.
#[derive(Debug, Default)]
pub(super) struct SkippedFiles(BTreeMap<Acl, SkippedOfAcl>);

/// Those with the same ACL.
#[derive(Debug, Default)]
struct SkippedOfAcl {
    count: usize,
    /// Names of the first files.
    named: Vec<String>,
}

impl SkippedFiles {
    /// Adds the file at `path`.
    pub(super) fn add(&mut self, path: String, acl: Acl) {
        let of_acl = self.0.entry(acl).or_default();
        of_acl.count += 1;
        if of_acl.named.len() < MAX_NAMED {
            of_acl.named.push(path);
        }
    }

    /// The number of files that this reader may know of, and the first of them that match the listing, by name.
    pub(super) fn of(&self, reader: &Reader, listing: &Listing) -> (usize, Vec<String>) {
        let admitted = self.0.iter().filter(|(acl, _)| acl.admits(reader));
        let (mut count, mut named) = (0, Vec::new());
        for (_, of_acl) in admitted {
            count += of_acl.count;
            let fitting = of_acl.named.iter().filter(|path| listing.asks_for(path));
            named.extend(fitting.cloned());
        }
        named.sort_by(|one, other| natural::paths(one, other));
        named.truncate(MAX_NAMED);
        (count, named)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_to_those_who_may_know_of_them() {
        let mut skipped = SkippedFiles::default();
        for (path, acl) in [("b10.mp4", "public"), ("b2.mp4", "public"), ("c.mp4", "user: bob")] {
            skipped.add(path.to_owned(), Acl::of_folder(acl).unwrap());
        }
        let nobody = Reader::default();
        let all = Listing::default();
        assert_eq!(skipped.of(&nobody, &all), (2, vec!["b2.mp4".to_owned(), "b10.mp4".to_owned()]));
        assert_eq!(
            skipped.of(&nobody, &all.clone().narrowed(" B10".to_owned())),
            (2, vec!["b10.mp4".to_owned()])
        );
        assert_eq!(skipped.of(&Reader::new(Some("bob"), []), &all).0, 3);
    }
}
