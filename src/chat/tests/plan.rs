//! Search queries of turns, with a model that makes them well, badly or not at all.

use footnote_answers::samples::{QUESTION, hits, rag, request};
use footnote_models::ModelError;
use footnote_models::scripted::{Scripted, Step};
use footnote_protocol::{Answer, Message, Role, Thought};

use crate::tests::events;

const LATER: [&str; 3] = [QUESTION, "Thirty.", "Is it paid?"];

/// Returns the answer to a later question, where the model replies with this when asked for a query.
async fn answer(script: Vec<Step>) -> Answer {
    let model = Scripted::calls([script, vec![Step::Say("Yes.")]]);
    let rag = rag(Some(hits()), Some(&model));
    events(&rag, request(&LATER)).await.into_iter().collect()
}

fn thought<'a>(answer: &'a Answer, title: &str) -> &'a Thought {
    let mut thoughts = answer.context.thoughts.iter();
    thoughts.find(|thought| thought.title == title).unwrap()
}

const REWRITING: &str = "Prompt to generate search query";
const QUERY: &str = "Generated search query";

#[tokio::test]
async fn a_model_makes_the_search_query_of_a_later_turn() {
    let answer = answer(vec![Step::Say("paid leave")]).await;
    assert_eq!(thought(&answer, QUERY).description, "paid leave");
    let props = thought(&answer, REWRITING).props.clone().unwrap();
    assert_eq!(props["model"], "scripted");
    assert_eq!(props["written"], "paid leave");
    assert!(props["fell_back"].is_null());
    assert_eq!(answer.text, "Yes.");
}

#[tokio::test]
async fn a_model_without_a_search_query_leaves_the_question() {
    for (script, why) in [
        (vec![Step::Say("0")], "nothing to search for"),
        (vec![], "wrote nothing"),
        (vec![Step::Say("{")], "no search query"),
        (vec![Step::Fail(ModelError::Broken)], "with an error"),
        (vec![Step::Fail(ModelError::TooSlow)], "too long to answer"),
        (vec![Step::Say("pa"), Step::Fail(ModelError::BrokeOff)], "broke off"),
    ] {
        let answer = answer(script.clone()).await;
        assert_eq!(thought(&answer, QUERY).description, "Is it paid?");
        let props = thought(&answer, REWRITING).props.clone().unwrap();
        let reason = props["fell_back"].as_str().unwrap();
        assert!(reason.contains(why), "{script:?}: {reason}");
        assert_eq!(answer.text, "Yes.");
    }
}

#[tokio::test]
async fn a_first_question_asks_no_model_for_a_query() {
    let model = Scripted::new([Step::Say("Yes.")]);
    let rag = rag(Some(hits()), Some(&model));
    let answer: Answer = events(&rag, request(&[QUESTION])).await.into_iter().collect();
    assert_eq!(answer.context.thoughts[1].title, QUERY);
    assert_eq!(model.asked().len(), 1);
}

#[tokio::test]
async fn without_rewriting_the_question_is_searched_as_it_is() {
    let model = Scripted::new([Step::Say("Yes.")]);
    let rag = rag(Some(hits()), Some(&model));
    let mut request = request(&LATER);
    request.overrides.query_rewriting = Some(false);
    let answer: Answer = events(&rag, request).await.into_iter().collect();
    assert_eq!(thought(&answer, QUERY).description, "Is it paid?");
    assert_eq!(model.asked().len(), 1);
}

#[tokio::test]
async fn the_model_is_shown_the_conversation_and_offered_no_tool() {
    let model = Scripted::calls([vec![Step::Say("x")], vec![Step::Say("Yes.")]]);
    let rag = rag(Some(hits()), Some(&model));
    events(&rag, request(&LATER)).await;
    let [query, _] = &model.asked()[..] else { panic!("two calls") };
    assert_eq!(query.temperature, Some(0.0));
    assert!(query.tools.is_empty());
    let last = Message::user("Write the search query for: Is it paid?");
    assert_eq!(query.messages.last(), Some(&last));
    assert_eq!(query.messages[0].role, Role::System);
    assert!(query.messages.contains(&Message::user(QUESTION)));
}
