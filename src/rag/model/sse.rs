//! Server-sent events out of bytes, across any cut.
