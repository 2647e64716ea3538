//! The errors of both forms.

use footnote_text::list::has;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{ErrorKind, ProtocolError};

/// An error as the body of a response, or within a stream of chat completions.
#[derive(Serialize, ToSchema)]
pub(super) struct OpenAiErrorBody {
    error: OpenAiErrorDetail,
}

#[derive(Serialize, ToSchema)]
#[schema(as = openai::Reason)]
struct OpenAiErrorDetail {
    message: String,
    #[serde(rename = "type")]
    kind: &'static str,
    /// The wrong part of the request.
    #[schema(required)]
    param: Option<String>,
    #[schema(required)]
    code: Option<&'static str>,
}

impl From<&ProtocolError> for OpenAiErrorBody {
    fn from(error: &ProtocolError) -> Self {
        Self {
            error: OpenAiErrorDetail {
                message: error.message.clone(),
                kind: kind(error.kind),
                param: param(&error.message).map(str::to_owned),
                code: Some(code(error.kind)),
            },
        }
    }
}

fn kind(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::Refused
        | ErrorKind::NotKept
        | ErrorKind::Missing
        | ErrorKind::TooLarge
        | ErrorKind::UnsupportedMediaType => "invalid_request_error",
        ErrorKind::RateLimited => "requests",
        ErrorKind::Model | ErrorKind::Unavailable | ErrorKind::Failed => "server_error",
    }
}

/// Code by which programs tell errors apart.
pub(super) fn code(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::Refused => "invalid_value",
        ErrorKind::NotKept => "previous_response_not_found",
        ErrorKind::Missing => "not_found",
        ErrorKind::TooLarge => "request_too_large",
        ErrorKind::UnsupportedMediaType => "unsupported_media_type",
        ErrorKind::RateLimited => "rate_limit_exceeded",
        ErrorKind::Model => "model_error",
        ErrorKind::Unavailable => "server_overloaded",
        ErrorKind::Failed => "server_error",
    }
}

/// Keys of a request that a message may start with.
const KEYS: &str = "\
    audio background context conversation frequency_penalty function_call functions include input \
    instructions limit logit_bias logprobs max_completion_tokens max_output_tokens max_tokens \
    max_tool_calls messages metadata modalities model n order parallel_tool_calls prediction \
    presence_penalty previous_response_id prompt prompt_cache_key reasoning response_format \
    safety_identifier seed service_tier stop store stream temperature text tool_choice tools \
    top_logprobs top_p truncation user web_search_options";

/// Returns the part of the request that is the first word of a message.
pub(super) fn param(message: &str) -> Option<&str> {
    let first = message.split([' ', ':']).next()?;
    let key = first.split(['.', '[']).next()?;
    has(KEYS, key).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_word_may_name_the_part_of_the_request() {
        for (message, named) in [
            ("messages must not be empty", Some("messages")),
            ("messages must end with one of the role \"user\"", Some("messages")),
            ("input[2].content[0]: what is this", Some("input[2].content[0]")),
            ("the body must not be empty", None),
            ("", None),
        ] {
            assert_eq!(param(message), named);
        }
    }
}
