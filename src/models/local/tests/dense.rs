//! Tests of the layers after the pooling.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::plain::{Plain, Rows, cosine};
use super::tiny::{HIDDEN, Tensors, filled, folder, pooling, put, tensors, write_beside};
use super::{embedded, refusal};
use crate::embed::Embedder as _;
use crate::local::LocalEmbedder;

const TANH: &str = "torch.nn.modules.activation.Tanh";
const IDENTITY: &str = "torch.nn.modules.linear.Identity";

/// Token ids of "tea at four".
const IDS: [usize; 5] = [1, 3, 4, 5, 2];

/// Writes modules of these kinds, each in its folder, after the encoder and the pooling.
fn put_modules(folder: &TempDir, behind: &[&str]) {
    let kinds = ["models.Transformer", "models.Pooling"].into_iter().chain(behind.iter().copied());
    let modules = kinds.enumerate().map(|(at, kind)| {
        let name = kind.rsplit('.').next().unwrap();
        let path = if at == 0 { String::new() } else { format!("{at}_{name}") };
        json!({"idx": at, "name": at.to_string(), "path": path, "type": format!("sentence_transformers.{kind}")})
    });
    put(folder, "modules.json", &modules.collect());
}

/// Writes a dense layer. Its tensors always have a bias, which is zero if the layer has none.
fn put_dense(folder: &TempDir, place: &str, config: &Value) -> Tensors {
    let size = |name: &str| usize::try_from(config[name].as_u64().unwrap()).unwrap();
    let (inputs, outputs) = (size("in_features"), size("out_features"));
    let mut shapes = vec![("linear.weight".to_owned(), vec![outputs, inputs])];
    if config["bias"] == true {
        shapes.push(("linear.bias".to_owned(), vec![outputs]));
    }
    let mut tensors = filled(shapes, 11);
    put(folder, &format!("{place}/config.json"), config);
    write_beside(&folder.path().join(place), &tensors);
    let no_bias = (vec![outputs], vec![0.0; outputs]);
    tensors.entry("linear.bias".to_owned()).or_insert(no_bias);
    tensors
}

fn config(inputs: usize, outputs: usize, bias: bool, activation: &str) -> Value {
    json!({"in_features": inputs, "out_features": outputs, "bias": bias, "activation_function": activation})
}

/// Two dense layers after a normalisation.
pub(super) fn put_layers(folder: &TempDir) {
    put_modules(folder, &["models.Normalize", "models.Dense", "models.Dense"]);
    put_dense(folder, "3_Dense", &config(HIDDEN, 12, false, IDENTITY));
    put_dense(folder, "4_Dense", &config(12, 3, true, TANH));
}

/// A vector as a single row.
fn row(pooled: Vec<f64>) -> Rows {
    vec![pooled]
}

fn bent(mut rows: Rows) -> Rows {
    rows.iter_mut().flatten().for_each(|number| *number = number.tanh());
    rows
}

fn of_length_1(rows: &Rows) -> Rows {
    let length = rows[0].iter().map(|n| n * n).sum::<f64>().sqrt();
    row(rows[0].iter().map(|n| n / length).collect())
}

/// The hidden states of the text after each kind of pooling, with its settings.
fn pooled() -> [(Value, Vec<f64>); 3] {
    let rows = Plain(tensors()).rows(&IDS);
    let by = |number: f64| {
        (0..HIDDEN).map(|at| rows.iter().map(|row| row[at]).sum::<f64>() / number).collect()
    };
    [
        (pooling(true), by(5.0)),
        (json!({"pooling_mode": "mean_sqrt_len_tokens"}), by(5.0_f64.sqrt())),
        (pooling(false), rows[0].clone()),
    ]
}

#[tokio::test]
async fn a_dense_layer_makes_vectors_of_its_own_length() {
    let folder = folder();
    put_modules(&folder, &["models.Dense"]);
    let layer = Plain(put_dense(&folder, "2_Dense", &config(HIDDEN, 5, true, TANH)));
    for (settings, pooled) in pooled() {
        put(&folder, "1_Pooling/config.json", &settings);
        let found = embedded(&folder, &["tea at four"]).await.remove(0);
        let expected = bent(layer.linear(&row(pooled), "linear"));
        assert_eq!(found.len(), 5);
        let cosine = cosine(&found, &expected[0]);
        assert!(cosine > 0.999_999, "{settings}: {cosine}");
    }
}

#[tokio::test]
async fn layers_are_applied_in_their_order_whatever_their_spelling() {
    let folder = folder();
    put_modules(
        &folder,
        &[
            "sentence_transformer.modules.normalize.Normalize",
            "base.modules.dense.Dense",
            "models.Dropout",
            "models.Dense",
            "models.Normalize",
        ],
    );
    let mut wide = config(HIDDEN, 12, false, IDENTITY);
    wide["module_input_name"] = "sentence_embedding".into();
    wide["module_output_name"] = "sentence_embedding".into();
    let wide = Plain(put_dense(&folder, "3_Dense", &wide));
    let narrow = Plain(put_dense(&folder, "5_Dense", &config(12, 3, true, TANH)));
    for (settings, pooled) in pooled() {
        put(&folder, "1_Pooling/config.json", &settings);
        let found = embedded(&folder, &["tea at four"]).await.remove(0);
        let widened = wide.linear(&of_length_1(&row(pooled)), "linear");
        let expected = of_length_1(&bent(narrow.linear(&widened, "linear")));
        assert_eq!(found.len(), 3);
        for (found, expected) in found.iter().zip(&expected[0]) {
            assert!((f64::from(*found) - expected).abs() < 1e-4, "{settings}: {found} {expected}");
        }
    }
}

#[test]
fn another_layer_makes_another_model() {
    let folder = folder();
    let name = || LocalEmbedder::open(folder.path()).unwrap().name().to_owned();
    let mut names = vec![name()];
    put_modules(&folder, &["models.Dense"]);
    let layer = config(HIDDEN, 5, true, TANH);
    let mut weights = put_dense(&folder, "2_Dense", &layer);
    names.push(name());
    put(&folder, "2_Dense/config.json", &config(HIDDEN, 5, true, IDENTITY));
    names.push(name());
    weights.get_mut("linear.bias").unwrap().1[0] += 0.5;
    write_beside(&folder.path().join("2_Dense"), &weights);
    names.push(name());
    put_dense(&folder, "3_Dense", &layer);
    put_modules(&folder, &["models.Normalize", "models.Dense"]);
    names.push(name());
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 5);
}

#[test]
fn a_layer_that_cannot_be_used_is_named() {
    let folder = folder();
    put_modules(&folder, &["models.Dense"]);
    let with = |name: &str, value: Value| {
        let mut config = config(HIDDEN, 5, true, TANH);
        config[name] = value;
        config
    };
    put_dense(&folder, "2_Dense", &with("bias", true.into()));
    for (config, reason) in [
        (with("in_features", 7.into()), "takes 7 numbers, and 8 come"),
        (with("out_features", 0.into()), "makes 0 numbers"),
        (with("out_features", (1_u64 << 40).into()), "makes 1099511627776 numbers"),
        (with("out_features", 6.into()), "\"linear.weight\" does not have the shape"),
        (with("activation_function", "torch.nn.modules.activation.GELU".into()), "\"GELU\""),
        (with("module_input_name", "token_embeddings".into()), "\"token_embeddings\""),
        (with("bias", "yes".into()), "2_Dense/config.json"),
        (json!({}), "in_features"),
    ] {
        put(&folder, "2_Dense/config.json", &config);
        let refusal = refusal(&folder);
        assert!(refusal.contains(reason) && refusal.contains("2_Dense"), "{reason}: {refusal}");
    }
    put_dense(&folder, "2_Dense", &with("bias", false.into()));
    put(&folder, "2_Dense/config.json", &with("bias", true.into()));
    assert!(refusal(&folder).contains("\"linear.bias\" is missing"));
    put(&folder, "modules.json", &json!([{"path": "2_Dense", "type": "x.Dense"}]));
    assert!(refusal(&folder).contains("before the pooling"));
}

#[test]
fn weights_in_the_older_format_are_told_from_missing_ones() {
    let folder = folder();
    put_modules(&folder, &["models.Dense"]);
    put_dense(&folder, "2_Dense", &config(HIDDEN, 5, true, TANH));
    let place = folder.path().join("2_Dense");
    fs::remove_file(place.join("model.safetensors")).unwrap();
    assert!(refusal(&folder).contains("2_Dense/model.safetensors cannot be read"));
    fs::write(place.join("pytorch_model.bin"), "PK").unwrap();
    let refusal = refusal(&folder);
    let reason =
        "2_Dense/pytorch_model.bin cannot be used: weights are read from model.safetensors";
    assert!(refusal.contains(reason), "{refusal}");
}
