//! The server's binary: it hands the command line over to [`footnote::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    footnote::cli::run()
}
