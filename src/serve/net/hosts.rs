//! Checks the `Host` header, against DNS rebinding.

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use footnote_engine::config::Hosts;
use http::header;

use super::body::Refusal;

/// Rejects requests for another host. Clients other than browsers may omit `Host`.
pub(crate) async fn check_host(
    State(hosts): State<Hosts>,
    request: Request,
    next: Next,
) -> Response {
    let mut named = request.headers().get_all(header::HOST).iter();
    if named.all(|host| host.to_str().is_ok_and(|host| hosts.accept(host))) {
        return next.run(request).await;
    }
    let refusal = Refusal::forbidden(
        "This server does not answer under this name. Ask at its address or at localhost, \
         or set FOOTNOTE_HOSTS to the name, such as FOOTNOTE_HOSTS=docs.example.",
    );
    refusal.response_to(request.uri(), request.headers())
}
