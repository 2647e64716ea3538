//! A tiny model, written as the library that trains such models writes it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use safetensors::tensor::{Dtype, TensorView, serialize_to_file};
use serde_json::json;
use tempfile::TempDir;

pub(super) const HIDDEN: usize = 8;
pub(super) const HEADS: usize = 2;
pub(super) const INNER: usize = 12;
pub(super) const POSITIONS: usize = 7;
pub(super) const WORDS: [&str; 8] =
    ["[UNK]", "[CLS]", "[SEP]", "tea", "at", "four", "##teen", "cake"];

pub(super) type Tensors = BTreeMap<String, (Vec<usize>, Vec<f32>)>;

/// Deterministic pseudo-random weights.
pub(super) fn tensors() -> Tensors {
    let mut shapes = vec![
        ("embeddings.word_embeddings.weight".to_owned(), vec![WORDS.len(), HIDDEN]),
        ("embeddings.position_embeddings.weight".to_owned(), vec![POSITIONS, HIDDEN]),
        ("embeddings.token_type_embeddings.weight".to_owned(), vec![2, HIDDEN]),
    ];
    let mut linear = |name: String, to: usize, from: usize| {
        shapes.push((format!("{name}.weight"), vec![to, from]));
        shapes.push((format!("{name}.bias"), vec![to]));
    };
    for layer in 0..2 {
        let name = |part: &str| format!("encoder.layer.{layer}.{part}");
        for part in ["self.query", "self.key", "self.value", "output.dense"] {
            linear(name(&format!("attention.{part}")), HIDDEN, HIDDEN);
        }
        linear(name("intermediate.dense"), INNER, HIDDEN);
        linear(name("output.dense"), HIDDEN, INNER);
    }
    let mut norms = vec!["embeddings.LayerNorm".to_owned()];
    for layer in 0..2 {
        for part in ["attention.output.LayerNorm", "output.LayerNorm"] {
            norms.push(format!("encoder.layer.{layer}.{part}"));
        }
    }
    for norm in norms {
        shapes.push((format!("{norm}.weight"), vec![HIDDEN]));
        shapes.push((format!("{norm}.bias"), vec![HIDDEN]));
    }
    filled(shapes, 7)
}

/// Tensors of these shapes with pseudo-random numbers, the same for each seed.
pub(super) fn filled(shapes: Vec<(String, Vec<usize>)>, seed: u32) -> Tensors {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f32::from(i16::try_from(state >> 17).unwrap()) / 16_384.0 - 1.0
    };
    let mut filled = |shape: &[usize]| (0..shape.iter().product()).map(|_| next()).collect();
    let each = shapes.into_iter();
    each.map(|(name, shape)| {
        let numbers = filled(&shape);
        (name, (shape, numbers))
    })
    .collect()
}

pub(super) fn write(folder: &TempDir, tensors: &Tensors) {
    write_beside(folder.path(), tensors);
}

/// Writes the weights of a part of the model to its folder.
pub(super) fn write_beside(folder: &Path, tensors: &Tensors) {
    write_as(folder, tensors, Dtype::F32, |number| number.to_le_bytes().to_vec());
}

/// Writes the weights as numbers of this type; `bytes_of` encodes one.
pub(super) fn write_as(
    folder: &Path,
    tensors: &Tensors,
    kind: Dtype,
    bytes_of: impl Fn(f32) -> Vec<u8>,
) {
    let bytes: Vec<(String, Vec<usize>, Vec<u8>)> = tensors
        .iter()
        .map(|(name, (shape, numbers))| {
            let bytes = numbers.iter().flat_map(|number| bytes_of(*number));
            (name.clone(), shape.clone(), bytes.collect())
        })
        .collect();
    let views = bytes
        .iter()
        .map(|(name, shape, bytes)| (name, TensorView::new(kind, shape.clone(), bytes).unwrap()));
    serialize_to_file(views, None, &folder.join("model.safetensors")).unwrap();
}

pub(super) fn put(folder: &TempDir, file: &str, content: &serde_json::Value) {
    let path = folder.path().join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content.to_string()).unwrap();
}

/// The folder of a tiny model.
pub(super) fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    write(&folder, &tensors());
    put(
        &folder,
        "config.json",
        &json!({
            "_name_or_path": "somebody/tiny", "model_type": "bert", "hidden_act": "gelu",
            "hidden_size": HIDDEN, "intermediate_size": INNER, "num_hidden_layers": 2,
            "num_attention_heads": HEADS, "vocab_size": WORDS.len(),
            "max_position_embeddings": POSITIONS, "type_vocab_size": 2, "layer_norm_eps": 1e-6,
        }),
    );
    put(&folder, "sentence_bert_config.json", &json!({"max_seq_length": 6}));
    put(
        &folder,
        "modules.json",
        &json!([
            {"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"},
            {"idx": 1, "name": "1", "path": "1_Pooling", "type": "sentence_transformers.models.Pooling"},
            {"idx": 2, "name": "2", "path": "2_Normalize", "type": "sentence_transformers.models.Normalize"},
        ]),
    );
    put(&folder, "1_Pooling/config.json", &pooling(true));
    let ids: BTreeMap<&str, usize> = WORDS.into_iter().zip(0..).collect();
    let special = |word: &str| json!({"id": word, "ids": [ids[word]], "tokens": [word]});
    put(
        &folder,
        "tokenizer.json",
        &json!({
            "version": "1.0", "truncation": null,
            "padding": {"strategy": {"Fixed": 6}, "direction": "Right", "pad_to_multiple_of": null,
                "pad_id": 0, "pad_type_id": 0, "pad_token": "[UNK]"},
            "added_tokens": [],
            "normalizer": {"type": "Lowercase"}, "pre_tokenizer": {"type": "WhitespaceSplit"},
            "post_processor": {"type": "TemplateProcessing",
                "single": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}},
                    {"Sequence": {"id": "A", "type_id": 0}}, {"SpecialToken": {"id": "[SEP]", "type_id": 0}}],
                "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}}],
                "special_tokens": {"[CLS]": special("[CLS]"), "[SEP]": special("[SEP]")}},
            "decoder": null,
            "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
                "max_input_chars_per_word": 100, "vocab": ids},
        }),
    );
    folder
}

pub(super) fn pooling(mean: bool) -> serde_json::Value {
    json!({"pooling_mode_cls_token": !mean, "pooling_mode_mean_tokens": mean})
}

pub(super) fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}
