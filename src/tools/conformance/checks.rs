//! All checks: requirements on answers, and the functions that test them.

use super::exchanges::Exchanges;
use super::form::Form;
use super::outcome::Outcome;
use super::{addresses, answers, streams};

/// One check: its requirement, and the function that tests it.
pub(super) type Check = (&'static str, fn(&Form, &Exchanges) -> Outcome);

/// Requirement on refusals, in which alike forms differ.
pub(super) const REFUSAL_SHAPE: &str = "the refusal has its form";

/// The checks in the order of the report.
pub(super) const CHECKS: &[Check] = &[
    ("a question is answered", answers::status),
    ("the answer is application/json", answers::content_type),
    ("the answer has its fields", answers::fields),
    ("the answer has no key `error`", answers::no_error),
    ("a session state is taken", answers::accepts_any_session),
    ("a context is taken", answers::accepts_context),
    ("the answer returns the session state", answers::session),
    ("the answer cites data points only", answers::citations),
    ("a stream is answered", streams::status),
    ("the stream has its content type", streams::content_type),
    ("every line or event is one JSON object", streams::framing),
    ("the last line or event is ended", streams::ends_with_newline),
    ("the stream opens and closes as it should", streams::boundaries),
    ("the first chunk has role and context", streams::first),
    ("there is text", streams::text),
    ("text never stands beside data points", streams::text_apart_from_context),
    ("every chunk has a choice", streams::choices),
    ("pieces of text are small as tokens", streams::small_pieces_only),
    ("the stream tells why it ends", streams::finish),
    ("the stream returns the session state", streams::session),
    ("no chunk has the key `error`", streams::no_error),
    ("the stream cites data points only", streams::citations),
    ("a wrong body is refused", addresses::refused),
    (REFUSAL_SHAPE, addresses::refusal),
    ("another content type is refused", addresses::other_type),
    ("a slash at the end is no redirect", addresses::slash),
    ("/api is no redirect", addresses::api),
    ("a form with files is read", addresses::multipart),
];
