//! The light that falls on a cited passage, its note and its marks together.

use footnote_client::state::EvidenceView;
use leptos::prelude::*;

/// The light on the cited passage of an opened document. Where the document is all there is to see, nothing
/// lights up.
#[derive(Clone, Copy)]
pub struct PassageHighlight {
    evidence: Option<EvidenceView>,
}

impl PassageHighlight {
    /// The light on the passage of the note whose document is shown.
    pub fn new() -> Self {
        Self { evidence: use_context() }
    }

    /// The turn of that note and its number.
    fn note(self) -> Option<(EvidenceView, u32, u32)> {
        let evidence = self.evidence?;
        Some((evidence, evidence.shown()?.id, evidence.read()?.number))
    }

    /// Returns whether it is on.
    pub fn is_lit(self) -> bool {
        self.note().is_some_and(|(evidence, turn, number)| evidence.is_lit(turn, number))
    }

    /// Turns it on or off.
    pub fn set(self, is_lit: bool) {
        match untrack(|| self.note()) {
            Some((evidence, turn, number)) if is_lit => evidence.light(turn, vec![number]),
            Some((evidence, ..)) => evidence.dim(),
            None => {}
        }
    }
}

impl Default for PassageHighlight {
    fn default() -> Self {
        Self::new()
    }
}
