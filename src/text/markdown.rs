//! Markdown into a small tree of safe blocks that the page shows without any raw HTML.
