//! A chat model behind any OpenAI-compatible HTTP endpoint, Azure's included.
