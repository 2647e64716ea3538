//! Arguments of every command.

use clap::{Parser, Subcommand};
use footnote_engine::config::Settings;

use super::{ask, backup, forgetting, key, operator};

/// Ask your own documents, and read answers whose every statement carries a citation.
#[derive(Parser)]
#[command(name = "footnote", version, args_conflicts_with_subcommands = true)]
pub(super) struct CliArguments {
    /// The command; the default is to serve.
    #[command(subcommand)]
    pub(super) command: Option<Command>,
    /// Settings for use without a command.
    #[command(flatten)]
    pub(super) settings: Settings,
}

/// Commands.
#[derive(Subcommand)]
pub(super) enum Command {
    /// Answer over HTTP.
    Serve(Settings),
    /// Bring the index up to date and exit.
    Index(Settings),
    /// Answer an assistant that speaks the Model Context Protocol on standard input and output.
    Mcp(Settings),
    /// Answer one question on standard output.
    Ask(ask::AskArguments),
    /// Write a backup of everything but documents and their index to one file, also while the server runs.
    Backup(backup::BackupArguments),
    /// Restore a backup into an empty folder or database.
    Restore(backup::BackupArguments),
    /// Delete all conversations and uploads of one person, also while the server runs.
    Forget(forgetting::ForgetArguments),
    /// Measure how well passages are found and questions are answered, and at which rank each needed passage is.
    Evaluate(footnote_evaluate::EvaluateArguments),
    /// Test a server of the protocol's family: which wire forms it supports, and how well.
    Conformance(footnote_conformance::ConformanceArguments),
    /// Print a link that makes one browser an operator's, also beside a running server.
    Operator(operator::OperatorArguments),
    /// Create, list and revoke API keys, by which machines ask; also beside a running server.
    Key {
        /// The action on keys.
        #[command(subcommand)]
        command: key::KeyCommand,
    },
    /// Check whether the server at the configured address is healthy.
    Health(Settings),
    /// Extract one document from standard input; run by the server itself, under limits.
    #[command(hide = true)]
    Extract {
        /// The document's format.
        kind: String,
        /// The part to extract; all of it by default.
        #[arg(long, env = footnote_extract::WANTED, hide_env_values = true)]
        wanted: Option<String>,
    },
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        CliArguments::command().debug_assert();
    }
}
