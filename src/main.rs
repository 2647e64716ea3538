//! The server's binary: it hands the command line over to [`footnote::cli`].

use std::process::ExitCode;

use tikv_jemallocator::Jemalloc;

/// Gives memory back after peaks, which glibc's arenas keep.
#[global_allocator]
static ALLOCATOR: Jemalloc = Jemalloc;

fn main() -> ExitCode {
    footnote::cli::run()
}
