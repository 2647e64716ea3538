//! Passages and their captions, in prompts and in data points.

use footnote_answers::samples::{QUESTION, hits, rag, request};
use footnote_models::scripted::{Scripted, Step};
use footnote_protocol::Answer;

use crate::tests::events;

/// Returns the answer with or without captions, and the message shown to the model.
async fn answer(captions: Option<bool>) -> (Answer, String) {
    let model = Scripted::new([Step::Say("Thirty.")]);
    let mut request = request(&[QUESTION]);
    request.overrides.semantic_captions = captions;
    let rag = rag(Some(hits()), Some(&model));
    let answer = events(&rag, request).await.into_iter().collect();
    let prompt = model.asked().remove(0).messages.pop().unwrap();
    (answer, prompt.content)
}

#[tokio::test]
async fn captions_stand_for_the_passages_where_they_are_wished_for() {
    let (answer, prompt) = answer(Some(true)).await;
    let text = "Employees get thirty days of leave.";
    assert!(prompt.contains(text) && !prompt.contains("It grows with age."));
    let shown = &answer.context.data_points.unwrap().text[0];
    assert_eq!(*shown, format!("leave.md: {text}"));
    let thoughts = &answer.context.thoughts;
    assert_eq!(thoughts[1].props.as_ref().unwrap()["use_semantic_captions"], true);
    let caption = &thoughts[2].description[0]["captions"][0];
    let marked = "Employees get thirty <em>days</em> of <em>leave</em>.";
    assert_eq!(caption["highlights"], marked);
    assert_eq!(caption["text"], "Employees get thirty days of leave.");
    assert!(caption["additional_properties"].is_object());
}

#[tokio::test]
async fn passages_stay_whole_where_no_captions_are_wished_for() {
    for captions in [None, Some(false)] {
        let (answer, prompt) = answer(captions).await;
        assert!(prompt.contains("thirty days of leave. It grows with age."));
        assert_eq!(answer.context.thoughts[2].description[0]["captions"], serde_json::json!([]));
    }
}
