//! The thoughts: the steps that led to an answer, under the titles that clients know.

use footnote_models::Prompt;
use footnote_protocol::audit::Audit;
use footnote_protocol::json::number;
use footnote_protocol::{Thought, TokenUsage};
use footnote_search::with_corrections;
use footnote_store::search::{Correction, Hit, Query, SearchReport, SearchResult};
use serde_json::{Value, json};

use super::captions::Caption;
use super::side_prompt;

/// Returns the question as asked, with the number of hidden characters removed from its conversation.
pub(super) fn question(question: &str, hidden: usize) -> Thought {
    let hidden = (hidden > 0).then_some(hidden);
    Thought::new("Original user query", question).with_some("hidden_characters", hidden)
}

/// Returns the documents with hidden text, each with the number of characters removed; `None` if there are none.
pub(super) fn hidden(documents: &[(String, usize)]) -> Option<Thought> {
    let listed =
        |(path, hidden): &(String, usize)| json!({"document": path, "hidden_characters": hidden});
    let listed: Vec<Value> = documents.iter().map(listed).collect();
    (!listed.is_empty()).then(|| Thought::new("Hidden text left out", listed))
}

/// Returns the search query with the settings of the search; `how` reports on the search once it is done.
pub(super) fn search_query(
    query: &Query,
    elapsed_ms: u64,
    captions: bool,
    how: Option<&SearchReport>,
) -> Thought {
    let thought = Thought::new("Generated search query", query.text.as_str())
        .with("has_vector", false)
        .with("use_semantic_ranker", false)
        .with("use_semantic_captions", captions)
        .with("top", query.top)
        .with("retrieval_mode", json!(query.mode))
        .with("filters", filters(query))
        .with_some("context", (!query.context.is_empty()).then(|| texts(query)))
        .with_some("documents_in_scope", query.scope.as_ref().map(|scope| scope.counts().ready))
        .with("elapsed_ms", elapsed_ms);
    match how {
        Some(how) => found_by(thought, query, how),
        None => thought,
    }
}

/// Returns the texts around the question that counted too.
fn texts(query: &Query) -> Vec<&str> {
    query.context.iter().map(|(text, _)| text.as_str()).collect()
}

/// Adds the index that answered, and notes on it for the reader.
fn found_by(thought: Thought, query: &Query, how: &SearchReport) -> Thought {
    let missing = || {
        let wanted = query.mode != how.mode;
        wanted.then(|| "No embedding model is set up. Answered by text.".to_owned())
    };
    // Two decimals, because models in the same process take only a few milliseconds.
    let embedding = how.embedding.as_secs_f64() * 1000.0;
    let embedding = (!how.embedding.is_zero()).then(|| (embedding * 100.0).round() / 100.0);
    thought
        .with("retrieval_mode", json!(how.mode))
        .with("has_vector", how.model.is_some())
        .with_some("embedding_ms", embedding)
        .with_some("embedding_model", how.model.as_deref())
        .with_some("note", how.note.clone().or_else(missing))
}

/// Returns the filters of a query as a readable expression, if it has any. A category without a name does not count.
pub fn filters(query: &Query) -> Option<String> {
    let named = |name: &&String| !name.is_empty();
    let include = query.include_category.iter().filter(named);
    let exclude = query.exclude_category.iter().filter(named);
    let include = include.map(|name| format!("category is {name}"));
    let exclude = exclude.map(|name| format!("category is not {name}"));
    let all: Vec<String> = include.chain(exclude).collect();
    (!all.is_empty()).then(|| all.join(" and "))
}

/// Returns the query with its typing errors corrected; `None` if it has none.
pub(super) fn corrected(query: &Query, corrections: &[Correction]) -> Option<Thought> {
    let words: Vec<Value> = corrections
        .iter()
        .map(|Correction { word, meant }| json!({"word": word, "meant": meant}))
        .collect();
    let text = with_corrections(&query.text, corrections);
    let thought = || Thought::new("Showing results for", text).with("corrections", words);
    (!corrections.is_empty()).then(thought)
}

/// Returns the hits.
pub(super) fn results(found: &SearchResult, elapsed_ms: u64, captions: &[Caption]) -> Thought {
    let hits = found.hits.iter().enumerate();
    let hits: Vec<Value> = hits.map(|(at, hit)| result(hit, captions.get(at))).collect();
    let thought = Thought::new("Results", hits)
        .with("n_hits", found.hits.len())
        .with("elapsed_ms", elapsed_ms);
    if found.how.ranks.is_empty() {
        return thought;
    }
    let ranks = found.hits.iter().map(|hit| {
        let ranks = found.how.ranks.iter().find(|one| one.id == hit.passage.id);
        let ranks = ranks.cloned().unwrap_or_default();
        json!({"id": hit.passage.id, "text": ranks.text, "vectors": ranks.vectors})
    });
    thought.with("ranks", ranks.collect::<Vec<Value>>())
}

/// Returns the results of the check, with the doubted statements as its description.
pub fn audit(audit: &Audit, elapsed_ms: u64) -> Thought {
    let doubts = audit.statements.iter().filter(|checked| checked.is_doubted());
    let described = doubts.map(|checked| json!(checked)).collect::<Vec<Value>>();
    let cited = Some(audit.cited_by_check()).filter(|cited| *cited > 0);
    Thought::new("Claim audit", described)
        .with("statements", audit.statements.len())
        .with("supported", audit.supported())
        .with_some("cited_by_check", cited)
        .with("elapsed_ms", elapsed_ms)
}

/// Returns a hit with the keys that clients of the protocol show.
fn result(hit: &Hit, caption: Option<&Caption>) -> Value {
    json!({
        "id": hit.passage.id,
        "content": hit.passage.text,
        "category": hit.passage.category,
        "sourcepage": hit.passage.source(),
        "sourcefile": hit.passage.path,
        "score": hit.score,
        "captions": caption.map(Caption::to_json).into_iter().collect::<Vec<Value>>(),
        "activity": null,
        "embedding": null,
        "imageEmbedding": null,
        "oids": [],
        "groups": [],
    })
}

/// Returns the prompt for the model.
pub fn prompt(prompt: &Prompt, model: &str) -> Thought {
    Thought::new("Prompt", side_prompt::messages(prompt))
        .with("model", model)
        .with("temperature", prompt.temperature.map_or(Value::Null, number))
}

/// Returns the number of sources that a model had no room for; `None` if there was room for all.
pub fn left_out(sources: usize) -> Option<Thought> {
    let what = match sources {
        0 => return None,
        1 => "The last source was".to_owned(),
        _ => format!("The last {sources} sources were"),
    };
    let text = format!("{what} left out, so that the prompt fits the context of the chat model.");
    Some(Thought::new("Sources left out", text).with("left_out", sources))
}

/// The title of the thought on a model that has failed.
pub const MODEL_FAILED: &str = "Chat model";

/// Returns the reason why passages are shown although there is a model, as a sentence.
pub fn model_failed(reason: &str) -> Thought {
    Thought::new(MODEL_FAILED, reason)
}

/// Adds the time and tokens of the writing to a thought.
pub fn timed(
    thought: Thought,
    elapsed_ms: u64,
    first_token_ms: Option<u64>,
    usage: Option<TokenUsage>,
) -> Thought {
    thought
        .with("elapsed_ms", elapsed_ms)
        .with_some("first_token_ms", first_token_ms)
        .with_some("token_usage", usage.map(|usage| json!(usage)))
}

#[cfg(test)]
mod tests {
    use footnote_protocol::RetrievalMode;

    use super::*;

    #[test]
    fn filters_are_told_as_an_expression_and_those_without_a_name_not_at_all() {
        let expression = |include: &str, exclude: &str| {
            let query = Query {
                include_category: Some(include.to_owned()),
                exclude_category: Some(exclude.to_owned()),
                ..Query::default()
            };
            let thought = search_query(&query, 0, false, None);
            thought.props.unwrap()["filters"].clone()
        };
        assert_eq!(expression("", ""), Value::Null);
        assert_eq!(
            expression("travel", "old"),
            json!("category is travel and category is not old")
        );
    }

    #[test]
    fn a_typing_error_is_mended_where_it_is_a_word_and_inside_no_other() {
        let query = Query { text: "anual leave: manual".to_owned(), ..Query::default() };
        let correction = Correction { word: "anual".to_owned(), meant: "annual".to_owned() };
        let thought = corrected(&query, &[correction]).unwrap();
        assert_eq!(thought.description, json!("annual leave: manual"));
    }

    #[test]
    fn a_vector_is_told_of_only_where_a_model_made_one() {
        let query = Query { mode: RetrievalMode::Hybrid, ..Query::default() };
        let has_vector = |model: Option<&str>| {
            let how = SearchReport {
                mode: RetrievalMode::Hybrid,
                model: model.map(str::to_owned),
                ..SearchReport::default()
            };
            let thought = search_query(&query, 0, false, Some(&how));
            thought.props.as_ref().unwrap()["has_vector"].clone()
        };
        assert_eq!((has_vector(Some("model")), has_vector(None)), (json!(true), json!(false)));
    }
}
