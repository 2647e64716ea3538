//! Tests of a multilingual model whose tokens are chosen by likelihood (Unigram).

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;
use tempfile::TempDir;

use super::embedded;
use super::plain::{Plain, cosine};
use super::tiny::{self, pooling, put, tensors};
use crate::embed::Embedder as _;
use crate::local::LocalEmbedder;

/// A character map as compiled by `SentencePiece`, which maps one `key`: the size of a double array, the array, and the
/// text.
fn character_map(key: &str, value: &str) -> String {
    let block = |at: usize| 256 * u32::try_from(at).unwrap();
    let mut units = vec![0_u32; 256 * (key.len() + 2)];
    // Each unit has its byte, and the offset of the next block.
    units[0] = block(1) << 10;
    let mut place = 0;
    for (at, byte) in key.bytes().enumerate() {
        let here = block(at + 1) ^ u32::from(byte);
        place = here ^ block(at + 2);
        units[usize::try_from(here).unwrap()] = u32::from(byte) | place << 10;
        place = block(at + 2);
    }
    let last = block(key.len()) ^ u32::from(key.as_bytes()[key.len() - 1]);
    units[usize::try_from(last).unwrap()] |= 1 << 8;
    // The value is the offset of the text.
    units[usize::try_from(place).unwrap()] = 0;
    let size = u32::try_from(4 * units.len()).unwrap();
    let mut map: Vec<u8> =
        [size].iter().chain(&units).flat_map(|unit| unit.to_le_bytes()).collect();
    map.extend(value.bytes().chain([0]));
    STANDARD.encode(map)
}

/// Folder of a tiny model with tokens in the format of multilingual-e5-small.
fn folder() -> TempDir {
    let folder = tiny::folder();
    let special = |id: &str, at: usize| json!({"id": id, "ids": [at], "tokens": [id]});
    let added = |id: &str, at: usize| {
        json!({"id": at, "content": id, "single_word": false, "lstrip": false, "rstrip": false,
            "normalized": false, "special": true})
    };
    put(&folder, "1_Pooling/config.json", &pooling(false));
    put(
        &folder,
        "tokenizer.json",
        &json!({
            "version": "1.0", "truncation": null, "padding": null,
            "added_tokens": [added("<s>", 0), added("<pad>", 1), added("</s>", 2), added("<unk>", 3)],
            "normalizer": {"type": "Sequence", "normalizers": [
                {"type": "Precompiled", "precompiled_charsmap": character_map("ﬁ", "fi")},
                {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "}]},
            "pre_tokenizer": {"type": "Sequence", "pretokenizers": [{"type": "WhitespaceSplit"},
                {"type": "Metaspace", "replacement": "▁", "str_rep": "▁", "add_prefix_space": true}]},
            "post_processor": {"type": "TemplateProcessing",
                "single": [{"SpecialToken": {"id": "<s>", "type_id": 0}},
                    {"Sequence": {"id": "A", "type_id": 0}}, {"SpecialToken": {"id": "</s>", "type_id": 0}}],
                "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 0}}],
                "special_tokens": {"<s>": special("<s>", 0), "</s>": special("</s>", 2)}},
            "decoder": null,
            "model": {"type": "Unigram", "unk_id": 3, "vocab": [["<s>", 0.0], ["<pad>", 0.0], ["</s>", 0.0],
                ["<unk>", 0.0], ["▁tea", -1.0], ["▁fi", -2.0], ["ve", -3.0], ["茶", -4.0]]},
        }),
    );
    folder
}

#[tokio::test]
async fn texts_become_the_likeliest_tokens() {
    let (folder, plain) = (folder(), Plain(tensors()));
    for (text, ids) in [
        ("tea  five", &[0, 4, 5, 6, 2][..]),
        ("tea ﬁve", &[0, 4, 5, 6, 2]),
        ("tea ж", &[0, 4, 3, 2]),
        ("茶", &[0, 3, 7, 2]),
        ("tea tea tea tea tea", &[0, 4, 4, 4, 4, 2]),
    ] {
        let found = embedded(&folder, &[text]).await.remove(0);
        let cosine = cosine(&found, &plain.rows(ids)[0]);
        assert!(cosine > 0.999_999, "{text}: {cosine}");
    }
}

#[test]
fn a_text_is_known_as_far_as_its_words_are_in_any_script() {
    let model = LocalEmbedder::open(folder().path()).unwrap();
    for (text, softmax) in [
        ("tea five", 1.0),
        ("tea жжж", 0.5),
        ("ж", 0.0),
        // In this script, a single character is a word.
        ("茶茶", 1.0),
    ] {
        assert!((model.knows(text) - softmax).abs() < 1e-6, "{text:?}: {}", model.knows(text));
    }
}
