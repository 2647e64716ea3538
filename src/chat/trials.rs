//! Questions that are tried before they are proposed: each must get its expected answer.

use footnote_answers::Rag;
use footnote_answers::composed::ComposedAnswer;
use footnote_answers::grounding::Grounding;
use footnote_answers::once;
use footnote_answers::turn::Turn;
use footnote_models::ModelSlot;
use footnote_protocol::confidence::Outcome;
use footnote_protocol::{ChatRequest, Message, Overrides, RetrievalMode};
use footnote_retrieval::corpus::examples::{CandidateQuestion, CandidateQuestions, ExpectedAnswer};
use footnote_text::source;
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;

/// Maximum number of questions of a kind tried for the documents of one ACL.
const MAX_TRIED: usize = 8;

/// Returns the questions of one ACL that get their expected answers, each kind in turn, as many as are shown. They are
/// tried one by one as one of the ACL's readers, without a model.
pub async fn examples(rag: &Rag, trials: &CandidateQuestions) -> Vec<String> {
    let Some(reader) = trials.acl.one_reader() else {
        return Vec::new();
    };
    let rag = Rag { model: ModelSlot::default(), ..rag.read_by(reader) };
    let kinds = trials.kinds.iter();
    let mut kinds: Vec<_> = kinds.map(|kind| kind.iter().take(MAX_TRIED)).collect();
    let mut chosen: Vec<String> = Vec::new();
    loop {
        let before = chosen.len();
        for kind in &mut kinds {
            if chosen.len() == trials.most() {
                return chosen;
            }
            let next = first_answered(&rag, kind).await;
            chosen.extend(next.filter(|question| !chosen.contains(question)));
        }
        if chosen.len() == before {
            return chosen;
        }
    }
}

/// Returns the first question that gets its expected answer.
async fn first_answered<'a>(
    rag: &Rag,
    trials: &mut impl Iterator<Item = &'a CandidateQuestion>,
) -> Option<String> {
    loop {
        let trial = trials.next()?.clone();
        let question = trial.question.clone();
        let work = {
            let rag = rag.clone();
            async move { gets_expected_answer(&rag, &trial).await }
        };
        if rag.workers.run(work).await.unwrap_or(false) {
            return Some(question);
        }
    }
}

/// Returns true if a question gets its expected answer by keyword search and without a model. The future is boxed to
/// keep its callers' futures small.
pub(super) fn gets_expected_answer<'a>(
    rag: &'a Rag,
    trial: &'a CandidateQuestion,
) -> BoxFuture<'a, bool> {
    try_question(rag, trial).boxed()
}

async fn try_question(rag: &Rag, trial: &CandidateQuestion) -> bool {
    let request = ChatRequest {
        messages: vec![Message::user(trial.question.as_str())],
        overrides: Overrides { retrieval_mode: Some(RetrievalMode::Text), ..Overrides::default() },
        ..ChatRequest::default()
    };
    let turn = Turn::new(&Rag { model: ModelSlot::default(), ..rag.clone() }, request);
    let Ok((grounding, answer)) = once::run(&turn).await else {
        return false;
    };
    let gets_expected_answer = answer.confidence.outcome == Outcome::Answered;
    gets_expected_answer && is_met(&trial.aim, &grounding, &answer)
}

/// Returns true if an answer is the expected one.
fn is_met(aim: &ExpectedAnswer, grounding: &Grounding, answer: &ComposedAnswer) -> bool {
    let quotes = |path: &String| {
        let mut quoted = answer.quoted.iter();
        quoted.any(|quoted| source::split(&quoted.source).0 == path)
    };
    let hits = &grounding.whole.found.hits;
    let stands_on =
        |path: &String| !hits.is_empty() && hits.iter().all(|hit| hit.passage.path == *path);
    match aim {
        ExpectedAnswer::Quotation(path) => quotes(path),
        ExpectedAnswer::Figure(path) => answer.is_looked_up && stands_on(path),
        ExpectedAnswer::Overview(path) => {
            grounding.outline.is_some() && quotes(path) && stands_on(path)
        }
    }
}

#[cfg(test)]
mod tests {
    use footnote_answers::samples::{hit, rag};
    use footnote_documents::acl::Acl;

    use super::*;

    fn rag_of_leave() -> Rag {
        let text = "Staff have thirty days of annual leave. Annual leave is paid.";
        rag(Some(vec![hit("leave.md", None, text, 2.0)]), None)
    }

    fn quotation(question: &str, path: &str) -> CandidateQuestion {
        let aim = ExpectedAnswer::Quotation(path.to_owned());
        CandidateQuestion { question: question.to_owned(), aim }
    }

    #[tokio::test]
    async fn a_question_is_answered_by_its_own_document_or_not_at_all() {
        let rag = rag_of_leave();
        let question = "How many days of annual leave do staff have?";
        assert!(gets_expected_answer(&rag, &quotation(question, "leave.md")).await);
        assert!(!gets_expected_answer(&rag, &quotation(question, "pay.md")).await);
        let foreign = quotation("How many unicorns does the zoo have?", "leave.md");
        assert!(!gets_expected_answer(&rag, &foreign).await);
    }

    #[tokio::test]
    async fn a_quotation_is_no_overview_and_no_figure() {
        let rag = rag_of_leave();
        let question = "How many days of annual leave do staff have?".to_owned();
        let path = || "leave.md".to_owned();
        for aim in [ExpectedAnswer::Overview(path()), ExpectedAnswer::Figure(path())] {
            let trial = CandidateQuestion { question: question.clone(), aim };
            assert!(!gets_expected_answer(&rag, &trial).await, "{trial:?}");
        }
    }

    #[tokio::test]
    async fn only_what_is_answered_is_shown() {
        let rag = rag_of_leave();
        let kind = vec![
            quotation("How many unicorns does the zoo have?", "leave.md"),
            quotation("How many days of annual leave do staff have?", "leave.md"),
        ];
        let mut trials = CandidateQuestions { acl: Acl::default(), kinds: vec![kind, Vec::new()] };
        let shown = examples(&rag, &trials).await;
        assert_eq!(shown, ["How many days of annual leave do staff have?"]);
        trials.acl = Acl::closed();
        assert!(examples(&rag, &trials).await.is_empty());
    }
}
