//! The client's instructions, added to those of the prompt, from any field of the wire form.

use footnote_models::fit::estimate;
use footnote_protocol::{ChatRequest, Thought};

/// A client's instructions, and the names of settings that only a model obeys.
#[derive(Default)]
pub struct Instructions {
    /// The instructions joined together; empty if there are none.
    pub text: String,
    /// True if they were too long for a prompt.
    is_cut: bool,
    /// The fields that they came in and the names of the settings, each once.
    fields: Vec<&'static str>,
}

impl Instructions {
    /// Takes the instructions out of a request, cut to `most` tokens.
    pub fn take(request: &mut ChatRequest, most: u32) -> Self {
        let taken = request.take_instructions();
        let texts: Vec<&str> = taken.iter().map(|(_, text)| text.trim()).collect();
        let mut text = texts.join("\n\n");
        let whole = text.len();
        shorten(&mut text, most);
        let mut fields: Vec<&str> = taken.into_iter().map(|(field, _)| field).collect();
        fields.dedup();
        fields.extend(request.sampling.names());
        Self { is_cut: text.len() < whole, text, fields }
    }

    /// Returns the thought about them if a model receives them; `None` if there are none.
    pub fn thought(&self) -> Option<Thought> {
        let thought = || Thought::new("Instructions of the client", self.text.as_str());
        let cut =
            self.is_cut.then_some("The end was left out: they are longer than a prompt takes.");
        (!self.text.is_empty()).then(|| thought().with_some("note", cut))
    }

    /// Returns the thought about them if no model writes; `None` if there is nothing to obey.
    pub fn without_effect(&self) -> Option<Thought> {
        let fields = self.fields.join(", ");
        let note = format!("No chat model wrote this answer, so these had no effect: {fields}.");
        let thought = || Thought::new("Instructions without effect", note);
        (!self.fields.is_empty()).then(thought)
    }
}

/// Cuts a text to `most` tokens.
fn shorten(text: &mut String, most: u32) {
    let tokens = estimate(text);
    if tokens <= most {
        return;
    }
    let mut end = text.len();
    while estimate(text.get(..end).unwrap_or_default()) > most {
        // Cut by a quarter at most, then measure again.
        end = text.floor_char_boundary(end - (end / 4).max(1));
    }
    text.truncate(end);
}

#[cfg(test)]
mod tests {
    use footnote_protocol::{Message, Overrides, Sampling};

    use super::*;

    #[test]
    fn all_that_instructs_is_taken_out_of_a_request() {
        let mut request = ChatRequest {
            messages: vec![
                Message::system("Be brief. "),
                Message::user("Why?"),
                Message::system("Rhyme."),
            ],
            overrides: Overrides {
                prompt_template: Some(">>> Be kind.".into()),
                ..Overrides::default()
            },
            sampling: Sampling { seed: Some(7), ..Sampling::default() },
            ..ChatRequest::default()
        };
        let taken = Instructions::take(&mut request, 100);
        assert_eq!(taken.text, "Be brief.\n\nRhyme.\n\nBe kind.");
        assert_eq!(request.messages, [Message::user("Why?")]);
        assert_eq!(request.overrides.prompt_template, None);
        let note = taken.without_effect().unwrap().description;
        assert_eq!(
            note,
            "No chat model wrote this answer, so these had no effect: messages, prompt_template, seed."
        );
        let nothing = Instructions::take(&mut ChatRequest::default(), 100);
        assert!(nothing.thought().is_none() && nothing.without_effect().is_none());
    }

    #[test]
    fn long_instructions_are_cut_and_said_to_be() {
        let long = "Be “brief”. ".repeat(1_000);
        let mut request =
            ChatRequest { messages: vec![Message::system(long)], ..ChatRequest::default() };
        let taken = Instructions::take(&mut request, 100);
        assert!(estimate(&taken.text) <= 100 && estimate(&taken.text) > 50);
        let thought = taken.thought().unwrap();
        assert!(thought.props.unwrap()["note"].as_str().unwrap().contains("left out"));
    }
}
