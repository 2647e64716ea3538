//! The document around a page that only the server renders: in the style of the others, without scripts.

use footnote_client::words;
use leptos::prelude::*;
use leptos_meta::HashedStylesheet;

use crate::components::header::PageHeader;

/// The HTML document of a page with this title and main part, and `beside` in its bar. `style` is added to that of the
/// other pages, under the nonce of the response.
pub fn plain_shell(
    options: LeptosOptions,
    title: &str,
    (style, nonce): (&'static str, String),
    bar: AnyView,
    main: AnyView,
) -> impl IntoView + use<> {
    let locale = words::locale();
    view! {
        <!DOCTYPE html>
        <html lang=locale.code dir=locale.direction>
            <head>
                <meta charset="utf-8" />
                <title>{format!("{title} · Footnote")}</title>
                <meta name="viewport" content="width=device-width, initial-scale=1" />
                <meta name="color-scheme" content="light dark" />
                <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
                <HashedStylesheet options id="leptos" />
                <style nonce=nonce>{style}</style>
            </head>
            <body>
                <a class="skip" href="#content">
                    {words::skip_to_content()}
                </a>
                <div class="library">
                    <PageHeader>{bar}</PageHeader>
                    {main}
                </div>
            </body>
        </html>
    }
}
