//! Tests of what is counted and kept of questions.

use footnote_answers::thoughts::model_failed;
use footnote_protocol::audit::{Audit, Checked, Verdict};
use footnote_protocol::{
    AnswerEvent, ChatRequest, DataPoints, ErrorKind, FinishReason, FoundPassages, FoundUnit,
    Message, NO_MODEL, ProtocolError, ResponseContext,
};
use footnote_store::insights::AnswerOutcome::{self, *};
use footnote_store::{KeptInsights, SqliteInsights};
use futures_util::stream;

use super::*;

fn grounded(shown: &[&str]) -> AnswerEvent {
    let citations = vec!["leave.md".to_owned(), "attached/own.md".to_owned()];
    let unit = |source: &&str| FoundUnit { source: (*source).to_owned(), ..FoundUnit::default() };
    let units = shown.iter().map(unit).collect();
    AnswerEvent::Grounded(Box::new(ResponseContext {
        data_points: Some(DataPoints { citations, ..DataPoints::default() }),
        found: Some(FoundPassages { units, ..FoundPassages::default() }),
        ..ResponseContext::default()
    }))
}

fn delta(text: &str) -> AnswerEvent {
    AnswerEvent::Delta(text.to_owned())
}

fn checked(verdict: Verdict) -> Checked {
    Checked {
        text: "30 days".to_owned(),
        verdict,
        sources: vec!["leave.md".to_owned()],
        span: None,
        missing: Vec::new(),
        no_such_source: Vec::new(),
        cited_by: None,
    }
}

fn finished(model: &str) -> AnswerEvent {
    AnswerEvent::Finished { reason: FinishReason::Stop, model: model.to_owned(), usage: None }
}

fn failed() -> AnswerEvent {
    AnswerEvent::Failed(ProtocolError::new(ErrorKind::Unavailable, "gone"))
}

fn asked(question: &str) -> Asked {
    let messages = vec![Message::user(question)];
    Asked::of(&ChatRequest { messages, ..ChatRequest::default() }, "page")
}

/// Observes the events of an answer to the question, and drops them after `most`.
async fn observed(recorder: &Recorder, question: &str, events: Vec<AnswerEvent>, most: usize) {
    let events = recorder.observe(asked(question), stream::iter(events).boxed());
    events.take(most).collect::<Vec<_>>().await;
}

/// Stores all waiting insights and returns them.
async fn kept(waiting: InsightQueue) -> KeptInsights {
    let store = SqliteInsights::in_memory().unwrap();
    let stop = CancellationToken::new();
    stop.cancel();
    waiting.keep_in(&store, stop).await;
    store.since(0).await.unwrap()
}

#[tokio::test]
async fn each_answer_is_kept_with_the_outcome_that_it_came_to() {
    let passages = |shown: &[&str]| vec![grounded(shown), finished(NO_MODEL)];
    let written = |text| vec![grounded(&[]), delta(text), finished("gpt")];
    let instead = AnswerEvent::Thoughts(vec![model_failed("It is away.")]);
    let audited = |verdict| {
        let audit = AnswerEvent::Audited(Audit { statements: vec![checked(verdict)] });
        vec![grounded(&[]), delta("30 days [leave.md]."), audit, finished("gpt")]
    };
    let cases: [(Vec<AnswerEvent>, AnswerOutcome); 9] = [
        (passages(&["leave.md"]), Passages),
        (passages(&[]), Nothing),
        (written("30 days [leave.md]."), Answered),
        (audited(Verdict::Supported), Answered),
        (audited(Verdict::NotFound), Doubted),
        (written("I do not know."), Uncited),
        (vec![grounded(&[]), delta("30"), failed()], Failed),
        (vec![grounded(&["leave.md"]), instead, finished(NO_MODEL)], Failed),
        (vec![grounded(&[]), delta("30")], Cancelled),
    ];
    for (events, outcome) in cases {
        let (recorder, waiting) = Recorder::keeping(false).unwrap();
        observed(&recorder, "How many days of leave?", events.clone(), 9).await;
        let kept = kept(waiting).await;
        let outcomes: Vec<_> = kept.answers.iter().map(|answer| answer.outcome).collect();
        assert_eq!(outcomes, [outcome], "{events:?}");
        assert_eq!(kept.cited.len(), usize::from(outcome.is_answered()), "{events:?}");
        assert!(kept.answers[0].first_ms.is_some() && kept.answers[0].question.is_none());
    }
}

#[tokio::test]
async fn a_reader_who_leaves_is_counted_once_and_so_is_one_who_leaves_after_the_end() {
    let (recorder, waiting) = Recorder::keeping(false).unwrap();
    let events = vec![grounded(&[]), delta("30 [leave.md]."), finished("gpt"), delta("late")];
    observed(&recorder, "Leave?", events.clone(), 1).await;
    observed(&recorder, "Leave?", events, 3).await;
    let kept = kept(waiting).await;
    let outcomes: Vec<_> = kept.answers.iter().map(|answer| answer.outcome).collect();
    assert_eq!(outcomes, [Cancelled, Answered]);
}

#[tokio::test]
async fn words_are_kept_only_where_they_may_be_and_only_of_what_got_no_answer() {
    for keeps_texts in [false, true] {
        let (recorder, waiting) = Recorder::keeping(keeps_texts).unwrap();
        let refused = vec![grounded(&[]), delta("No."), finished(NO_MODEL)];
        observed(&recorder, "Where do unicorns live?", refused.clone(), 9).await;
        observed(&recorder, "Thank you!", refused, 9).await;
        recorder.judge(Judged { question: "Leave?".to_owned(), ..Judged::default() });
        let remark = "the fee is old".to_owned();
        recorder.judge(Judged { remark, question: "Fee?".to_owned(), helps: false });
        let kept = kept(waiting).await;
        let question = kept.answers[0].question.as_deref();
        assert_eq!(question, keeps_texts.then_some("Where do unicorns live?"));
        assert_eq!(
            (kept.answers[1].outcome, kept.answers[1].question.as_deref()),
            (Nothing, keeps_texts.then_some("Thank you!"))
        );
        assert_eq!(kept.judgements.len(), 1 + usize::from(keeps_texts));
        assert_eq!((&kept.judgements[0].question, &kept.judgements[0].remark), (&None, &None));
        if keeps_texts {
            assert_eq!(kept.judgements[1].remark.as_deref(), Some("the fee is old"));
            assert_eq!(kept.judgements[1].question.as_deref(), Some("Fee?"));
        }
    }
}

#[tokio::test]
async fn what_nobody_keeps_in_time_is_dropped_and_counted() {
    let (recorder, waiting) = Recorder::keeping(false).unwrap();
    for _ in 0..WAITING + 3 {
        recorder.judge(Judged { helps: true, ..Judged::default() });
    }
    assert_eq!(kept(waiting).await.judgements.len(), WAITING);
    recorder.judge(Judged::default());
    let text = recorder.metrics(None).unwrap();
    assert!(text.contains("\nfootnote_insights_dropped_total 4\n"), "{text}");
    assert!(
        text.contains(&format!("footnote_judgements_total{{helps=\"true\"}} {}\n", WAITING + 3))
    );
}

#[tokio::test]
async fn the_meters_tell_of_answers_and_documents_and_no_words() {
    let recorder = Recorder::counting().unwrap();
    let under_way = recorder.observe(asked("secret"), stream::pending().boxed());
    let events = vec![grounded(&[]), delta("sesame [leave.md]."), finished("gpt")];
    observed(&recorder, "open sesame", events, 9).await;
    let files = Counts { ready: 5, failed: 1, images: 2, passages: 40 };
    let text = recorder.metrics(Some(files)).unwrap();
    for line in [
        "footnote_questions_total{form=\"page\",outcome=\"answered\"} 1",
        "footnote_answers_under_way 1",
        "footnote_first_event_seconds_count 1",
        "footnote_answer_seconds_bucket{le=\"+Inf\"} 1",
        "footnote_documents{state=\"failed\"} 1",
        "footnote_passages 40",
        "footnote_store_reachable 1",
        "# TYPE footnote_answer_seconds histogram",
    ] {
        assert!(text.contains(&format!("{line}\n")), "{line} in {text}");
    }
    for word in ["secret", "sesame", "leave.md", "gpt"] {
        assert!(!text.contains(word), "{word} in {text}");
    }
    drop(under_way);
    let text = recorder.metrics(None).unwrap();
    assert!(text.contains("footnote_answers_under_way 0\n"), "{text}");
    assert!(text.contains("footnote_store_reachable 0\n"));
    assert!(text.contains("footnote_documents{state=\"ready\"} 5\n"), "as they were last");
}
