//! The record of a file: when and how it was read, and who may read it.

use footnote_protocol::{DocumentSummary, FailedFile};
use serde::{Deserialize, Serialize};

use super::acl::Acl;
use super::{ExtractError, FileState, LeftOut, Stamp};

/// The record of one file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Its path relative to the folder.
    pub path: String,
    /// The file's state when it was read; the default if unknown.
    pub stamp: Stamp,
    /// A hash of its content; 0 if there is none.
    pub content: u128,
    /// Number of hidden characters left out.
    pub hidden: usize,
    /// Other content left out, in words: "2 charts, 1 hidden sheet".
    #[serde(default)]
    pub left_out: String,
    /// The pages with pictures whose words are not read, or the numbers of the pictures if it has no pages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pictures: Vec<u32>,
    /// The document's title; empty if unknown.
    pub title: String,
    /// The result of reading it.
    pub state: FileState,
    /// The users and groups that may read it.
    #[serde(rename = "access")]
    pub acl: Acl,
    /// The ACL of its folder when it was read; `None` if the folder had none.
    pub folder: Option<Acl>,
}

impl Record {
    /// Returns true if its passages can be found.
    pub fn is_ready(&self) -> bool {
        matches!(self.state, FileState::Ready { .. })
    }

    /// Returns the number of its pages; 0 if it could not be read.
    pub fn pages(&self) -> u32 {
        match self.state {
            FileState::Ready { pages, .. } => pages,
            FileState::Failed(_) => 0,
        }
    }

    /// Returns the number of its passages; 0 if it could not be read.
    pub fn passages(&self) -> u32 {
        match self.state {
            FileState::Ready { passages, .. } => passages,
            FileState::Failed(_) => 0,
        }
    }

    /// Its entry in a list of documents. `own` is true if its reader may remove it.
    pub fn summary(&self, own: bool) -> DocumentSummary {
        DocumentSummary {
            path: self.path.clone(),
            title: self.title.clone(),
            pages: self.pages(),
            passages: self.passages(),
            size: self.stamp.size,
            modified: self.stamp.day(),
            own,
            unreachable: String::new(),
            left_out: self.not_shown(),
        }
    }

    /// Returns a description of everything left out, with the number of hidden characters.
    fn not_shown(&self) -> String {
        let mut hidden = LeftOut::default();
        hidden.add("hidden character", self.hidden);
        let parts = [self.left_out.clone(), hidden.in_words()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    }

    /// Its entry in a list of files that could not be read. `own` is true if its reader may remove it.
    pub fn failure(&self, own: bool) -> FailedFile {
        let reason = self.fault().to_owned();
        let again = own && ExtractError::may_pass(&reason);
        FailedFile { path: self.path.clone(), own, again, reason }
    }

    /// Returns true if it is an image without text, which could not be read.
    pub fn is_image(&self) -> bool {
        matches!(&self.state, FileState::Failed(reason) if *reason == ExtractError::Image.to_string())
    }

    /// Returns true if it has pages or pictures without readable text: most likely it is a scan.
    pub fn is_scan(&self) -> bool {
        let reasons = [ExtractError::NoText, ExtractError::NoCharacters];
        reasons.iter().any(|reason| self.fault() == reason.to_string())
    }

    /// Returns true if text may be generated from its image, or from pictures in it.
    pub fn is_wordless(&self) -> bool {
        self.is_image() || self.is_scan() || !self.pictures.is_empty()
    }

    /// Returns the reason why it could not be read; empty if it was.
    pub fn fault(&self) -> &str {
        match &self.state {
            FileState::Ready { .. } => "",
            FileState::Failed(reason) => reason,
        }
    }
}
