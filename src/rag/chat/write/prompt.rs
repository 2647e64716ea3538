//! The prompt: instructions, as much of the conversation as fits, the question and the sources.

use crate::protocol::{Message, Role};
use crate::rag::chat::turn::Turn;
use crate::rag::model::Prompt;

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
pub(in crate::rag::chat) fn prompt(turn: &Turn, sources: &[(String, String)]) -> Prompt {
    let mut messages = vec![Message::system(instructions(turn))];
    messages.extend(recent(turn.request.history(), turn.settings.history_tokens));
    let mut question = question(turn.request.question(), sources);
    if turn.looks() {
        for image in &turn.images {
            question.push_str(&format_source(
                &image.source,
                "the image of this name below",
            ));
        }
    }
    messages.push(Message::user(question));
    Prompt {
        messages,
        images: if turn.looks() {
            turn.images.clone()
        } else {
            Vec::new()
        },
        tool: None,
        temperature: Some(turn.temperature()),
        max_tokens: turn.settings.answer_tokens,
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

/// The newest whole messages that fit into `limit` tokens, oldest first.
///
/// The first one is the reader's: some models refuse a conversation that begins with an answer.
/// Instructions in a conversation are the client's, not ours: they are left out.
pub(in crate::rag::chat) fn recent(history: &[Message], limit: u32) -> Vec<Message> {
    let mut left = limit;
    let mut kept: Vec<Message> = history
        .iter()
        .rev()
        .filter(|message| message.role != Role::System)
        .map_while(|message| {
            left = left.checked_sub(estimate(&message.content))?;
            Some(message.clone())
        })
        .collect();
    kept.reverse();
    kept.into_iter()
        .skip_while(|message| message.role == Role::Assistant)
        .collect()
}

/// The estimated tokens of a text: one for four ASCII bytes, and one for each other character.
fn estimate(text: &str) -> u32 {
    let ascii = text.bytes().filter(u8::is_ascii).count();
    let others = text.chars().filter(|c| !c.is_ascii()).count();
    u32::try_from(ascii / 4 + others).unwrap_or(u32::MAX)
}

fn question(question: &str, sources: &[(String, String)]) -> String {
    let mut text = format!("{question}\n\nSources:\n");
    for (source, told) in sources {
        let words: Vec<&str> = told.split_whitespace().collect();
        text.push_str(&format_source(source, &words.join(" ")));
    }
    text
}

fn format_source(source: &str, text: &str) -> String {
    format!("{source}: {text}\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rag::chat::tests::turn;

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
    fn a_template_replaces_or_is_appended() {
        let mut turn = turn(&["Why?"]);
        turn.request.overrides.prompt_template = Some("Be a pirate.".to_owned());
        assert_eq!(instructions(&turn), "Be a pirate.");
        turn.request.overrides.prompt_template = Some(">>> Be kind.".to_owned());
        assert_eq!(instructions(&turn), format!("{INSTRUCTIONS}\nBe kind."));
    }

    #[test]
    fn the_newest_messages_are_kept_whole_from_a_question_on() {
        let history = [
            Message::user("x".repeat(400)),
            Message::assistant("y".repeat(40)),
            Message::user("z".repeat(40)),
            Message::assistant("z".repeat(40)),
        ];
        assert_eq!(recent(&history, 35), history[2..]);
        assert!(recent(&history, 15).is_empty());
        assert_eq!(recent(&history, 1_000), history);
    }

    #[test]
    fn letters_of_other_scripts_count_one_each() {
        assert_eq!(estimate("abcdefgh"), 2);
        assert_eq!(estimate("日本語"), 3);
    }
}
