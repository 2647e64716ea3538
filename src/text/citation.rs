//! Citations in an answer: `[source]` markers, found even when the text arrives in pieces.
