//! Normalises the path of a request, which may name a form.

/// Prefix of paths that name their form: `/as/<form>/chat`.
const AS: &str = "/as/";

/// Splits a path into the form that it names, if any, and the normalised path.
///
/// Removes `/api`, `/as/<form>` and a trailing slash: front ends are configured with a base URL, to which they append
/// fixed paths.
pub fn place(path: &str) -> (Option<&str>, &str) {
    let path = without_api(path);
    let (form, path) = match path.strip_prefix(AS).and_then(|rest| rest.find('/')) {
        Some(length) => {
            let (prefix, rest) = path.split_at(AS.len() + length);
            (prefix.strip_prefix(AS), without_api(rest))
        }
        None => (None, path),
    };
    (form, path.strip_suffix('/').unwrap_or(path))
}

/// Removes `/api` if it is a whole segment.
fn without_api(path: &str) -> &str {
    path.strip_prefix("/api").filter(|rest| rest.starts_with('/')).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::place;

    #[test]
    fn every_spelling_of_a_path_is_one() {
        for path in ["/chat/stream", "/chat/stream/", "/api/chat/stream", "/api/chat/stream/"] {
            assert_eq!(place(path), (None, "/chat/stream"));
        }
        assert_eq!(place("/apiary"), (None, "/apiary"));
    }

    #[test]
    fn a_path_may_name_the_form() {
        for path in ["/as/x/chat", "/as/x/chat/", "/as/x/api/chat", "/api/as/x/chat"] {
            assert_eq!(place(path), (Some("x"), "/chat"));
        }
        assert_eq!(place("/as/x"), (None, "/as/x"));
    }
}
