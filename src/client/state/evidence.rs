//! State of the evidence panel: which turn, which tab, which passage.

use footnote_protocol::Opening;
use footnote_text::source;
use leptos::prelude::*;

use super::{Chat, Note, Passage, Turn, doubt_reason, doubts, passages};
use crate::browser;

/// Minimum width of the panel, and of the answer next to it, in CSS pixels.
pub const MIN_WIDTH: i32 = 320;

/// Default width, in CSS pixels: `--evidence-width` in `style/tokens.css`.
const DEFAULT_WIDTH: i32 = 480;

/// Width of the list of conversations, in CSS pixels: `--conversations-width` in the same file.
const SIDEBAR_WIDTH: i32 = 260;

/// Key of the chosen width in the browser's storage.
const WIDTH: &str = "footnote.evidence-width";

/// Tabs of the panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tab {
    /// The retrieved passages.
    #[default]
    Passages,
    /// The steps that led to the answer.
    Thoughts,
    /// The document itself.
    Document,
}

/// A card beside a mark or a doubted statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// The turn, and the mark's number.
    pub of: (u32, u32),
    /// The source.
    pub source: String,
    /// The words of the source.
    pub words: String,
    /// Facts that the check did not find, in words; empty if there are none.
    pub verdict: String,
}

/// State of the evidence panel.
#[derive(Clone, Copy, Default)]
pub struct EvidenceView {
    /// True if the panel is open.
    pub open: RwSignal<bool>,
    /// The selected tab.
    pub tab: RwSignal<Tab>,
    /// The selected note.
    pub note: RwSignal<Option<Note>>,
    /// Numbers of the notes under the pointer or the focus, and their turn.
    lit: RwSignal<Option<(u32, Vec<u32>)>>,
    /// The highlighted doubted statement: its turn, and its index there.
    pub doubted: RwSignal<Option<(u32, usize)>>,
    /// The card that is shown.
    pub card: RwSignal<Option<Card>>,
    /// The opened document and its part; `None` for that of the selected note.
    opened: RwSignal<Option<(String, Opening)>>,
    /// Width chosen by the reader, in CSS pixels.
    wanted: RwSignal<i32>,
    /// Width of the window, in CSS pixels.
    window: RwSignal<i32>,
    sidebar: RwSignal<bool>,
    turn: RwSignal<Option<u32>>,
    turns: RwSignal<Vec<Turn>>,
}

impl EvidenceView {
    /// Returns a panel with nothing selected; open if the page comes with an answer, for a browser without scripts.
    pub fn new(chat: Chat) -> Self {
        Self {
            open: RwSignal::new(chat.turns.with_untracked(|turns| !turns.is_empty())),
            wanted: RwSignal::new(DEFAULT_WIDTH),
            sidebar: chat.sidebar,
            turns: chat.turns,
            ..Self::default()
        }
    }

    /// Restores the stored state, and tracks new answers from now on.
    pub fn wake(self) {
        self.open.set(false);
        self.measure();
        if let Some(width) = browser::stored(WIDTH).and_then(|width| width.parse().ok()) {
            self.wanted.set(width);
        }
        let resized = window_event_listener(leptos::ev::resize, move |_| self.measure());
        on_cleanup(move || resized.remove());
        Effect::new(move |_| {
            browser::set_variable("--evidence-width", &format!("{}px", self.width()));
        });
        Effect::new(move |_| self.follow());
    }

    /// Shows the evidence of the newest answer from now on; nothing without an answer.
    fn follow(self) {
        if self.turns.with(Vec::is_empty) {
            self.open.set(false);
        }
        self.turn.set(None);
        self.note.set(None);
        self.opened.set(None);
    }

    /// Returns the turn whose evidence is shown: the selected one, or the newest.
    pub fn shown(self) -> Option<Turn> {
        let chosen = self.turn.get();
        self.turns.with(|turns| {
            let chosen = turns.iter().find(|turn| Some(turn.id) == chosen);
            chosen.or(turns.last()).cloned()
        })
    }

    /// Returns the retrieved passages of the shown turn, best first; `None` before they are known.
    pub fn passages(self) -> Option<Vec<Passage>> {
        let turn = self.shown()?;
        turn.answer.with(|answer| answer.context.data_points.as_ref().map(passages))
    }

    /// Notes of the shown turn.
    pub fn notes(self) -> Vec<Note> {
        self.shown().map(|turn| turn.notes().get().notes).unwrap_or_default()
    }

    /// Shows the document behind a mark.
    pub fn show(self, turn: u32, number: u32) {
        if let Some(note) = self.numbered(turn, number) {
            self.show_note(turn, &note);
        }
    }

    fn numbered(self, turn: u32, number: u32) -> Option<Note> {
        let turns = self.turns.get_untracked();
        let turn = turns.iter().find(|one| one.id == turn)?;
        let notes = turn.notes().get_untracked().notes;
        notes.into_iter().find(|one| one.number == number)
    }

    /// Shows the card of a mark.
    pub fn point(self, turn: u32, number: u32) {
        let note = self.numbered(turn, number);
        let verdict = |note: &Note| {
            let answer = self.turns.with_untracked(|turns| {
                let turn = turns.iter().find(|one| one.id == turn)?;
                Some(turn.answer.with_untracked(doubts))
            });
            let doubts = answer.unwrap_or_default();
            let reasons = note.doubts.iter().filter_map(|at| doubts.get(*at));
            reasons.map(doubt_reason).collect::<Vec<_>>().join(" · ")
        };
        self.card.set(note.map(|note| Card {
            of: (turn, number),
            verdict: verdict(&note),
            source: note.source,
            words: note.words,
        }));
    }

    /// Returns the single highlighted note that rests on the passage `at` of a turn.
    pub fn lit_note(self, turn: u32, at: usize) -> Option<Note> {
        let lit = self.lit.get().filter(|(of, numbers)| *of == turn && numbers.len() == 1);
        let note = self.numbered(turn, *lit?.1.first()?);
        note.filter(|note| note.rests_on(at))
    }

    /// Shows the passage behind a note of a turn.
    pub fn show_passage(self, turn: u32, note: Note) {
        self.turn.set(Some(turn));
        self.note.set(Some(note));
        self.opened.set(None);
        self.tab.set(Tab::Passages);
        self.reveal();
        browser::after_render(|| browser::scroll_to("chosen-passage"));
    }

    /// Shows a part of a document.
    pub fn show_document(self, path: &str, opening: Opening) {
        self.opened.set(Some((path.to_owned(), opening)));
        self.tab.set(Tab::Document);
        self.reveal();
    }

    /// Shows the document of a note; for an attached file, only its passage is available.
    pub fn show_note(self, turn: u32, note: &Note) {
        if source::is_attached(&note.source) {
            return self.show_passage(turn, note.clone());
        }
        self.turn.set(Some(turn));
        self.note.set(Some(note.clone()));
        self.show_document(source::split(&note.source).0, note.opening());
    }

    /// Returns the shown document and the part to open: the opened one, or else that of the selected note, of the first
    /// note, or of the best passage.
    pub fn document(self) -> Option<(String, Opening)> {
        if let Some(opened) = self.opened.get() {
            return Some(opened);
        }
        let of = |source: &str, opening| (source::split(source).0.to_owned(), opening);
        if let Some(note) = self.read() {
            return Some(of(&note.source, note.opening()));
        }
        let passages = self.passages()?;
        let passage = passages.first()?;
        Some(of(&passage.source, passage.opening()))
    }

    /// Returns the note whose document is shown: the selected one, or else the first, unless another document is open.
    pub fn read(self) -> Option<Note> {
        let is_elsewhere = self.opened.with(Option::is_some);
        let first = || self.notes().into_iter().next().filter(|_| !is_elsewhere);
        self.note.get().or_else(first)
    }

    /// Shows a tab for a turn.
    pub fn show_tab(self, turn: u32, tab: Tab) {
        if untrack(|| self.shown()).is_none_or(|shown| shown.id != turn) {
            self.note.set(None);
            self.opened.set(None);
        }
        self.turn.set(Some(turn));
        self.tab.set(tab);
        self.reveal();
    }

    fn reveal(self) {
        self.card.set(None);
        if !self.open.get_untracked() || browser::narrow() {
            browser::remember_focus();
        }
        self.open.set(true);
        if browser::narrow() {
            browser::after_render(|| {
                // Keep the element that was clicked visible above the sheet.
                browser::lift_focus();
                browser::focus("evidence");
            });
        }
    }

    /// Closes the panel until the reader asks for it again.
    pub fn close(self) {
        self.open.set(false);
        // A covered element cannot take the focus until it is uncovered.
        browser::after_render(|| {
            browser::restore_focus();
            // On phones that would open the keyboard.
            if !browser::narrow() {
                browser::catch_focus("question");
            }
        });
    }

    /// Opens or closes the panel.
    pub fn toggle(self) {
        if self.open.get_untracked() {
            self.close();
        } else {
            self.reveal();
        }
    }

    /// Highlights everything that belongs to these notes of a turn.
    pub fn light(self, turn: u32, numbers: Vec<u32>) {
        self.lit.set(Some((turn, numbers)));
    }

    /// Removes the highlight and its card.
    pub fn dim(self) {
        self.lit.set(None);
        self.doubted.set(None);
        self.card.set(None);
    }

    /// Returns true if a note of a turn is highlighted.
    pub fn is_lit(self, turn: u32, number: u32) -> bool {
        self.lit.with(|lit| lit.as_ref().is_some_and(|(t, n)| *t == turn && n.contains(&number)))
    }

    fn measure(self) {
        self.window.set(browser::window_width());
    }

    /// Current maximum width of the panel, in CSS pixels: two thirds of the window, as long as that leaves enough for
    /// the answer.
    pub fn widest(self) -> i32 {
        let beside = if self.sidebar.get() && !browser::tight() { SIDEBAR_WIDTH } else { 0 };
        widest(self.window.get(), beside)
    }

    /// Width of the panel, in CSS pixels.
    pub fn width(self) -> i32 {
        self.wanted.get().clamp(MIN_WIDTH, self.widest())
    }

    /// Sets the width of the panel within its limits, in CSS pixels.
    pub fn resize(self, width: i32) {
        let widest = untrack(|| self.widest());
        self.wanted.set(width.clamp(MIN_WIDTH, widest));
    }

    /// Stores the width for later visits.
    pub fn keep_width(self) {
        browser::store(WIDTH, &self.wanted.get_untracked().to_string());
    }

    /// Resets the width to its default.
    pub fn reset_width(self) {
        self.wanted.set(DEFAULT_WIDTH);
        browser::forget(WIDTH);
    }
}

/// Maximum width of the panel in a window of this width, next to a list of conversations of width `beside`.
fn widest(window: i32, beside: i32) -> i32 {
    (window * 2 / 3).min(window - beside - MIN_WIDTH).max(MIN_WIDTH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_region_takes_two_thirds_of_the_window_unless_the_answer_lacks_room() {
        assert_eq!(widest(1440, 0), 960);
        assert_eq!(widest(1440, SIDEBAR_WIDTH), 860);
        assert_eq!(widest(1024, SIDEBAR_WIDTH), 444);
        assert_eq!(widest(390, 0), MIN_WIDTH);
    }
}
