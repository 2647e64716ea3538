//! What the reader sees and touches.
