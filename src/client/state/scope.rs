//! Scope of the conversation: the documents to search for its next question.

use footnote_protocol::{Scope, json};
use leptos::prelude::*;

use super::Chat;
use crate::browser;

/// Key under which the window remembers the scope across reloads and pages.
const SCOPE: &str = "footnote.scope";

/// State of a checkbox in the folder tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Neither it nor anything below it is selected.
    Open,
    /// Something below it is selected.
    Partly,
    /// It is selected itself.
    Chosen,
    /// A parent folder is selected.
    Contained,
}

impl Choice {
    /// Returns the state of the folder or document at `path`.
    pub fn of(scope: &Scope, path: &str) -> Self {
        let lies_in = |path: &str, folder: &str| {
            path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
        };
        if scope.paths().any(|chosen| chosen == path) {
            Self::Chosen
        } else if scope.paths().any(|chosen| lies_in(path, chosen)) {
            Self::Contained
        } else if scope.paths().any(|chosen| lies_in(chosen, path)) {
            Self::Partly
        } else {
            Self::Open
        }
    }

    /// Adds a folder or document to the scope, replacing what is below it, or removes it.
    pub fn set(scope: &mut Scope, path: &str, is_folder: bool, is_chosen: bool) {
        let below = format!("{path}/");
        for list in [&mut scope.folders, &mut scope.documents] {
            list.retain(|one| one != path && !one.starts_with(&below));
        }
        let list = if is_folder { &mut scope.folders } else { &mut scope.documents };
        list.extend(is_chosen.then(|| path.to_owned()));
    }
}

/// Passes a scope to the next page in this window.
pub fn hand_on(scope: &Scope) {
    browser::remember(SCOPE, &serde_json::to_string(scope).unwrap_or_default());
}

impl Chat {
    /// Asks the next questions in this scope.
    pub fn ask_in(self, scope: Scope) {
        if !self.temporary.get_untracked() {
            hand_on(&scope);
        }
        self.scope.set(scope);
    }

    /// Changes the scope of the next questions.
    pub fn adjust_scope(self, change: impl FnOnce(&mut Scope)) {
        let mut scope = self.scope.get_untracked();
        change(&mut scope);
        self.ask_in(scope);
    }

    /// Restores the scope that this window remembers. If a conversation is still to be opened, the scope waits for it.
    pub(super) fn recall_scope(self, is_awaited: bool) {
        let scope: Option<Scope> =
            browser::remembered(SCOPE).and_then(|json| json::read(json).ok());
        if let Some(scope) = scope {
            let recalled = is_awaited.then(|| scope.clone());
            self.window.update_value(|window| window.recalled = recalled);
            self.scope.set(scope);
        }
    }

    /// Continues in the scope of the last turn, unless the reader chose another before the reload.
    pub(super) fn settle_scope(self) {
        if let Some(scope) = self.window.try_update_value(|window| window.recalled.take()).flatten()
        {
            self.ask_in(scope);
            return;
        }
        let last = self.turns.with_untracked(|turns| turns.last()?.scope.clone());
        self.scope.set(last.unwrap_or_default());
    }

    /// Forgets the remembered scope before another conversation is shown.
    pub(super) fn forget_scope() {
        browser::remember(SCOPE, "");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_stands_for_what_lies_below_it() {
        let mut scope = Scope::default();
        for path in ["hr/pay/a.md", "hr/b.md", "hrx.md"] {
            Choice::set(&mut scope, path, false, true);
        }
        assert_eq!(Choice::of(&scope, "hr"), Choice::Partly);
        assert_eq!(Choice::of(&scope, "hr/b.md"), Choice::Chosen);
        assert_eq!(Choice::of(&scope, "hr/c.md"), Choice::Open);
        Choice::set(&mut scope, "hr", true, true);
        assert_eq!((scope.folders.len(), scope.documents.as_slice()), (1, &["hrx.md".into()][..]));
        assert_eq!(Choice::of(&scope, "hr"), Choice::Chosen);
        assert_eq!(Choice::of(&scope, "hr/pay"), Choice::Contained);
        assert_eq!(Choice::of(&scope, "h"), Choice::Open);
        Choice::set(&mut scope, "hr", true, false);
        Choice::set(&mut scope, "hrx.md", false, false);
        assert!(scope.is_everything());
    }
}
