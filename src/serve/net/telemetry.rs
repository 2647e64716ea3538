//! The log: one line per request, never the question.

use std::io::{self, Write};
use std::time::Instant;

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use footnote_engine::config::LogFormat;
use footnote_text::hidden::escaped;
use tracing::Instrument;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::util::SubscriberInitExt as _;

use super::paths;

/// Starts logging to standard error.
pub fn start(filter: &str, format: LogFormat) {
    let writer = || LogLineWriter(std::io::stderr());
    // Fails only if logging has already started; the first logger stays.
    let _ = log_to(writer, filter, format).try_init();
    // Otherwise the text of a panic, which may contain a client's input, would reach the log unescaped.
    std::panic::set_hook(Box::new(|panic| tracing::error!("{panic}")));
}

fn log_to<W, L>(writer: W, filter: &str, format: LogFormat) -> tracing::Dispatch
where
    W: Fn() -> L + Send + Sync + 'static,
    L: Write,
{
    let filter = EnvFilter::try_new(filter).unwrap_or_else(|_| EnvFilter::new("info"));
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        // Colours would be shown as escaped sequences.
        .with_ansi(false)
        // If the log cannot be written, such as on a full disk, reporting that would panic.
        .log_internal_errors(false)
        .with_writer(writer);
    match format {
        LogFormat::Text => log.into(),
        LogFormat::Json => log.json().into(),
    }
}

/// A writer in which each write is one line. Names and messages may come from anybody, so characters that break the
/// line, reverse it or hide a part of it are escaped as numbers.
struct LogLineWriter<W>(W);

impl<W: Write> Write for LogLineWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let line = String::from_utf8_lossy(bytes);
        let line = line.strip_suffix('\n').unwrap_or(&line);
        writeln!(self.0, "{}", escaped(line))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Logs a request when its response begins, with an id that the client also receives.
pub(crate) async fn log(request: Request, next: Next) -> Response {
    let id = uuid::Uuid::new_v4().simple().to_string();
    let span = tracing::info_span!(
        "request",
        id = %id,
        method = %request.method(),
        path = %paths::without_token(request.uri().path()),
    );
    let begun = Instant::now();
    let response = next.run(request).instrument(span.clone()).await;
    let elapsed_ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    span.in_scope(|| tracing::info!(status = response.status().as_u16(), elapsed_ms, "answered"));
    ([("x-request-id", id)], response).into_response()
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    #[derive(Clone, Default)]
    struct Kept(Arc<Mutex<Vec<u8>>>);

    impl Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn logged(format: LogFormat, say: impl FnOnce()) -> String {
        let kept = Kept::default();
        let to = kept.clone();
        let log = log_to(move || LogLineWriter(to.clone()), "info", format);
        tracing::dispatcher::with_default(&log, say);
        String::from_utf8(kept.0.lock().unwrap().clone()).unwrap()
    }

    #[test]
    fn no_name_breaks_or_disguises_a_line_of_the_log() {
        let name = "a\n2026-01-01 ERROR all is lost\r\u{1b}[31m\u{202e}\u{85}.md";
        for format in [LogFormat::Text, LogFormat::Json] {
            let log = logged(format, || {
                tracing::warn!(path = %name, host = name, "nobody may read {name}");
                tracing::info!("next");
            });
            assert_eq!(log.lines().count(), 2, "{log:?}");
            assert!(log.ends_with('\n') && log.contains("all is lost"));
            for sign in ["\r", "\u{1b}[31m", "\u{202e}", "\u{85}"] {
                assert!(!log.contains(sign), "{sign:?} in {log:?}");
            }
        }
    }

    #[test]
    fn a_line_of_json_stays_json() {
        let log = logged(LogFormat::Json, || {
            tracing::warn!(path = "a\u{202e}\u{e0041}\n.md", "a name");
        });
        let line: serde_json::Value = serde_json::from_str(&log).unwrap();
        assert_eq!(line["fields"]["path"], "a\u{202e}\u{e0041}\n.md");
    }
}
