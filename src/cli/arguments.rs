//! The arguments of every command.

use clap::{Parser, Subcommand};
use footnote_documents::extract;
use footnote_engine::config::Settings;

use super::{ask, explain, moving};

/// Ask your own documents, and read answers whose every statement carries a citation.
#[derive(Parser)]
#[command(name = "footnote", version, args_conflicts_with_subcommands = true)]
pub(super) struct CliArguments {
    /// The command; serves unless told otherwise.
    #[command(subcommand)]
    pub(super) command: Option<Command>,
    /// The settings where no command is named.
    #[command(flatten)]
    pub(super) settings: Settings,
}

/// The commands.
#[derive(Subcommand)]
pub(super) enum Command {
    /// Answer over HTTP.
    Serve(Settings),
    /// Bring the index up to date and end.
    Index(Settings),
    /// Answer one question on the standard output.
    Ask(ask::AskArguments),
    /// Take everything that is kept to another store, such as a database that several machines share.
    Move(moving::MoveArguments),
    /// Tell where on the way to an answer a source falls out.
    Explain(explain::ExplainArguments),
    /// Measure how well passages are found and questions are answered.
    Evaluate(footnote_evaluate::EvaluateArguments),
    /// Fit the weights by which statements are chosen and questions refused, on marked statements.
    Fit(footnote_evaluate::fit::FitArguments),
    /// Examine a server of the protocol's family: which wire forms it speaks, and how well.
    Conformance(footnote_conformance::ConformanceArguments),
    /// Ask whether the server at the configured address is well.
    Health(Settings),
    /// Extract one document from the standard input; run by the server itself, under limits.
    #[command(hide = true)]
    Extract {
        /// The document's format.
        kind: String,
        /// What is wanted of it, in place of all that there is.
        #[arg(long, env = extract::WANTED, hide_env_values = true)]
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
