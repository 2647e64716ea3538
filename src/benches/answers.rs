//! How fast answers are: run with `make bench`.

fn main() {}
