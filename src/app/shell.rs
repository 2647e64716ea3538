//! The HTML document around the page.

use footnote_client::{RenderedPage, words};
use footnote_protocol::OpenedDocument;
use leptos::nonce::use_nonce;
use leptos::prelude::*;
use leptos_meta::HashedStylesheet;

use super::{App, whole};

/// The script for the time before hydration.
const EARLY: &str = include_str!("early.js");

/// The whole HTML document.
pub fn shell(options: LeptosOptions) -> impl IntoView {
    let opened = use_context::<OpenedDocument>();
    let title = match (opened, use_context::<RenderedPage>()) {
        (Some(document), _) => format!("{} · Footnote", document.path),
        (None, Some(RenderedPage::Nowhere)) => format!("{} · Footnote", words::page_not_found()),
        (None, _) => "Footnote".to_owned(),
    };
    let locale = words::locale();
    view! {
        <!DOCTYPE html>
        <html lang=locale.code dir=locale.direction>
            <head>
                <meta charset="utf-8" />
                <title>{title}</title>
                <meta name="viewport" content="width=device-width, initial-scale=1" />
                <meta name="color-scheme" content="light dark" />
                <meta name="theme-color" content="#faf8f3" media="(prefers-color-scheme: light)" />
                <meta name="theme-color" content="#171614" media="(prefers-color-scheme: dark)" />
                <meta name="description" content=words::description() />
                <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
                <script nonce=use_nonce()>{EARLY}</script>
                <HashedStylesheet options=options.clone() id="leptos" />
                <AutoReload options=options.clone() />
                <HydrationScripts options />
            </head>
            <body data-whole=whole()>
                <App />
                // At the end, because visible content comes first. It is data, which no content security policy
                // forbids.
                <script type="text/plain" id="words">
                    {words::catalog()}
                </script>
            </body>
        </html>
    }
}
