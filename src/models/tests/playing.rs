//! Tests of the scripted model.

use footnote_protocol::FinishReason;
use futures_util::StreamExt;

use crate::scripted::{Scripted, Step};
use crate::{ChatModel, ModelError, Prompt, Token};

#[tokio::test]
async fn it_plays_its_steps_and_records_the_prompt() {
    let model = Scripted::new([Step::Say("a"), Step::Say("b")]);
    let tokens: Vec<_> = model.stream(Prompt::default()).collect().await;
    let text = |text: &str| Ok(Token::Text(text.to_owned()));
    let end = Ok(Token::Finished(FinishReason::Stop));
    assert_eq!(tokens, [text("a"), text("b"), end]);
    assert_eq!(model.asked().len(), 1);
    assert_eq!(model.dropped(), 0);
}

#[tokio::test]
async fn an_error_ends_the_stream() {
    let model = Scripted::new([Step::Fail(ModelError::TooSlow), Step::Say("never")]);
    let tokens: Vec<_> = model.stream(Prompt::default()).collect().await;
    assert_eq!(tokens, [Err(ModelError::TooSlow)]);
}

#[tokio::test]
async fn a_stream_that_is_dropped_early_is_noticed() {
    let model = Scripted::new([Step::Say("a"), Step::Hang]);
    let mut stream = model.stream(Prompt::default());
    stream.next().await;
    drop(stream);
    assert_eq!(model.dropped(), 1);
}
