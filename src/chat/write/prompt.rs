//! The prompt: instructions, as much of the conversation as fits, the question and the sources.

use footnote_models::Prompt;
use footnote_protocol::Message;
use footnote_text::words::in_one_line;

use crate::turn::Turn;

const INSTRUCTIONS: &str = "You answer questions about a collection of documents.
State only facts that the sources below the question hold; use no other knowledge and guess nothing.
After each fact cite the source that holds it, by its name in square brackets, like [handbook.pdf#page=3]. \
Put one source in each pair of brackets; where two sources hold a fact, write [first.pdf#page=1][second.md].
Copy source names exactly as they stand before the colon.
If the sources do not hold the answer, say that the documents do not say it, and ask for the detail that you lack if that would help.
Answer in the language of the question. Be brief. Use Markdown; set tables as Markdown tables.";

const FOLLOW_UPS: &str = "After the answer propose exactly three short questions that the reader \
might ask next and that the documents can answer. Write each on its own line between double angle \
brackets, such as <<What is covered abroad?>>. Do not repeat questions that were asked already. \
Write nothing after the last one.";

/// The prompt for a turn with these sources and their texts.
pub(crate) fn prompt(turn: &Turn, sources: &[(String, String)]) -> Prompt {
    let mut messages = vec![Message::system(instructions(turn))];
    messages.extend(turn.recent(usize::MAX));
    let mut question = format!("{}\n\nSources:\n", turn.read.question);
    if turn.model_sees_images() {
        for image in &turn.images {
            question.push_str(&format_source(&image.source, "the image of this name below"));
        }
    }
    let mut passages = Vec::new();
    for (source, text) in sources {
        passages.push(question.len());
        question.push_str(&format_source(source, &in_one_line(text)));
    }
    messages.push(Message::user(question));
    Prompt {
        messages,
        passages,
        images: if turn.model_sees_images() { turn.images.clone() } else { Vec::new() },
        tool: None,
        temperature: Some(turn.temperature()),
        max_tokens: turn.rag.settings.answer_tokens,
    }
}

fn instructions(turn: &Turn) -> String {
    let template = turn.request.overrides.prompt_template.as_deref();
    let mut text = match template.map(|t| (t, t.strip_prefix(">>>"))) {
        Some((_, Some(more))) => format!("{INSTRUCTIONS}\n{}", more.trim()),
        Some((whole, None)) if !whole.trim().is_empty() => whole.to_owned(),
        _ => INSTRUCTIONS.to_owned(),
    };
    if turn.wants_follow_ups() {
        text.push('\n');
        text.push_str(FOLLOW_UPS);
    }
    text
}

fn format_source(source: &str, text: &str) -> String {
    format!("{source}: {text}\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::turn;

    #[test]
    fn the_prompt_reads_like_this() {
        let mut turn = turn(&["How many days?", "Twenty [a.md].", "And in the first year?"]);
        turn.request.overrides.suggest_followup_questions = Some(true);
        let text = "Leave grows.\n\nIn the first year\nit is ten.".to_owned();
        let prompt = prompt(&turn, &[("b.pdf#page=2".to_owned(), text)]);
        let lines: Vec<String> = prompt
            .messages
            .iter()
            .map(|message| format!("{:?}: {}", message.role, message.content))
            .collect();
        insta::assert_snapshot!(lines.join("\n----\n"));
    }

    #[test]
    fn every_passage_can_be_cut_off_where_it_begins() {
        let sources = ["b.md", "c.md"].map(|name| (name.to_owned(), "Tea.\nCake.".to_owned()));
        let prompt = prompt(&turn(&["Why?"]), &sources);
        let question = &prompt.messages.last().unwrap().content;
        let begins = prompt.passages.iter().map(|begin| &question[*begin..]);
        assert_eq!(
            begins.collect::<Vec<_>>(),
            ["b.md: Tea. Cake.\nc.md: Tea. Cake.\n", "c.md: Tea. Cake.\n"]
        );
    }

    #[test]
    fn of_a_long_message_the_beginning_and_the_end_are_shown_as_they_are_searched_for() {
        let message =
            format!("What does this say? {}How long is it?", "early late ".repeat(90_000));
        let turn = turn(&[&message]);
        let content = prompt(&turn, &[]).messages.pop().unwrap().content;
        assert!(content.starts_with("What does this say? early late"));
        assert!(content.contains("late How long is it?\n\nSources:"));
        assert_eq!(content.split("\n\nSources").next(), Some(turn.read.question.as_str()));
        assert!(content.len() < 20 * 1024, "{}", content.len());
    }

    #[test]
    fn a_template_replaces_or_is_appended() {
        let mut turn = turn(&["Why?"]);
        turn.request.overrides.prompt_template = Some("Be a pirate.".to_owned());
        assert_eq!(instructions(&turn), "Be a pirate.");
        turn.request.overrides.prompt_template = Some(">>> Be kind.".to_owned());
        assert_eq!(instructions(&turn), format!("{INSTRUCTIONS}\nBe kind."));
    }
}
