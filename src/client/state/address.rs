//! Address of a conversation: `/c/` and its id, appended to the address of the page.

use crate::browser;

/// Path segment between the page's own path and the id.
const CONVERSATIONS: &str = "/c/";

/// Returns the conversation's id in the page's address; `None` if there is none.
pub(super) fn conversation() -> Option<String> {
    id_in(&browser::path()).map(str::to_owned)
}

/// Puts a conversation, or none, into the page's address, as a new history entry.
pub(super) fn show(id: Option<&str>) {
    let path = browser::path();
    if id_in(&path) != id {
        browser::set_path(&with_id(&path, id));
    }
}

/// Address of something that belongs to a conversation, below the address of that conversation.
pub(super) fn within(id: &str, part: &str) -> String {
    match browser::path() {
        // On the server, the page is rendered at the address of the conversation, whatever that is.
        path if path.is_empty() => format!("{id}/{part}"),
        path => format!("{}/{part}", with_id(&path, Some(id))),
    }
}

/// Address of something next to the page.
pub(super) fn beside(part: &str) -> String {
    let page = with_id(&browser::path(), None);
    format!("{}/{part}", page.trim_end_matches('/'))
}

fn id_in(path: &str) -> Option<&str> {
    let (_, id) = path.rsplit_once(CONVERSATIONS)?;
    (!id.is_empty()).then_some(id)
}

fn with_id(path: &str, id: Option<&str>) -> String {
    let page = path.split(CONVERSATIONS).next().unwrap_or_default().trim_end_matches('/');
    match id {
        Some(id) => format!("{page}{CONVERSATIONS}{id}"),
        None if page.is_empty() => "/".to_owned(),
        None => page.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_conversation_stands_behind_the_address_of_the_page() {
        assert_eq!(with_id("/", Some("a-1")), "/c/a-1");
        assert_eq!(with_id("/c/a-1", Some("b")), "/c/b");
        assert_eq!(with_id("/c/a-1", None), "/");
        assert_eq!(with_id("/footnote/c/a", None), "/footnote");
        assert_eq!((id_in("/c/a-1"), id_in("/c/"), id_in("/")), (Some("a-1"), None, None));
    }
}
