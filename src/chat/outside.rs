//! The search beyond a scope: a refusal says what was searched, and which document outside of it answers.

use footnote_answers::Rag;
use footnote_answers::collection::without_markup;
use footnote_answers::composed::ComposedAnswer;
use footnote_answers::grounding::Grounding;
use footnote_answers::once;
use footnote_answers::phrases::{Phrase, Phrases};
use footnote_answers::turn::Turn;
use footnote_models::ModelSlot;
use footnote_protocol::confidence::Outcome;
use footnote_protocol::{AskedScope, Overrides, Scope};
use footnote_text::source;
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;

/// Returns the scope that a turn is asked in; `None` if that is everything.
pub(super) fn asked(turn: &Turn) -> Option<AskedScope> {
    let documents = turn.rag.scope.as_ref()?.counts().ready;
    Some(AskedScope { documents, outside: None })
}

/// Adds to a refusal which scope was searched and which document outside of it answers. Returns the scope.
pub(super) async fn add_note(turn: &Turn, answer: &mut ComposedAnswer) -> Option<AskedScope> {
    let mut asked = asked(turn)?;
    // Small talk is not a question.
    if !answer.is_refused() || turn.question.reply.is_some() {
        return Some(asked);
    }
    asked.outside = answers_outside(turn).await;
    let scope = turn.request.overrides.narrowed()?;
    answer.note(&note(&turn.question.text, scope, &asked));
    Some(asked)
}

/// Does the same for an answer that a model writes, without changing its text.
pub(super) async fn of_written(turn: &Turn, grounding: &Grounding) -> Option<AskedScope> {
    let asked = asked(turn)?;
    let is_refused = grounding.confidence(turn.threshold()).outcome == Outcome::Refused;
    let outside = if is_refused { answers_outside(turn).await } else { None };
    Some(AskedScope { outside, ..asked })
}

/// Returns the sentences about the scope, in the language of the question.
fn note(question: &str, scope: &Scope, asked: &AskedScope) -> String {
    let phrases = Phrases::of(question);
    let name = |part: &str| format!("`{}`", without_markup(part));
    let parts: Vec<String> = scope.parts().iter().map(|part| name(part)).collect();
    let opening = if asked.documents == 0 { Phrase::EmptyScope } else { Phrase::OnlyAsked };
    let mut sentences = vec![phrases.with(opening, &[parts.join(", ").as_str()])];
    let outside = asked.outside.as_deref().map(name);
    sentences.extend(outside.map(|path| phrases.with(Phrase::Outside, &[path.as_str()])));
    sentences.join(" ")
}

/// Returns the path of the best document outside of the scope that answers. The future is boxed to keep its callers'
/// futures small.
fn answers_outside(turn: &Turn) -> BoxFuture<'_, Option<String>> {
    async move {
        let everything = turn.everything.as_ref()?;
        let rag = Rag { model: ModelSlot::default(), ..everything.clone() };
        let mut request = turn.request.clone();
        request.overrides = Overrides {
            scope: None,
            use_agentic_knowledgebase: None,
            use_agentic_retrieval: None,
            ..request.overrides
        };
        let all = Turn::new(&rag, request);
        let (grounding, answer) = once::run(&all).await.ok()?;
        if answer.confidence.outcome != Outcome::Answered {
            return None;
        }
        let scope = turn.rag.scope.as_ref()?;
        // If the answer quotes, only its quotations count as answering.
        let sources: Vec<String> = if answer.quoted.is_empty() {
            grounding.whole.found.hits.iter().map(|hit| hit.passage.source()).collect()
        } else {
            answer.quoted.iter().map(|quoted| quoted.source.clone()).collect()
        };
        let mut paths = sources.iter().map(|source| source::split(source).0.to_owned());
        paths.find(|path| !scope.contains(path))
    }
    .boxed()
}

#[cfg(test)]
mod tests {
    use footnote_answers::samples::{over, request};
    use footnote_documents::acl::{Acl, Reader};
    use footnote_documents::{FileState, Passage, Record};
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
    async fn a_refusal_tells_what_was_searched_and_which_document_outside_of_it_answers() {
        let answer = asked(&rag(), LAPTOPS, "hr").await;
        let note = "Only this was searched: `hr/`. Outside of it, `it/laptops.md` seems to answer.";
        assert!(answer.text.ends_with(note), "{}", answer.text);
        let outside = Some("it/laptops.md".to_owned());
        assert_eq!(answer.context.scope, Some(AskedScope { documents: 2, outside }));
        assert!(answer.sources().iter().all(|source| source.starts_with("hr/")));
        let german = asked(&rag(), "Wer hat die Fusion mit der Firma beschlossen?", "hr").await;
        assert!(german.text.contains("Durchsucht wurde nur: `hr/`."), "{}", german.text);
    }

    #[tokio::test]
    async fn what_the_reader_may_not_read_is_not_told_to_lie_outside() {
        let question = "When is the merger with Fabrikam planned?";
        let stranger = asked(&rag(), question, "hr").await;
        assert!(!stranger.text.contains("merger.md"), "{}", stranger.text);
        assert_eq!(stranger.context.scope.unwrap().outside, None);
        let alice = rag().read_by(Reader::new(Some("alice"), []));
        let hers = asked(&alice, question, "hr").await;
        assert_eq!(hers.context.scope.unwrap().outside.unwrap(), "board/merger.md");
    }

    #[tokio::test]
    async fn an_answer_in_its_scope_says_nothing_of_it() {
        let answer = asked(&rag(), LAPTOPS, "it/").await;
        assert!(answer.text.contains("four years") && !answer.text.contains("searched"));
        assert_eq!(answer.context.scope, Some(AskedScope { documents: 1, outside: None }));
        let mut everything = request(&[LAPTOPS]);
        everything.overrides.scope = Some(Scope::default());
        let answer: Answer = events(&rag(), everything).await.into_iter().collect();
        assert_eq!(answer.context.scope, None);
    }

    #[tokio::test]
    async fn a_scope_without_documents_is_told_to_have_none() {
        let answer = asked(&rag(), LAPTOPS, "nowhere").await;
        let note = "There is no document in this: `nowhere/`. Outside of it, `it/laptops.md` seems";
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
    async fn a_models_answer_has_what_lies_outside_beside_it() {
        let model = Scripted::new([Step::Say("I do not know.")]);
        let rag = Rag { model: ModelSlot::of(std::sync::Arc::new(model)), ..rag() };
        let answer =
            asked(&rag, "After how many years is a laptop of the staff replaced?", "hr").await;
        assert!(!answer.text.contains("searched"), "{}", answer.text);
        let outside = answer.context.scope.unwrap().outside;
        assert_eq!(outside.as_deref(), Some("it/laptops.md"));
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
