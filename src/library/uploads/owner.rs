//! The owner of an uploaded document, which is part of its path.

use std::collections::BTreeSet;

use footnote_documents::acl::{Acl, Reader};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use super::{Audience, FOLDER, UploadError};

/// Folder of a user's documents shared with everybody.
const EVERYBODY: &str = "everybody";

/// Folder of a user's documents shared with groups, with a subfolder per group.
pub(super) const GROUPS: &str = "groups";

/// Maximum length of a folder name in common file systems, in bytes.
const MAX_FOLDER_LEN: usize = 255;

/// Characters that are percent-encoded in folder names.
const CODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'@').remove(b'-').remove(b'_').remove(b'.');

/// Folder of a reader's documents; empty if readers are not identified.
pub(super) fn folder_of(reader: &Reader) -> String {
    coded(reader.user().unwrap_or_default())
}

/// Folder name of a user or a group.
fn coded(name: &str) -> String {
    let coded = utf8_percent_encode(name, CODED).to_string();
    // A leading dot would make the folder hidden, or lead to a parent folder.
    match coded.strip_prefix('.') {
        Some(rest) => format!("%2E{rest}"),
        None => coded,
    }
}

impl Audience {
    /// The part of a reader's folder for this audience, with a trailing `/`; empty for the owner.
    pub(super) fn part(&self) -> String {
        match self {
            Self::Owner => String::new(),
            Self::Everybody => format!("{EVERYBODY}/"),
            Self::Group(group) => format!("{GROUPS}/{}/", coded(group)),
        }
    }

    /// Parses the audience from a part of a reader's folder, without a trailing `/`.
    fn of_part(part: &str) -> Option<Self> {
        if part == EVERYBODY {
            return Some(Self::Everybody);
        }
        let group = part.strip_prefix(GROUPS)?.strip_prefix('/')?;
        let group = percent_decode_str(group).decode_utf8().ok();
        let audience = Self::Group(group.filter(|group| !group.is_empty())?.into_owned());
        // Only the canonical spelling of a name is its folder.
        (audience.part().strip_suffix('/') == Some(part)).then_some(audience)
    }

    /// True if the reader may still share with the audience of a document at this path in their folder.
    pub(super) fn is_open_to(reader: &Reader, own: &str) -> bool {
        match Self::of_own(own) {
            Some((Self::Group(group), _)) => reader.is_in(&group),
            audience => audience.is_some(),
        }
    }

    /// The audience and the name of a document at this path in its owner's folder.
    fn of_own(own: &str) -> Option<(Self, &str)> {
        match own.rsplit_once('/') {
            None => Some((Self::Owner, own)),
            Some((part, name)) => Some((Self::of_part(part)?, name)),
        }
    }

    /// The ACL file of this part of the folder; `None` for the owner's part, to which the ACL file of the whole folder
    /// applies.
    ///
    /// # Errors
    ///
    /// Fails if the reader is not in a group of exactly this name, or if no ACL can contain the name.
    pub(super) fn acl_file(&self, reader: &Reader) -> Result<Option<String>, UploadError> {
        match self {
            Self::Owner => Ok(None),
            Self::Everybody => Ok(Some("public\n".to_owned())),
            Self::Group(group) => {
                let file = format!("group: {group}\n");
                let (users, groups) = (BTreeSet::new(), BTreeSet::from([group.clone()]));
                let is_theirs = reader.groups().any(|own| own == group);
                // Any other ACL would let others read the documents.
                if !is_theirs
                    || coded(group).len() > MAX_FOLDER_LEN
                    || Acl::of_folder(&file) != Ok(Acl::Only { users, groups })
                {
                    return Err(UploadError::Forbidden);
                }
                let owner = acl_file_of(reader)?.unwrap_or_default();
                Ok(Some(format!("{owner}{file}")))
            }
        }
    }
}

/// Prefix of the paths of a reader's documents.
pub(super) fn prefix(reader: &Reader) -> String {
    match folder_of(reader).as_str() {
        "" => format!("{FOLDER}/"),
        folder => format!("{FOLDER}/{folder}/"),
    }
}

/// The path of a document within its reader's folder, if it belongs to this reader.
pub(super) fn own_name<'p>(reader: &Reader, path: &'p str) -> Option<&'p str> {
    let own = path.strip_prefix(&prefix(reader))?;
    let (audience, name) = Audience::of_own(own)?;
    let may_share = audience == Audience::Owner || reader.user().is_some();
    let is_name = !name.is_empty() && !name.starts_with('.') && !name.contains(['\\', '\0']);
    (may_share && is_name).then_some(own)
}

/// Blob name of the document at `path`.
pub(super) fn blob_of(path: &str) -> &str {
    let path = path.strip_prefix(FOLDER).unwrap_or(path);
    path.strip_prefix('/').unwrap_or(path)
}

/// Document path of a blob.
pub(super) fn path_of(blob: &str) -> String {
    format!("{FOLDER}/{blob}")
}

/// The ACL file of a reader's folder; `None` if readers are not identified.
///
/// # Errors
///
/// Fails if the reader's name does not fit into an ACL, which would then admit others or nobody, or into a folder name.
pub(super) fn acl_file_of(reader: &Reader) -> Result<Option<String>, UploadError> {
    let Some(user) = reader.user() else {
        return Ok(None);
    };
    if folder_of(reader).len() > MAX_FOLDER_LEN {
        return Err(UploadError::Forbidden);
    }
    let file = format!("user: {user}\n");
    let acl = Acl::of_folder(&file).map_err(|_| UploadError::Forbidden)?;
    let is_theirs = !acl.is_public() && acl.admits(reader);
    is_theirs.then_some(Some(file)).ok_or(UploadError::Forbidden)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_path_leads_to_another_readers_documents() {
        let (alice, nobody) = (Reader::new(Some("Alice@x.com"), []), Reader::default());
        for (reader, path, own) in [
            (&alice, "uploads/alice@x.com/a.md", Some("a.md")),
            (&alice, "uploads/alice@x.com/everybody/a.md", Some("everybody/a.md")),
            (&alice, "uploads/alice@x.com/groups/h%20r/a.md", Some("groups/h%20r/a.md")),
            (&alice, "uploads/alice@x.com/groups/h r/a.md", None),
            (&alice, "uploads/alice@x.com/groups/../a.md", None),
            (&alice, "uploads/alice@x.com/groups/a.md", None),
            (&alice, "uploads/alice@x.com/groups//a.md", None),
            (&alice, "uploads/a.md", None),
            (&alice, "uploads/bob/a.md", None),
            (&alice, "uploads/alice@x.com/../bob/a.md", None),
            (&alice, "uploads/alice@x.com/.access", None),
            (&alice, "uploads/alice@x.com/everybody/.access", None),
            (&alice, "uploads/alice@x.com/", None),
            (&alice, "a.md", None),
            (&nobody, "uploads/a.md", Some("a.md")),
            (&nobody, "uploads/alice@x.com/a.md", None),
            (&nobody, "uploads/everybody/a.md", None),
            (&nobody, "uploads/groups/hr/a.md", None),
            (&nobody, "uploads/..", None),
        ] {
            assert_eq!(own_name(reader, path), own, "{path}");
        }
    }

    #[test]
    fn any_name_has_a_folder_of_its_own_that_is_neither_hidden_nor_above() {
        for name in ["..", ".", ".x", "a/b", "ä b", "c:\\d"] {
            let folder = folder_of(&Reader::new(Some(name), []));
            assert!(!folder.starts_with('.') && !folder.contains(['/', '\\', ' ']), "{folder}");
        }
    }

    #[test]
    fn only_members_share_with_a_group_and_its_owner_still_reads() {
        let alice = Reader::new(Some("alice"), ["hr", "hr #board"]);
        let file = |group: &str| Audience::Group(group.to_owned()).acl_file(&alice);
        let expected = "user: alice\ngroup: hr\n";
        assert_eq!(file("hr").unwrap().as_deref(), Some(expected));
        let long = "ж".repeat(50);
        let member = Reader::new(Some("alice"), [long.as_str()]);
        let file_of_long = Audience::Group(long.clone()).acl_file(&member);
        assert!(matches!(file_of_long, Err(UploadError::Forbidden)), "no folder has its name");
        for group in ["board", "", "HR", "hr, board", "hr #board", "hr\nuser: bob"] {
            assert!(matches!(file(group), Err(UploadError::Forbidden)), "{group}");
        }
    }

    #[test]
    fn a_name_that_no_list_or_folder_can_have_has_no_folder() {
        assert!(acl_file_of(&Reader::new(Some(&"ж".repeat(50)), [])).is_err());
        assert!(acl_file_of(&Reader::new(Some("cn=a, dc=b"), [])).is_err());
        let file = acl_file_of(&Reader::new(Some("alice"), [])).unwrap();
        assert_eq!(file.as_deref(), Some("user: alice\n"));
    }
}
