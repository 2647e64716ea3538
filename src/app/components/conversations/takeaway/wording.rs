//! The words of the menu and of the dialog.

/// The name of the menu.
pub(super) const DOWNLOAD: &str = "Download conversation";

/// The forms of files by their endings, with their names.
pub(super) const FORMS: [(&str, &str); 3] =
    [("md", "Markdown"), ("docx", "Word"), ("html", "Print")];

/// The button that opens the dialog, and the dialog's title.
pub(super) const SHARE: &str = "Share…";
pub(super) const TITLE: &str = "Share this conversation";

/// Who can see what.
pub(super) const WHO: &str = "Whoever has the link sees your questions, and those of the answers whose documents they may \
    read themselves. They see the conversation as it is when they open the link: what you ask later, too. Nobody can \
    change it.";

/// The buttons of the dialog.
pub(super) const MAKE: &str = "Make a link";
pub(super) const COPY: &str = "Copy link";
pub(super) const COPIED: &str = "Copied";
pub(super) const NOT_COPIED: &str = "Could not copy";
pub(super) const REVOKE: &str = "Take the link back";
pub(super) const CLOSE: &str = "Close";

/// The label of the field that holds the link.
pub(super) const LINK: &str = "Link";

/// The sentence where the server did not do as it was asked.
pub(super) const FAILED: &str = "The server could not be reached. Try again in a moment.";

/// What stands below a printed conversation.
pub(super) fn on_paper(day: &str, address: &str) -> String {
    format!("{day} · {address}")
}
