//! A question and its answer, in the page's memory.

use footnote_protocol::{
    Answer, AnswerEvent, AttachedFiles, ErrorKind, Message, ProtocolError, Scope,
};
use leptos::prelude::*;

use super::{Footnotes, Judgement, StoredTurn, footnotes};
use crate::browser;
use crate::words;

/// Progress of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Being written.
    Writing,
    /// Complete.
    Whole,
    /// Stopped by the reader.
    Stopped,
    /// Failed; the answer has the reason.
    Failed,
}

/// A question and its answer; clones share the answer.
#[derive(Clone)]
pub struct Turn {
    /// Number of the turn among those shown since the page was opened.
    pub id: u32,
    /// Unique id of the turn wherever it is stored.
    pub uid: String,
    /// The question.
    pub question: String,
    /// Files that were attached when it was asked.
    pub attached: AttachedFiles,
    /// Scope of the question; `None` for all documents.
    pub scope: Option<Scope>,
    /// The answer so far.
    pub answer: ArcRwSignal<Answer>,
    /// The progress of the answer.
    pub progress: ArcRwSignal<Progress>,
    /// The reader's judgement of the answer, if any.
    pub judgement: ArcRwSignal<Option<Judgement>>,
    /// Footnotes of the answer so far.
    notes: ArcStoredValue<Option<ArcMemo<Footnotes>>>,
    /// The previous answer while it is being regenerated, until the new one has text.
    before: ArcStoredValue<Option<Answer>>,
}

impl Turn {
    /// Footnotes of the answer so far, computed on first use.
    pub fn notes(&self) -> ArcMemo<Footnotes> {
        if let Some(notes) = self.notes.get_value() {
            return notes;
        }
        let (answer, progress) = (self.answer.clone(), self.progress.clone());
        let notes = ArcMemo::new(move |_| {
            let writing = progress.get() == Progress::Writing;
            answer.with(|answer| footnotes(answer, writing))
        });
        self.notes.set_value(Some(notes.clone()));
        notes
    }

    /// Returns a question whose answer is being written.
    pub fn new(id: u32, question: String) -> Self {
        Self::with((id, browser::new_id()), question, Answer::default(), Progress::Writing)
    }

    /// Returns the same with a scope.
    #[must_use]
    pub fn asked_in(self, scope: Scope) -> Self {
        Self { scope: Some(scope).filter(|scope| !scope.is_everything()), ..self }
    }

    fn with(
        (id, uid): (u32, String),
        question: String,
        answer: Answer,
        progress: Progress,
    ) -> Self {
        let answer = ArcRwSignal::new(answer);
        let progress = ArcRwSignal::new(progress);
        Self {
            id,
            uid,
            question,
            attached: AttachedFiles::default(),
            scope: None,
            answer,
            progress,
            judgement: ArcRwSignal::new(None),
            notes: ArcStoredValue::new(None),
            before: ArcStoredValue::new(None),
        }
    }

    /// Returns true if the answer of a stored turn has no end: it may still be in progress.
    pub fn is_unfinished(kept: &StoredTurn) -> bool {
        let StoredTurn { answer, stopped, .. } = kept;
        answer.finish.is_none() && answer.error.is_none() && !stopped
    }

    /// Returns true if it shows the stored turn unchanged.
    pub(super) fn shows(&self, kept: &StoredTurn) -> bool {
        let own = self.keep();
        let said = |turn: &StoredTurn| {
            let StoredTurn { id, question, answer, stopped, judgement, .. } = turn.clone();
            (id, question, answer.text, answer.error.is_some(), stopped, judgement)
        };
        !Self::is_unfinished(kept) && said(&own) == said(kept)
    }

    /// Returns a stored question with an answer that is no longer being written.
    pub fn from_stored(id: u32, kept: StoredTurn) -> Self {
        let is_unfinished = Self::is_unfinished(&kept);
        let mut answer = kept.answer;
        // Without an end, it was being written when its page was closed.
        if is_unfinished {
            answer.error = Some(ProtocolError::new(ErrorKind::Unavailable, words::page_was_left()));
        }
        let progress = match (&answer.error, kept.stopped) {
            (Some(_), _) => Progress::Failed,
            (None, true) => Progress::Stopped,
            (None, false) => Progress::Whole,
        };
        let uid = if kept.id.is_empty() { browser::new_id() } else { kept.id };
        let turn = Self::with((id, uid), kept.question, answer, progress);
        let turn = Self { attached: kept.attached, ..turn };
        let turn = turn.asked_in(kept.scope.unwrap_or_default());
        turn.judgement.set(kept.judgement);
        turn
    }

    /// Waits for the rest of an answer whose page was closed before its end.
    pub(super) fn wait(&self) {
        self.answer.update(|answer| answer.error = None);
        self.progress.set(Progress::Writing);
    }

    /// Marks the rest of the answer as lost.
    pub(super) fn lose(&self) {
        self.fail(ProtocolError::new(ErrorKind::Unavailable, words::page_was_left()));
        self.progress.set(Progress::Failed);
    }

    /// Returns the id of the turn's element.
    pub fn element_id(&self) -> String {
        format!("turn-{}", self.id)
    }

    /// Moves the focus to the turn if the clicked element has been removed.
    pub(super) fn keep_focus(&self) {
        let element = self.element_id();
        browser::after_render(move || browser::catch_focus(&element));
    }

    /// Returns the turn in its stored form.
    pub fn keep(&self) -> StoredTurn {
        StoredTurn {
            id: self.uid.clone(),
            question: self.question.clone(),
            attached: self.attached.clone(),
            scope: self.scope.clone(),
            answer: self.answer.get_untracked().without_results(),
            stopped: self.progress.get_untracked() == Progress::Stopped,
            // While an answer is being regenerated, the judgement belongs to the previous one.
            judgement: self
                .judgement
                .get_untracked()
                .filter(|_| self.before.with_value(Option::is_none)),
        }
    }

    /// Starts the answer anew; the old one is restored if no text of a new one arrives.
    pub fn begin(&self) {
        let before = self.answer.get_untracked();
        let worth = before.error.is_none() && !before.text.is_empty();
        if !worth {
            self.judgement.set(None);
        }
        self.before.set_value(worth.then_some(before));
        self.answer.set(Answer::default());
        self.progress.set(Progress::Writing);
    }

    /// Applies the next events in a single update of the page.
    pub fn apply(&self, events: Vec<AnswerEvent>) {
        self.answer.update(|answer| {
            for event in events {
                answer.apply(event);
            }
        });
    }

    /// Applies an answer that arrived in one piece.
    pub fn complete(&self, whole: Answer) {
        self.answer.set(whole);
    }

    /// Ends the answer with an error.
    pub fn fail(&self, error: ProtocolError) {
        self.answer.update(|answer| answer.error = Some(error));
    }

    /// Ends the answer; one without an end of its own was cut short.
    pub fn end(&self, stopped: bool) {
        if !stopped && self.answer.with_untracked(|a| a.finish.is_none() && a.error.is_none()) {
            self.fail(ProtocolError::new(ErrorKind::Unavailable, words::connection_broke()));
        }
        self.recall();
        let failed = self.answer.with_untracked(|answer| answer.error.is_some());
        let stopped = stopped && self.answer.with_untracked(|answer| answer.finish.is_none());
        self.progress.set(match (stopped, failed) {
            (true, _) => Progress::Stopped,
            (false, true) => Progress::Failed,
            (false, false) => Progress::Whole,
        });
    }

    /// Restores the old answer if the new one has no text; keeps the reason.
    fn recall(&self) {
        let before = self.before.try_update_value(Option::take).flatten();
        let wordless = self.answer.with_untracked(|answer| answer.text.is_empty());
        match before {
            Some(before) if wordless => self.answer.update(|answer| {
                let error = answer.error.take();
                *answer = Answer { error, ..before };
            }),
            // The new answer has not been judged.
            Some(_) => self.judgement.set(None),
            None => {}
        }
    }

    /// Returns the turn as messages, oldest first; leaves out an empty answer.
    pub fn messages(&self) -> impl Iterator<Item = Message> + use<> {
        let text = self.answer.with_untracked(|answer| answer.text.clone());
        let answer = (!text.is_empty()).then(|| Message::assistant(text));
        std::iter::once(Message::user(self.question.clone())).chain(answer)
    }
}

#[cfg(test)]
mod tests {
    use footnote_protocol::FinishReason;

    use super::*;

    #[test]
    fn a_stream_without_an_end_is_a_failure_that_keeps_the_text() {
        let turn = Turn::new(1, "a?".into());
        turn.apply(vec![AnswerEvent::Delta("half".into())]);
        turn.end(false);
        assert_eq!(turn.progress.get_untracked(), Progress::Failed);
        assert_eq!(turn.keep().answer.text, "half");
    }

    #[test]
    fn an_answer_whose_page_was_left_can_be_asked_for_again() {
        let turn = Turn::new(1, "a?".into());
        turn.apply(vec![AnswerEvent::Delta("half".into())]);
        let revived = Turn::from_stored(2, turn.keep());
        assert_eq!(revived.progress.get_untracked(), Progress::Failed);
        assert_eq!(revived.keep().answer.text, "half");
    }

    #[test]
    fn stopping_is_no_failure() {
        let turn = Turn::new(1, "a?".into());
        turn.end(true);
        assert_eq!(turn.progress.get_untracked(), Progress::Stopped);
        assert!(turn.keep().stopped);
    }

    #[test]
    fn an_answer_with_its_end_is_whole() {
        let turn = Turn::new(1, "a?".into());
        turn.apply(vec![AnswerEvent::Finished {
            reason: FinishReason::Stop,
            model: "m".into(),
            usage: None,
        }]);
        turn.end(false);
        assert_eq!(turn.progress.get_untracked(), Progress::Whole);
    }

    #[test]
    fn an_old_answer_comes_back_when_writing_it_anew_brings_nothing() {
        let turn = Turn::new(1, "a?".into());
        let whole =
            Answer { text: "old".into(), finish: Some(FinishReason::Stop), ..Answer::default() };
        turn.complete(whole);
        turn.end(false);
        turn.begin();
        turn.end(true);
        assert_eq!(turn.progress.get_untracked(), Progress::Whole);
        turn.begin();
        turn.fail(ProtocolError::new(ErrorKind::Unavailable, "gone"));
        turn.end(false);
        assert_eq!(turn.progress.get_untracked(), Progress::Failed);
        assert_eq!(turn.keep().answer.text, "old");
    }

    #[test]
    fn a_judgement_is_of_the_answer_that_it_was_made_of() {
        let turn = Turn::new(1, "a?".into());
        let whole = |text: &str| Answer {
            text: text.into(),
            finish: Some(FinishReason::Stop),
            ..Answer::default()
        };
        turn.complete(whole("old"));
        turn.end(false);
        turn.judgement.set(Some(Judgement::default()));
        turn.begin();
        turn.end(true);
        assert_eq!(turn.keep().judgement, Some(Judgement::default()));
        turn.begin();
        turn.complete(whole("new"));
        turn.end(false);
        assert_eq!(turn.keep().judgement, None);
    }

    #[test]
    fn a_question_without_an_answer_is_one_message() {
        let turn = Turn::new(1, "a?".into());
        assert_eq!(turn.messages().count(), 1);
    }
}
