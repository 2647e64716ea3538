//! The address of a conversation: `/c/` and its id, behind the address of the page.

use crate::browser;

/// The part of an address between the page's own and the id.
const CONVERSATIONS: &str = "/c/";

/// The id in the page's address; `None` if it is that of no conversation.
pub(super) fn conversation() -> Option<String> {
    id_in(&browser::path()).map(str::to_owned)
}

/// Shows the conversation in the page's address, or that there is none; going back leads to the one before.
pub(super) fn show(id: Option<&str>) {
    let path = browser::path();
    if id_in(&path) != id {
        browser::set_path(&with_id(&path, id));
    }
}

/// The address of something that belongs to a conversation, behind the address of the conversation itself.
pub(super) fn within(id: &str, part: &str) -> String {
    match browser::path() {
        // Rendered at the address of the conversation, wherever that is.
        path if path.is_empty() => format!("{id}/{part}"),
        path => format!("{}/{part}", with_id(&path, Some(id))),
    }
}

/// The address of something that stands beside the page.
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
