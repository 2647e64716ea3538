//! From a text to the ids of its tokens, as the model's own file has it.

use std::fs;
use std::path::Path;

use tokenizers::tokenizer::PostProcessor as _;
use tokenizers::{Tokenizer, TruncationParams};

use super::error::LocalError;

/// Cuts texts into the model's tokens.
pub(super) struct Tokens(Tokenizer);

impl Tokens {
    /// Reads `tokenizer.json`; a text has at most so many tokens, the rest of it is left out.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, or is none that is known.
    pub(super) fn read(folder: &Path, most: usize) -> Result<Self, LocalError> {
        let file = folder.join("tokenizer.json");
        let bytes = fs::read(&file).map_err(|error| LocalError::File(file.clone(), error))?;
        let mut tokenizer = Tokenizer::from_bytes(bytes)
            .map_err(|error| LocalError::content(&file, error.to_string()))?;
        let around = tokenizer.get_post_processor();
        let around = around.map_or(0, |around| around.added_tokens(false));
        if most <= around {
            let why = format!("texts of {most} tokens have no room for words");
            return Err(LocalError::content(&file, why));
        }
        let limit = TruncationParams {
            max_length: most,
            ..TruncationParams::default()
        };
        tokenizer
            .with_truncation(Some(limit))
            .map_err(|error| LocalError::content(&file, error.to_string()))?
            .with_padding(None);
        Ok(Self(tokenizer))
    }

    /// The ids of a text's tokens, with those around it; `None` if it cannot be cut into tokens.
    pub(super) fn of(&self, text: &str) -> Option<Vec<u32>> {
        let tokens = self.0.encode_fast(text, true).ok()?;
        Some(tokens.get_ids().to_vec())
    }
}
