//! Tests of local models, against a naive computation and against broken folders.

mod dense;
mod plain;
mod tiny;
mod unigram;

use std::fs;
use std::time::Duration;

use plain::{Plain, cosine, sum};
use proptest::prelude::*;
use safetensors::Dtype;
use serde_json::json;
use tempfile::TempDir;
use tiny::{folder, pooling, put, tensors, texts, write, write_as};

use super::*;

async fn embedded(folder: &TempDir, some: &[&str]) -> Vec<Vec<f32>> {
    let model = LocalEmbedder::open(folder.path()).unwrap();
    model.embed(&texts(some)).await.unwrap()
}

#[tokio::test]
async fn vectors_are_those_of_the_plain_computation() {
    let (folder, plain) = (folder(), Plain(tensors()));
    let some = ["tea at four", "cake", "Fourteen whatever", "tea tea tea tea tea tea"];
    // The last text is truncated to six tokens, including the special ones.
    let ids: [&[usize]; 4] = [&[1, 3, 4, 5, 2], &[1, 7, 2], &[1, 5, 6, 0, 2], &[1, 3, 3, 3, 3, 2]];
    for mean in [true, false] {
        put(&folder, "1_Pooling/config.json", &pooling(mean));
        let found = embedded(&folder, &some).await;
        for (found, ids) in found.iter().zip(ids) {
            let rows = plain.rows(ids);
            let pooling = if mean {
                rows.iter()
                    .skip(1)
                    .fold(rows[0].clone(), |a, b| sum(&vec![a], &vec![b.clone()]).remove(0))
            } else {
                rows[0].clone()
            };
            let cosine = cosine(found, &pooling);
            assert!(cosine > 0.999_999, "{ids:?}: {cosine}");
        }
    }
}

#[tokio::test]
async fn weights_of_two_bytes_give_nearly_the_same_vectors() {
    let folder = folder();
    let exact = embedded(&folder, &["tea at four"]).await.remove(0);
    for (kind, least) in [(Dtype::BF16, 0.999), (Dtype::F16, 0.999_99)] {
        write_as(folder.path(), &tensors(), kind, |number| {
            let (bits, whole) = (number.to_bits(), number.to_le_bytes());
            if kind == Dtype::BF16 {
                return whole[2..].to_vec();
            }
            // All of them are normal numbers in both formats, or zero.
            let exponent = (bits >> 23 & 0xff).saturating_sub(112);
            let half = bits >> 31 << 15 | exponent << 10 | bits >> 13 & 0x3ff;
            u16::try_from(half).unwrap().to_le_bytes().to_vec()
        });
        let found = embedded(&folder, &["tea at four"]).await.remove(0);
        let both = cosine(&found, &exact.iter().map(|n| f64::from(*n)).collect::<Vec<_>>());
        assert!(both > least, "{kind:?}: {both}");
    }
    write_as(folder.path(), &tensors(), Dtype::F64, |number| {
        f64::from(number).to_le_bytes().to_vec()
    });
    assert!(refusal(&folder).contains("not of floating-point numbers"));
}

#[tokio::test]
async fn a_text_has_the_same_vector_in_whatever_company() {
    let folder = folder();
    let some: Vec<&str> = ["tea", "tea at four", "", "cake at four"].repeat(60);
    let together = embedded(&folder, &some).await;
    assert_eq!(together.len(), some.len());
    for (text, vector) in some.iter().zip(&together).take(4) {
        let alone = embedded(&folder, &[text]).await.remove(0);
        let near = alone.iter().zip(vector).all(|(a, b)| (a - b).abs() < 1e-6);
        assert!(near, "{text:?}");
    }
    assert!(embedded(&folder, &[]).await.is_empty());
}

#[test]
fn another_model_under_the_same_name_has_another_name() {
    let folder = folder();
    let name = || LocalEmbedder::open(folder.path()).unwrap().name().to_owned();
    let first = name();
    assert!(first.starts_with("tiny-") && name() == first);
    let mut other = tensors();
    other.get_mut("embeddings.word_embeddings.weight").unwrap().1[9] += 0.5;
    write(&folder, &other);
    assert_ne!(name(), first);
    write(&folder, &tensors());
    put(&folder, "1_Pooling/config.json", &pooling(false));
    assert_ne!(name(), first);
}

#[test]
fn what_stands_before_texts_is_as_the_folder_says_unless_it_is_set() {
    let folder = folder();
    let opened = || LocalEmbedder::open(folder.path()).unwrap();
    assert_eq!(opened().prefixes(), &Prefixes::default());
    assert_eq!(opened().fingerprint(), opened().name());
    let file = "config_sentence_transformers.json";
    let prefixes = |question: &str, passage: &str| Prefixes {
        question: question.to_owned(),
        passage: passage.to_owned(),
    };
    for (said, question, passage) in [
        (json!({"prompts": {"query": "q: ", "passage": "p: "}}), "q: ", "p: "),
        (json!({"prompts": {"query": "q: ", "document": ""}}), "q: ", ""),
        (
            json!({"prompts": {"query": "q: ", "x": "x: "}, "default_prompt_name": "x"}),
            "q: ",
            "x: ",
        ),
        (json!({"prompts": {"x": "x: "}, "default_prompt_name": null}), "", ""),
        (json!({"__version__": {"pytorch": "2"}}), "", ""),
    ] {
        put(&folder, file, &said);
        assert_eq!(opened().prefixes(), &prefixes(question, passage), "{said}");
    }
    put(&folder, file, &json!({"prompts": {"query": "q: ", "passage": "p: "}}));
    let set = opened().after(prefixes("", "other: "));
    assert_eq!(set.prefixes(), &prefixes("q: ", "other: "));
    assert_ne!(set.fingerprint(), opened().fingerprint());
    put(&folder, file, &json!({"prompts": "q: "}));
    assert!(refusal(&folder).contains(file));
}

#[test]
fn a_word_of_the_vocabulary_is_one_token() {
    let model = LocalEmbedder::open(folder().path()).unwrap();
    assert!(model.has_word("tea"));
    assert!(!model.has_word("fourteen") && !model.has_word("äöü") && !model.has_word(""));
}

#[test]
fn a_text_is_known_as_far_as_its_words_are() {
    let model = LocalEmbedder::open(folder().path()).unwrap();
    for (text, softmax) in [
        ("tea at four", 1.0),
        ("fourteen", 1.0),
        ("tea äöü", 0.5),
        ("äöü", 0.0),
        ("?", 1.0),
        ("", 1.0),
    ] {
        assert!((model.knows(text) - softmax).abs() < 1e-6, "{text:?}");
    }
}

#[test]
fn work_that_nobody_waits_for_stops() {
    let model = LocalEmbedder::open(folder().path()).unwrap().model;
    assert_eq!(model.embed(&texts(&["tea"]), &|| false), Err(EmbedError::TooSlow));
}

#[tokio::test]
async fn passages_wait_for_a_question_that_is_under_way_and_questions_do_not() {
    let folder = folder();
    let model = LocalEmbedder::open(folder.path()).unwrap();
    let question = model.precedence().unwrap().question();
    let some = texts(&["tea"]);
    let mut passages = model.embed_passages(&some);
    assert!(tokio::time::timeout(Duration::from_millis(50), &mut passages).await.is_err());
    model.embed(&some).await.unwrap();
    drop(question);
    passages.await.unwrap();
}

fn refusal(folder: &TempDir) -> String {
    let refused = LocalEmbedder::open(folder.path()).err();
    refused.expect("the folder is refused").to_string()
}

#[test]
fn a_file_that_is_missing_is_named() {
    for file in ["config.json", "model.safetensors", "tokenizer.json", "1_Pooling/config.json"] {
        let folder = folder();
        fs::remove_file(folder.path().join(file)).unwrap();
        assert!(refusal(&folder).contains(file), "{file}");
    }
    // Without these files, pooling is by mean, and the maximum number of tokens is that of the positions.
    let folder = folder();
    fs::remove_file(folder.path().join("modules.json")).unwrap();
    fs::remove_file(folder.path().join("sentence_bert_config.json")).unwrap();
    assert!(LocalEmbedder::open(folder.path()).is_ok());
}

#[test]
fn each_tensor_must_be_there_in_its_shape() {
    let folder = folder();
    for name in tensors().keys() {
        let mut fewer = tensors();
        fewer.remove(name);
        write(&folder, &fewer);
        let error = refusal(&folder);
        assert!(error.contains(name) && error.contains("missing"), "{error}");
        let mut other = tensors();
        let (shape, numbers) = other.get_mut(name).unwrap();
        shape[0] += 1;
        let row: usize = shape.iter().skip(1).product();
        numbers.extend(vec![0.0; row]);
        write(&folder, &other);
        let error = refusal(&folder);
        assert!(error.contains(name) && error.contains("shape"), "{error}");
    }
}

#[test]
fn what_is_not_known_here_is_named() {
    let folder = folder();
    let config = folder.path().join("config.json");
    let config = fs::read_to_string(config).unwrap();
    for (from, to, reason) in [
        ("\"bert\"", "\"mpnet\"", "mpnet"),
        // Models of other families have other dimensions.
        ("\"hidden_size\":8", "\"model_type\":\"new\"", "model_type"),
        ("\"gelu\"", "\"silu\"", "silu"),
        ("\"hidden_size\":8", "\"hidden_size\":7", "fit together"),
        ("\"hidden_size\":8", "\"hidden_size\":0", "fit together"),
        ("\"num_attention_heads\":2", "\"num_attention_heads\":0", "fit together"),
        ("\"vocab_size\":8", "\"vocab_size\":99999999999", "fit together"),
        ("\"vocab_size\":8", "\"vocab_size\":-1", "config.json"),
    ] {
        assert!(config.contains(from));
        fs::write(folder.path().join("config.json"), config.replace(from, to)).unwrap();
        assert!(refusal(&folder).contains(reason), "{to}");
    }
    fs::write(folder.path().join("config.json"), config).unwrap();
    put(&folder, "1_Pooling/config.json", &json!({"pooling_mode_max_tokens": true}));
    assert!(refusal(&folder).contains("pooling"));
    put(
        &folder,
        "1_Pooling/config.json",
        &json!({"pooling_mode_mean_tokens": true, "include_prompt": false}),
    );
    assert!(refusal(&folder).contains("not pooled"));
    put(&folder, "modules.json", &json!([{"path": "1_LSTM", "type": "x.LSTM"}]));
    assert!(refusal(&folder).contains("a module \"LSTM\""));
    put(&folder, "modules.json", &json!([]));
    put(&folder, "sentence_bert_config.json", &json!({"max_seq_length": 2}));
    assert!(refusal(&folder).contains("no room"));
}

#[tokio::test]
async fn texts_are_cut_where_their_tokens_are_limited_if_the_model_does_not_say() {
    let (folder, plain) = (folder(), Plain(tensors()));
    fs::remove_file(folder.path().join("sentence_bert_config.json")).unwrap();
    for (said, ids) in [
        (json!(4), &[1, 3, 3, 2][..]),
        (json!(1e30), &[1, 3, 3, 3, 3, 3, 2]),
        (json!(null), &[1, 3, 3, 3, 3, 3, 2]),
    ] {
        put(&folder, "tokenizer_config.json", &json!({"model_max_length": said}));
        put(&folder, "1_Pooling/config.json", &pooling(false));
        let found = embedded(&folder, &["tea tea tea tea tea tea tea"]).await.remove(0);
        let cosine = cosine(&found, &plain.rows(ids)[0]);
        assert!(cosine > 0.999_999, "{said}: {cosine}");
    }
}

#[tokio::test]
async fn tokens_beyond_the_vocabulary_are_refused_when_they_come() {
    let folder = folder();
    let file = folder.path().join("tokenizer.json");
    let tokenizer = fs::read_to_string(&file).unwrap();
    fs::write(&file, tokenizer.replace("\"cake\":7", "\"cake\":8")).unwrap();
    let model = LocalEmbedder::open(folder.path()).unwrap();
    assert!(model.embed(&texts(&["tea"])).await.is_ok());
    assert_eq!(model.embed(&texts(&["cake"])).await, Err(EmbedError::Refused));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_folder_that_is_damaged_is_refused_or_read_but_never_fatal(
        file in prop::sample::select(vec![
            "config.json", "model.safetensors", "tokenizer.json", "modules.json",
            "sentence_bert_config.json", "1_Pooling/config.json", "3_Dense/config.json",
            "4_Dense/model.safetensors",
        ]),
        at: prop::sample::Index, byte: Option<u8>,
    ) {
        let folder = folder();
        dense::put_layers(&folder);
        let path = folder.path().join(file);
        let mut bytes = fs::read(&path).unwrap();
        let at = at.index(bytes.len());
        match byte {
            Some(byte) => bytes[at] = byte,
            None => bytes.truncate(at),
        }
        fs::write(&path, &bytes).unwrap();
        if let Ok(LocalEmbedder { model, .. }) = LocalEmbedder::open(folder.path()) {
            // Whether there are vectors depends on which byte was hit.
            let _ = model.embed(&texts(&["tea at fourteen", "nothing", ""]), &|| true);
        }
    }
}
