//! Tests of runs that are read, left, stopped, packed and dropped.

use futures_util::FutureExt as _;
use tokio::sync::mpsc;

use super::*;

fn said(words: &str) -> AnswerEvent {
    AnswerEvent::Delta(words.to_owned())
}

/// Returns a channel whose messages become the events of an answer.
fn sent() -> (mpsc::UnboundedSender<AnswerEvent>, Events) {
    let (sender, mut receiver) = mpsc::unbounded_channel();
    (sender, stream::poll_fn(move |context| receiver.poll_recv(context)).boxed())
}

fn nobody() -> Ended {
    Box::new(|_, _| async {}.boxed())
}

#[tokio::test]
async fn an_answer_goes_on_unread_and_is_read_again_from_its_beginning() {
    let (runs, (sender, events)) = (AnswerRuns::default(), sent());
    let mut first = Box::pin(runs.begin(("ada", "1"), events, nobody()));
    sender.send(said("Tea")).unwrap();
    assert_eq!(first.next().await, Some(said("Tea")));
    drop(first);
    sender.send(said(" at four.")).unwrap();
    drop(sender);
    let again: Vec<_> = runs.resume("ada", "1").unwrap().collect().await;
    assert_eq!(again, [said("Tea"), said(" at four.")]);
    assert!(runs.resume("bob", "1").is_none());
}

#[tokio::test]
async fn an_answer_is_kept_whoever_reads_it() {
    let (runs, (sender, events)) = (AnswerRuns::default(), sent());
    let (kept, mut keeping) = mpsc::unbounded_channel();
    let ended: Ended =
        Box::new(move |answer, _| async move { drop(kept.send(answer.text)) }.boxed());
    drop(runs.begin(("ada", "1"), events, ended));
    sender.send(said("Tea.")).unwrap();
    drop(sender);
    assert_eq!(keeping.recv().await.as_deref(), Some("Tea."));
}

#[tokio::test]
async fn a_run_that_is_stopped_lets_go_of_its_answer_and_is_kept_as_far_as_it_came() {
    let (runs, (sender, events)) = (AnswerRuns::default(), sent());
    let (kept, mut keeping) = mpsc::unbounded_channel();
    let ended: Ended = Box::new(move |answer, is_stopped| {
        async move { drop(kept.send((answer.text, is_stopped))) }.boxed()
    });
    let mut reading = Box::pin(runs.begin(("ada", "1"), events, ended));
    sender.send(said("Tea")).unwrap();
    reading.next().await;
    runs.stop("ada", "1").await;
    assert_eq!(keeping.try_recv().unwrap(), ("Tea".to_owned(), true));
    let rest: Vec<_> = reading.collect().await;
    assert_eq!(rest, []);
    sender.closed().await;
    assert!(runs.resume("ada", "1").is_none());
}

#[tokio::test(start_paused = true)]
async fn what_nobody_comes_back_to_ends_and_is_kept_as_far_as_it_came() {
    let (runs, (sender, events)) = (AnswerRuns::default(), sent());
    let (kept, mut keeping) = mpsc::unbounded_channel();
    let ended: Ended =
        Box::new(move |answer, _| async move { drop(kept.send(answer.text)) }.boxed());
    drop(runs.begin(("ada", "1"), events, ended));
    sender.send(said("Tea")).unwrap();
    sender.closed().await;
    assert_eq!(keeping.recv().await.as_deref(), Some("Tea"));
}

#[tokio::test]
async fn an_answer_holds_its_permit_until_its_model_ends_whoever_reads_it() {
    let (runs, (sender, events), permit) = (AnswerRuns::default(), sent(), Arc::new(()));
    let held = AnswerPermit::new(Arc::clone(&permit));
    let events = events.inspect(move |_| _ = &held).boxed();
    let (kept, mut keeping) = mpsc::unbounded_channel();
    let ended: Ended = Box::new(move |_, _| {
        async move {
            let _ = kept.send(());
        }
        .boxed()
    });
    drop(runs.begin(("ada", "1"), events, ended));
    sender.send(said("Tea")).unwrap();
    tokio::task::yield_now().await;
    assert_eq!(Arc::strong_count(&permit), 2, "the model writes, and nobody reads");
    drop(sender);
    keeping.recv().await.unwrap();
    assert_eq!(Arc::strong_count(&permit), 1);
}

/// Returns the number of unpacked runs, and whether any are packed.
fn counts(runs: &AnswerRuns) -> (usize, bool) {
    let registry = runs.lock();
    (registry.open.len(), !registry.ended.is_empty())
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_ended_is_packed_and_dropped_after_five_minutes() {
    let (runs, (sender, events)) = (AnswerRuns::default(), sent());
    let reading = runs.begin(("ada", "1"), events, nobody());
    sender.send(said("Tea.")).unwrap();
    drop(sender);
    tokio::time::sleep(KEPT * 2).await;
    assert_eq!(counts(&runs), (1, false), "somebody still reads it");
    drop(reading);
    tokio::time::sleep(KEPT.checked_sub(SWEEP_INTERVAL).unwrap()).await;
    assert_eq!(counts(&runs), (0, true));
    let again: Vec<_> = runs.resume("ada", "1").unwrap().collect().await;
    assert_eq!(again, [said("Tea.")]);
    tokio::time::sleep(SWEEP_INTERVAL * 2).await;
    assert_eq!(counts(&runs), (0, false));
    assert!(runs.resume("ada", "1").is_none());
}

#[tokio::test]
async fn answers_that_ended_take_no_more_than_their_bytes() {
    let runs = AnswerRuns::keeping(3_000);
    for id in 0..100 {
        let (sender, events) = sent();
        sender.send(said("Tea.")).unwrap();
        drop(sender);
        let read = runs.begin(("ada", &id.to_string()), events, nobody());
        assert_eq!(read.count().await, 1);
    }
    while counts(&runs).0 > 0 {
        tokio::task::yield_now().await;
    }
    let kept = |id: usize| runs.resume("ada", &id.to_string()).is_some();
    assert!(!kept(0) && !kept(90) && kept(99));
}

#[tokio::test]
async fn of_many_that_nobody_reads_the_newest_go_on() {
    let runs = AnswerRuns::default();
    let mut senders = Vec::new();
    for id in ["1", "2", "3"] {
        let (sender, events) = sent();
        drop(runs.begin(("ada", id), events, nobody()));
        senders.push(sender);
    }
    senders[0].closed().await;
    assert!(!senders[1].is_closed() && !senders[2].is_closed());
}
