//! Converts texts to token ids with the model's own tokenizer file.

use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;

use footnote_text::analysis::is_spaceless;
use tokenizers::tokenizer::PostProcessor as _;
use tokenizers::{Encoding, Tokenizer, TruncationParams};

use super::error::LocalError;

/// Names of the unknown token in models of this family.
const UNKNOWN: [&str; 2] = ["[UNK]", "<unk>"];

/// A tokenised text.
pub(super) struct Tokenized {
    /// Token ids.
    pub(super) ids: Vec<u32>,
    /// Token types, as the tokenizer file defines them.
    pub(super) types: Vec<u32>,
}

impl From<Encoding> for Tokenized {
    fn from(tokenizer: Encoding) -> Self {
        Self { ids: tokenizer.get_ids().to_vec(), types: tokenizer.get_type_ids().to_vec() }
    }
}

/// Converts texts to the model's tokens.
pub(super) struct TextTokenizer {
    tokenizer: Tokenizer,
    /// Ids of unknown tokens.
    unknown: Vec<u32>,
}

impl TextTokenizer {
    /// Reads `tokenizer.json`; texts are truncated to `most` tokens.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read, or is of an unsupported kind.
    pub(super) fn read(folder: &Path, most: usize) -> Result<Self, LocalError> {
        let file = folder.join("tokenizer.json");
        let bytes = fs::read(&file).map_err(|error| LocalError::File(file.clone(), error))?;
        let read: Option<tokenizers::Result<Self>> = guarded(|| {
            let tokenizer = read(&bytes, most)?;
            // Some errors only show when a text is tokenised.
            tokenizer.of("a text").ok_or("it does not cut texts")?;
            Ok(tokenizer)
        });
        let read = read.unwrap_or_else(|| Err("it contradicts itself".into()));
        read.map_err(|error| LocalError::content(&file, error.to_string()))
    }

    /// Tokenises a text, with special tokens; `None` if that fails.
    pub(super) fn of(&self, text: &str) -> Option<Tokenized> {
        guarded(|| self.tokenizer.encode_fast(text, true).ok())?.map(Tokenized::from)
    }

    /// True if a word is a single token.
    pub(super) fn has_word(&self, word: &str) -> bool {
        let encoded = guarded(|| self.tokenizer.encode_fast(word, false).ok()).flatten();
        encoded.is_some_and(|encoded| match encoded.get_ids() {
            [id] => !self.unknown.contains(id),
            _ => false,
        })
    }

    /// Share of a text's letters in meaningful tokens. Unknown tokens do not count, nor do single letters that a word
    /// was split into, except in scripts where one sign is a word. A text without letters counts as known.
    #[expect(clippy::cast_precision_loss, reason = "a share of a short text")]
    pub(super) fn known(&self, text: &str) -> f32 {
        let Some(tokenizer) = guarded(|| self.tokenizer.encode(text, false).ok()).flatten() else {
            return 0.0;
        };
        let (mut all, mut known) = (0, 0);
        let mut before = None;
        let places = tokenizer.get_offsets().iter().zip(tokenizer.get_word_ids());
        let named = tokenizer.get_ids().iter().zip(tokenizer.get_tokens());
        for ((id, token), ((from, to), word)) in named.zip(places) {
            // An unknown word appears as the name of the unknown token, or as itself.
            let is_named = UNKNOWN.contains(&token.as_str());
            let part = if is_named { text.get(*from..*to).unwrap_or_default() } else { token };
            let own = letters(part);
            let follows = word.is_some() && before == Some(*word);
            let is_broken_off = own == 1 && follows && !part.contains(is_spaceless);
            all += own;
            known += if is_broken_off || self.unknown.contains(id) { 0 } else { own };
            before = Some(*word);
        }
        if all == 0 {
            return 1.0;
        }
        known as f32 / all as f32
    }
}

fn read(bytes: &[u8], most: usize) -> tokenizers::Result<TextTokenizer> {
    let mut tokenizer = Tokenizer::from_bytes(bytes)?;
    let around = tokenizer.get_post_processor();
    let around = around.map_or(0, |around| around.added_tokens(false));
    if most <= around {
        return Err(format!("texts of {most} tokens have no room for words").into());
    }
    let limit = TruncationParams { max_length: most, ..TruncationParams::default() };
    tokenizer.with_truncation(Some(limit))?.with_padding(None);
    let unknown = UNKNOWN.iter().filter_map(|name| tokenizer.token_to_id(name)).collect();
    Ok(TextTokenizer { tokenizer, unknown })
}

/// Runs `work`; `None` if it panics, as the tokenizers library does on some damaged files.
fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    panic::catch_unwind(AssertUnwindSafe(work)).ok()
}

fn letters(text: &str) -> usize {
    text.chars().filter(|c| c.is_alphanumeric()).count()
}
