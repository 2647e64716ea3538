//! The scope of an answer: a refusal says what was searched.

use footnote_answers::collection::without_markup;
use footnote_answers::composed::ComposedAnswer;
use footnote_answers::phrases::{Phrase, Phrases};
use footnote_answers::turn::Turn;
use footnote_protocol::{AskedScope, Scope};

/// Returns the scope that a turn is asked in; `None` if that is everything.
pub(super) fn asked(turn: &Turn) -> Option<AskedScope> {
    let documents = turn.rag.scope.as_ref()?.counts().ready;
    Some(AskedScope { documents })
}

/// Adds to a refusal which scope was searched. Returns the scope.
pub(super) fn add_note(turn: &Turn, answer: &mut ComposedAnswer) -> Option<AskedScope> {
    let asked = asked(turn)?;
    // Small talk is not a question.
    if !answer.is_refused() || turn.question.reply.is_some() {
        return Some(asked);
    }
    let scope = turn.request.overrides.narrowed()?;
    answer.note(&note(&turn.question.text, scope, &asked));
    Some(asked)
}

/// Returns the sentences about the scope, in the language of the question.
fn note(question: &str, scope: &Scope, asked: &AskedScope) -> String {
    let phrases = Phrases::of(question);
    let name = |part: &str| format!("`{}`", without_markup(part));
    let parts: Vec<String> = scope.parts().iter().map(|part| name(part)).collect();
    let opening = if asked.documents == 0 { Phrase::EmptyScope } else { Phrase::OnlyAsked };
    phrases.with(opening, &[parts.join(", ").as_str()])
}

#[cfg(test)]
mod tests {
    use footnote_answers::Rag;
    use footnote_answers::samples::{over, request};
    use footnote_documents::acl::Acl;
    use footnote_documents::{FileState, Passage, Record};
    use footnote_models::ModelSlot;
    use footnote_models::scripted::{Scripted, Step};
    use footnote_protocol::Answer;

    use super::*;
    use crate::tests::events;

    const FILES: [(&str, &str); 4] = [
        ("hr/leave.md", "Staff get thirty days of annual leave. Annual leave is paid."),
        ("hr/pay.md", "Overtime is paid with the next salary."),
        ("it/laptops.md", "Every laptop of the staff is replaced after four years."),
        ("board/merger.md", "The merger with Fabrikam is planned for October."),
    ];

    const LAPTOPS: &str = "After how many years is a laptop replaced?";

    fn rag() -> Rag {
        let acl = |path: &str| match path {
            "board/merger.md" => Acl::of_folder("user: alice").unwrap(),
            _ => Acl::Public,
        };
        let passages = FILES.map(|(path, text)| Passage {
            id: format!("{path}#0"),
            path: path.to_owned(),
            text: text.to_owned(),
            acl: acl(path),
            ..Passage::default()
        });
        let records = FILES.map(|(path, _)| Record {
            path: path.to_owned(),
            state: FileState::Ready { passages: 1, pages: 1 },
            acl: acl(path),
            ..Record::default()
        });
        over(&passages, records)
    }

    async fn asked(rag: &Rag, question: &str, folder: &str) -> Answer {
        let mut request = request(&[question]);
        let scope = Scope { folders: vec![folder.to_owned()], ..Scope::default() };
        request.overrides.scope = Some(scope);
        events(rag, request).await.into_iter().collect()
    }

    #[tokio::test]
    async fn a_refusal_tells_what_was_searched() {
        let answer = asked(&rag(), LAPTOPS, "hr").await;
        assert!(answer.text.ends_with("Only this was searched: `hr/`."), "{}", answer.text);
        assert_eq!(answer.context.scope, Some(AskedScope { documents: 2 }));
        assert!(answer.sources().iter().all(|source| source.starts_with("hr/")));
        let german = asked(&rag(), "Wer hat die Fusion mit der Firma beschlossen?", "hr").await;
        assert!(german.text.contains("Durchsucht wurde nur: `hr/`."), "{}", german.text);
    }

    #[tokio::test]
    async fn an_answer_in_its_scope_says_nothing_of_it() {
        let answer = asked(&rag(), LAPTOPS, "it/").await;
        assert!(answer.text.contains("four years") && !answer.text.contains("searched"));
        assert_eq!(answer.context.scope, Some(AskedScope { documents: 1 }));
        let mut everything = request(&[LAPTOPS]);
        everything.overrides.scope = Some(Scope::default());
        let answer: Answer = events(&rag(), everything).await.into_iter().collect();
        assert_eq!(answer.context.scope, None);
    }

    #[tokio::test]
    async fn a_scope_without_documents_is_told_to_have_none() {
        let answer = asked(&rag(), LAPTOPS, "nowhere").await;
        let note = "There is no document in this: `nowhere/`.";
        assert!(answer.text.contains(note), "{}", answer.text);
        assert!(!answer.text.contains("yet"), "{}", answer.text);
    }

    #[tokio::test]
    async fn documents_are_counted_and_named_in_their_scope() {
        let counted = asked(&rag(), "How many documents are there?", "hr").await;
        assert!(counted.text.contains("2 documents"), "{}", counted.text);
        let named = asked(&rag(), "Which documents mention leave?", "hr").await;
        assert!(named.text.contains("hr/leave.md"), "{}", named.text);
    }

    #[tokio::test]
    async fn no_kind_of_answer_tells_of_what_lies_outside() {
        for question in [
            "How many documents are there?",
            "Which documents mention laptops?",
            "Which files could not be read?",
            "What is laptops.md about?",
            "Compare hr/leave.md with it/laptops.md",
            "How long is annual leave? And when is a laptop replaced?",
            "laptp replcement",
            "Thanks!",
        ] {
            let answer = asked(&rag(), question, "hr").await;
            let text = answer.text.replace("`it/laptops.md`", "");
            assert!(!text.contains("four years") && !text.contains("it/laptops"), "{text}");
            let sources = answer.sources();
            assert!(
                sources.iter().all(|source| source.starts_with("hr/")),
                "{question}: {sources:?}"
            );
            assert!(!text.contains("3 documents") && !text.contains("of 3"), "{text}");
        }
    }

    #[tokio::test]
    async fn a_model_is_shown_the_few_documents_of_a_scope_though_no_word_is_in_them() {
        let model = Scripted::new([Step::Say("Yes.")]);
        let model = std::sync::Arc::new(model);
        let rag = Rag { model: ModelSlot::of(std::sync::Arc::clone(&model) as _), ..rag() };
        asked(&rag, "Qui décide ici ?", "it").await;
        let shown = model.asked().remove(0).messages.pop().unwrap().content;
        assert!(shown.contains("replaced after four years"), "{shown}");
    }
}
