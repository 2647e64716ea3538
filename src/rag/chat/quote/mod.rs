//! Answers without a model: the best sentences of the best passages, each with its citation.
