//! The promises of a cross-encoder of one's own.

use super::plain::Plain;
use super::tiny::{HIDDEN, Tensors, folder, put, tensors, texts, write};
use crate::local::LocalRanker;
use crate::rerank::CrossEncoder as _;

/// The tensors of a cross-encoder with one score, or more.
fn with_head(scores: usize) -> Tensors {
    let encoder = tensors().into_iter();
    let mut all: Tensors = encoder.map(|(name, tensor)| (format!("bert.{name}"), tensor)).collect();
    let numbers = |count: u8| (0..count).map(|n| f32::from(n % 7) / 4.0 - 0.7).collect();
    let square = u8::try_from(HIDDEN * HIDDEN).unwrap();
    let width = u8::try_from(HIDDEN * scores).unwrap();
    all.insert("bert.pooler.dense.weight".to_owned(), (vec![HIDDEN, HIDDEN], numbers(square)));
    all.insert("bert.pooler.dense.bias".to_owned(), (vec![HIDDEN], vec![0.1; HIDDEN]));
    all.insert("classifier.weight".to_owned(), (vec![scores, HIDDEN], numbers(width)));
    all.insert("classifier.bias".to_owned(), (vec![scores], vec![0.25; scores]));
    all
}

/// The tensors by the names that the plain computation knows.
fn plain(tensors: Tensors) -> Plain {
    let named = |name: String| name.strip_prefix("bert.").map(str::to_owned).unwrap_or(name);
    Plain(tensors.into_iter().map(|(name, tensor)| (named(name), tensor)).collect())
}

#[tokio::test]
async fn scores_are_those_of_the_plain_computation() {
    let (folder, tensors) = (folder(), with_head(1));
    write(&folder, &tensors);
    let (model, plain) = (LocalRanker::open(folder.path()).unwrap(), plain(tensors));
    assert_eq!(model.name(), "tiny");
    let passages = texts(&["cake four tea", "tea", "tea at four"].repeat(40));
    let found = model.score("tea at", &passages).await.unwrap();
    assert_eq!(found.len(), passages.len());
    let pairs: [(&[usize], &[usize]); 2] =
        [(&[3, 4, 7, 5, 3], &[0, 0, 1, 1, 1]), (&[3, 4, 3], &[0, 0, 1])];
    for (found, (ids, types)) in found.iter().zip(pairs) {
        let mut pooling = plain.linear(&plain.typed_rows(ids, types), "pooler.dense");
        pooling.iter_mut().flatten().for_each(|number| *number = number.tanh());
        let expected = plain.linear(&pooling, "classifier")[0][0];
        assert!((f64::from(*found) - expected).abs() < 1e-3, "{found} {expected}");
    }
    for (one, other) in [(1, 118), (2, 119)] {
        assert!((found[one] - found[other]).abs() < 1e-6, "in whatever company");
    }
}

#[tokio::test]
async fn a_passage_that_is_too_long_is_cut() {
    let folder = folder();
    write(&folder, &with_head(1));
    let model = LocalRanker::open(folder.path()).unwrap();
    let long = texts(&["tea at four cake ".repeat(50).as_str()]);
    assert_eq!(model.score("tea", &long).await.map(|scores| scores.len()), Some(1));
}

#[test]
fn a_model_with_one_type_of_tokens_is_refused_and_so_are_numbers_that_are_too_large() {
    let folder = folder();
    let mut tensors = with_head(1);
    let mut config: serde_json::Value =
        serde_json::from_slice(&std::fs::read(folder.path().join("config.json")).unwrap()).unwrap();
    config["type_vocab_size"] = 1.into();
    put(&folder, "config.json", &config);
    let types = "bert.embeddings.token_type_embeddings.weight".to_owned();
    tensors.insert(types, (vec![1, HIDDEN], vec![0.0; HIDDEN]));
    write(&folder, &tensors);
    let refusal = LocalRanker::open(folder.path()).err().unwrap().to_string();
    assert!(refusal.contains("pairs of texts"), "{refusal}");
    tensors.get_mut("bert.embeddings.word_embeddings.weight").unwrap().1[3] = 70_000.0;
    write(&folder, &tensors);
    let refusal = LocalRanker::open(folder.path()).err().unwrap().to_string();
    assert!(refusal.contains("too large numbers"), "{refusal}");
}

#[test]
fn a_model_with_more_scores_or_none_is_refused() {
    let folder = folder();
    write(&folder, &with_head(2));
    let refusal = LocalRanker::open(folder.path()).err().unwrap().to_string();
    assert!(refusal.contains("classifier.weight") && refusal.contains("shape"), "{refusal}");
    write(&folder, &tensors());
    let refusal = LocalRanker::open(folder.path()).err().unwrap().to_string();
    assert!(refusal.contains("pooler.dense.weight") && refusal.contains("missing"), "{refusal}");
}
