//! The server: hands the command line over.

fn main() {}
