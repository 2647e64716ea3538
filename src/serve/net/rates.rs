//! The table of rates of all routes, which `docs/deploying.md` repeats.

use footnote_protocol::dialect;
use http::Method;

use super::paths::PAGE;

/// The rate that a request counts towards, and its permit. Each client has two rates: questions and lookups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Charge {
    /// A question; holds a permit until its answer has ended.
    Answer,
    /// A question; its handler counts it once the body shows in which wire form to refuse it.
    AnswerAtDoor,
    /// A lookup; holds a permit for reading answers again until everything is sent.
    Rereading,
    /// A lookup; holds a permit for streams of changes until everything is sent.
    Changes,
    /// A lookup; holds a permit for rendering a page or list while it is rendered.
    Page,
    /// A lookup.
    Lookup,
    /// Nothing.
    Nothing,
}

impl Charge {
    /// Describes the charge in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Answer | Self::AnswerAtDoor => {
                "a question, and one of the answers under way until its model has ended"
            }
            Self::Rereading => "a lookup, and one of as many readings as there may be answers",
            Self::Changes => "a lookup, and one of 256 open streams, of which a client has 4",
            Self::Page => {
                "a lookup, and one of 64 pages and lists being made, of which a client has 8"
            }
            Self::Lookup => "a lookup",
            Self::Nothing => "nothing",
        }
    }
}

/// A group of similar requests.
#[derive(Debug)]
pub struct Family {
    /// Name of the group.
    pub name: &'static str,
    /// Methods and paths, without a base; without a method, any method matches. `HEAD` counts as `GET`.
    pub routes: &'static [&'static str],
    /// The charge of each request.
    pub charge: Charge,
}

/// Name for the files of the page and every address without a route.
pub const ELSEWHERE: &str = "any other address";

/// All groups. A request in none of them counts as a lookup.
pub const FAMILIES: [Family; 10] = [
    Family {
        name: "questions of the page, attached files, looking through a document, and speech",
        charge: Charge::Answer,
        routes: &[
            "POST /",
            "POST /c/{id}",
            "POST /page/stream",
            "POST /page/answer",
            "POST /page/places",
            "POST /attached",
            "POST /dictation",
            "POST /speech",
        ],
    },
    Family {
        name: "questions of clients; of `/mcp`, each call of a tool",
        charge: Charge::AnswerAtDoor,
        routes: &[
            "/chat",
            "/chat/stream",
            "/chat_stream",
            "/ask",
            "POST /chats",
            "POST /chats/stream",
            "POST /v1/chat/completions",
            "POST /v1/responses",
            "POST /v1/responses/compact",
        ],
    },
    Family {
        name: "an answer that is read again",
        charge: Charge::Rereading,
        routes: &["POST /page/resume"],
    },
    Family {
        name: "changes of the documents",
        charge: Charge::Changes,
        routes: &["POST /page/changes"],
    },
    Family {
        name: "pages, lists of documents, and conversations taken away",
        charge: Charge::Page,
        routes: &[
            "GET /",
            "GET /c/{id}",
            "GET /s/{token}",
            "GET /documents",
            "GET /documents/{*path}",
            "GET /insights",
            "GET /c/{id}/export.md",
            "GET /c/{id}/export.docx",
            "GET /c/{id}/export.html",
            "POST /page/library",
            "POST /page/folder",
            "POST /page/sheet",
            ELSEWHERE,
        ],
    },
    Family {
        name: "files, and changes to documents",
        charge: Charge::Lookup,
        routes: &[
            "GET /content",
            "GET /content/{*path}",
            "POST /documents",
            "POST /language",
            "GET /favicon.ico",
            "GET /metrics",
            "GET /operator",
            "GET /sign-in",
            "GET /sign-in/callback",
            "POST /sign-out",
        ],
    },
    Family {
        name: "what the page asks for beside answers",
        charge: Charge::Lookup,
        routes: &[
            "POST /page/document",
            "POST /page/judgement",
            "POST /spoken-language",
            "POST /page/attached/list",
            "POST /page/attached/remove",
            "POST /page/conversations",
            "POST /page/conversations/find",
            "POST /page/conversations/open",
            "POST /page/conversations/change",
            "POST /page/conversations/earlier",
            "POST /page/conversations/link",
            "POST /page/conversations/share",
            "POST /page/conversations/revoke",
            "POST /page/model/look",
            "POST /page/model/choose",
            "POST /page/model/forget",
        ],
    },
    Family {
        name: "what clients ask for beside answers; of `/mcp`, each message",
        charge: Charge::Lookup,
        routes: &[
            "GET /chats",
            "/chats/{id}",
            "GET /chat/{id}/stream",
            "POST /upload",
            "GET /list_uploaded",
            "POST /delete_uploaded",
            "GET /config",
            "GET /auth_setup",
            "GET /redirect",
            "/chat_history",
            "/chat_history/sessions",
            "/chat_history/sessions/{id}",
            "/.auth/me",
            "/.auth/refresh",
            "/.auth/logout",
            "GET /openapi.json",
            "/mcp",
            "GET /v1/models",
            "GET /v1/models/{*name}",
            "/v1/responses/{id}",
            "GET /v1/responses/{id}/input_items",
            "/v1/{*rest}",
        ],
    },
    Family {
        name: "stopping an answer, which gives its permit back",
        charge: Charge::Nothing,
        routes: &["POST /page/stop"],
    },
    Family {
        name: "the health, and the files of the page's own program",
        charge: Charge::Nothing,
        routes: &["GET /healthz", "GET /pkg/…"],
    },
];

/// Finds the group of a method and a route pattern such as `/c/{id}`.
pub fn family(method: &Method, pattern: &str) -> Option<&'static Family> {
    let path = path_of(pattern);
    let method = if method == Method::HEAD { Method::GET } else { method.clone() };
    let exact = format!("{method} {path}");
    FAMILIES
        .iter()
        .find(|family| family.routes.iter().any(|route| *route == exact || *route == path))
}

/// The path in the table for a pattern under any base, with or without a trailing slash.
pub fn path_of(pattern: &str) -> &str {
    let path = dialect::place(pattern).1;
    let behind = path.strip_prefix(PAGE).filter(|rest| rest.is_empty() || rest.starts_with('/'));
    match behind.unwrap_or(path) {
        "" => "/",
        path => path,
    }
}

/// Formats the table for the documentation.
pub fn table() -> String {
    let rows = FAMILIES.iter().map(|family| {
        let routes: Vec<_> = family.routes.iter().map(|route| format!("`{route}`")).collect();
        format!("| {} | {} | {} |\n", family.name, routes.join(", "), family.charge.words())
    });
    let head = "| requests | | each counts as |\n| --- | --- | --- |\n";
    std::iter::once(head.to_owned()).chain(rows).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_route_is_found_under_every_base_and_else_counts_as_a_lookup() {
        let charge = |method: Method, path| family(&method, path).map(|family| family.charge);
        for path in ["/chat", "/chat/", "/api/chat", "/as/{form}/chat", "/as/{form}/api/chat/"] {
            assert_eq!(charge(Method::POST, path), Some(Charge::AnswerAtDoor), "{path}");
        }
        for page in ["/", "/footnote"] {
            assert_eq!(charge(Method::POST, page), Some(Charge::Answer), "{page}");
        }
        assert_eq!(charge(Method::HEAD, "/footnote/c/{id}"), Some(Charge::Page));
        assert_eq!(charge(Method::POST, "/page/anything"), None);
    }
}
