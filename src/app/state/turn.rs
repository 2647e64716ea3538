//! A question and its answer while the page holds them.

use footnote_protocol::{
    Answer, AnswerEvent, AttachedFiles, ErrorKind, Message, ProtocolError, Scope,
};
use leptos::prelude::*;

use super::{Footnotes, Judgement, StoredTurn, footnotes};
use crate::browser;
use crate::words;

/// The progress of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// It is on its way.
    Writing,
    /// It is whole.
    Whole,
    /// The reader stopped it.
    Stopped,
    /// It broke off; the reason stands in the answer.
    Failed,
}

/// A question and its answer; cloning it shares the answer.
#[derive(Clone)]
pub struct Turn {
    /// Counts the turns that the page has shown since it was opened.
    pub id: u32,
    /// Its id wherever it is kept; no other turn has it.
    pub uid: String,
    /// The question.
    pub question: String,
    /// The files that were attached when it was asked.
    pub attached: AttachedFiles,
    /// The documents that it is asked of; `None` for all.
    pub scope: Option<Scope>,
    /// The answer so far.
    pub answer: ArcRwSignal<Answer>,
    /// The progress of the answer.
    pub progress: ArcRwSignal<Progress>,
    /// The reader's judgement of the answer, if any.
    pub judgement: ArcRwSignal<Option<Judgement>>,
    /// The footnotes of the answer so far.
    notes: ArcStoredValue<Option<ArcMemo<Footnotes>>>,
    /// The answer that is being written anew, until the new one has words of its own.
    before: ArcStoredValue<Option<Answer>>,
}

impl Turn {
    /// The footnotes of the answer so far, found when they are first wanted.
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

    /// A question whose answer is on its way.
    pub fn new(id: u32, question: String) -> Self {
        Self::with((id, browser::new_id()), question, Answer::default(), Progress::Writing)
    }

    /// The same asked in a scope.
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

    /// True if the answer of a kept turn has no end: it may still be written.
    pub fn is_unfinished(kept: &StoredTurn) -> bool {
        let StoredTurn { answer, stopped, .. } = kept;
        answer.finish.is_none() && answer.error.is_none() && !stopped
    }

    /// True if it shows a kept turn as that is.
    pub(super) fn shows(&self, kept: &StoredTurn) -> bool {
        let own = self.keep();
        let said = |turn: &StoredTurn| {
            let StoredTurn { id, question, answer, stopped, judgement, .. } = turn.clone();
            (id, question, answer.text, answer.error.is_some(), stopped, judgement)
        };
        !Self::is_unfinished(kept) && said(&own) == said(kept)
    }

    /// A question with an answer that is not written any more.
    pub fn kept(id: u32, kept: StoredTurn) -> Self {
        let is_unfinished = Self::is_unfinished(&kept);
        let mut answer = kept.answer;
        // Without an end it was being written when its page was left.
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

    /// Waits for the rest of an answer whose page was left before its end.
    pub(super) fn wait(&self) {
        self.answer.update(|answer| answer.error = None);
        self.progress.set(Progress::Writing);
    }

    /// Says that there is no rest of it.
    pub(super) fn lose(&self) {
        self.fail(ProtocolError::new(ErrorKind::Unavailable, words::page_was_left()));
        self.progress.set(Progress::Failed);
    }

    /// The id of the element that shows the turn.
    pub fn element_id(&self) -> String {
        format!("turn-{}", self.id)
    }

    /// Moves the focus to the turn if the clicked element is gone with the view that held it.
    pub(super) fn keep_focus(&self) {
        let element = self.element_id();
        browser::after_render(move || browser::catch_focus(&element));
    }

    /// The turn as it is kept.
    pub fn keep(&self) -> StoredTurn {
        StoredTurn {
            id: self.uid.clone(),
            question: self.question.clone(),
            attached: self.attached.clone(),
            scope: self.scope.clone(),
            answer: self.answer.get_untracked().without_results(),
            stopped: self.progress.get_untracked() == Progress::Stopped,
            // While an answer is written anew, the judgement is of the one before.
            judgement: self
                .judgement
                .get_untracked()
                .filter(|_| self.before.with_value(Option::is_none)),
        }
    }

    /// Begins the answer anew; the old one comes back if no word of a new one arrives.
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

    /// Takes in the next events, all in one change of the page.
    pub fn apply(&self, events: Vec<AnswerEvent>) {
        self.answer.update(|answer| {
            for event in events {
                answer.apply(event);
            }
        });
    }

    /// Takes in an answer that came in one piece.
    pub fn complete(&self, whole: Answer) {
        self.answer.set(whole);
    }

    /// Breaks the answer off.
    pub fn fail(&self, error: ProtocolError) {
        self.answer.update(|answer| answer.error = Some(error));
    }

    /// Marks the end of writing; an answer that has no end of its own was cut short.
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

    /// Brings the old answer back if the new one has no words; the reason stays with it.
    fn recall(&self) {
        let before = self.before.try_update_value(Option::take).flatten();
        let wordless = self.answer.with_untracked(|answer| answer.text.is_empty());
        match before {
            Some(before) if wordless => self.answer.update(|answer| {
                let error = answer.error.take();
                *answer = Answer { error, ..before };
            }),
            // Nobody has judged the new one.
            Some(_) => self.judgement.set(None),
            None => {}
        }
    }

    /// The turn as messages, oldest first; an answer without text is left out.
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
        let revived = Turn::kept(2, turn.keep());
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
