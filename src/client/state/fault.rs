//! Errors in the language of the page; the server sends them in English.

use footnote_protocol::{ErrorKind, ProtocolError};

use crate::words::{self, Locale};

/// The error for a reader who must sign in.
pub const SIGN_IN_FIRST: &str = "Sign in to ask here, or send a key.";

/// Returns an error as a sentence in the page's language, followed by the server's own message.
pub fn in_words(error: &ProtocolError) -> String {
    let message = error.message.as_str();
    if message == SIGN_IN_FIRST {
        return words::sign_in_again().to_owned();
    }
    let is_own = [words::page_was_left(), words::connection_broke()].contains(&message);
    if is_own || words::locale() == Locale::default() {
        return message.to_owned();
    }
    words::with_reason(kind_in_words(error.kind), message)
}

fn kind_in_words(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::Refused
        | ErrorKind::NotKept
        | ErrorKind::Missing
        | ErrorKind::UnsupportedMediaType => words::is_refused(),
        ErrorKind::TooLarge => words::is_too_large(),
        ErrorKind::RateLimited => words::asked_too_often(),
        ErrorKind::Model => words::model_failed(),
        ErrorKind::Unavailable => words::server_unavailable(),
        ErrorKind::Failed => words::something_failed(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_of_the_server_is_told_by_its_kind_and_in_its_own_words() {
        let error = ProtocolError::new(ErrorKind::Model, "The model broke off.");
        assert_eq!(in_words(&error), "The model broke off.");
        let german = Locale::of_code("de").unwrap();
        words::in_locale(german, || {
            let broke = "Das Chatmodell war nicht erreichbar oder ist abgebrochen.";
            assert_eq!(in_words(&error), format!("{broke} (The model broke off.)"));
            let own = ProtocolError::new(ErrorKind::Unavailable, words::connection_broke());
            assert_eq!(in_words(&own), words::connection_broke());
        });
    }
}
