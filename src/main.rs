//! The server's binary: it hands the command line over to [`footnote::serve`].

use std::process::ExitCode;

fn main() -> ExitCode {
    footnote::serve::run()
}
