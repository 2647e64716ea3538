//! The light that falls on a cited passage, its note and its marks together.

use leptos::prelude::*;

use crate::app::state::EvidenceView;

/// The light on the cited passage of an opened document. Where the document is all there is to see, nothing
/// lights up.
#[derive(Clone, Copy)]
pub struct Light {
    evidence: Option<EvidenceView>,
    source: StoredValue<String>,
}

impl Light {
    /// The light on a source.
    pub fn new(source: String) -> Self {
        Self { evidence: use_context(), source: StoredValue::new(source) }
    }

    fn turn(self) -> Option<(EvidenceView, u32)> {
        let evidence = self.evidence?;
        Some((evidence, evidence.shown()?.id))
    }

    /// Returns whether it is on.
    pub fn is_lit(self) -> bool {
        let is_lit = |(evidence, turn): (EvidenceView, u32)| {
            self.source.with_value(|source| evidence.is_lit(turn, source))
        };
        self.turn().is_some_and(is_lit)
    }

    /// Turns it on or off.
    pub fn set(self, is_lit: bool) {
        match untrack(|| self.turn()) {
            Some((evidence, turn)) if is_lit => {
                self.source.with_value(|source| evidence.light(turn, source));
            }
            Some((evidence, _)) => evidence.dim(),
            None => {}
        }
    }
}
