//! A chat model that says what it is told, for tests and demonstrations.
