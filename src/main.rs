//! The server's binary: it hands the command line over to [`footnote::cli`].

use std::process::ExitCode;

/// Gives memory back after peaks, which glibc's arenas keep.
#[cfg(feature = "jemalloc")]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    footnote::cli::run()
}
