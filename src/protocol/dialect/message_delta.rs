//! The 2024-05-29 form: `message` and `delta`, streaming chosen by the path.
