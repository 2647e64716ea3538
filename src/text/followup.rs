//! Follow-up questions cut out of a stream: `<<question>>`, even when the marker is split.
