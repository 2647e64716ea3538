//! The 2024-01-28 form: `choices`, streaming chosen by the body's `stream`.
