//! Settings that name people: who may do something, and who is alone with the server.

use std::net::SocketAddr;

use footnote_documents::acl::Allowed;

use super::read::non_empty;
use super::settings::Settings;

/// Parses a setting that names people. The default is operators.
pub(super) fn allowed(setting: Option<String>) -> Allowed {
    match non_empty(setting).as_deref() {
        None => Allowed::Operators,
        Some("nobody") => Allowed::Nobody,
        Some("everybody") => Allowed::Everybody,
        Some(groups) => {
            Allowed::Groups(groups.split(',').map(|group| group.trim().to_owned()).collect())
        }
    }
}

/// True if only this machine reaches the server, with no sign of a proxy and without signing in: its conversations are then those of one
/// reader. No right follows from it.
pub(super) fn are_alone(settings: &Settings, address: SocketAddr) -> bool {
    let signs = [
        &settings.user_header,
        &settings.groups_header,
        &settings.proxies,
        &settings.hosts,
        &settings.sign_in_issuer,
    ];
    address.ip().is_loopback() && !signs.into_iter().any(|sign| non_empty(sign.clone()).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_may_unless_somebody_else_is_named() {
        let allowed = |text: &str| allowed(Some(text.to_owned()));
        assert_eq!(super::allowed(None), Allowed::Operators);
        assert_eq!(allowed(" "), Allowed::Operators);
        assert_eq!(allowed("everybody"), Allowed::Everybody);
        assert_eq!(allowed("nobody"), Allowed::Nobody);
        let groups = Allowed::Groups(vec!["hr".to_owned(), "board".to_owned()]);
        assert_eq!(allowed("hr, board"), groups);
    }

    #[test]
    fn nobody_is_alone_with_a_server_that_others_reach() {
        let alone =
            |settings: &Settings, address: &str| are_alone(settings, address.parse().unwrap());
        let (here, plain) = ("127.0.0.1:3000", Settings::default());
        assert!(alone(&plain, here) && !alone(&plain, "0.0.0.0:3000"));
        let text = |text: &str| Some(text.to_owned());
        for passed_on in [
            Settings { hosts: text("docs.example"), ..Settings::default() },
            Settings { proxies: text("127.0.0.1"), ..Settings::default() },
            Settings { user_header: text("x-user"), ..Settings::default() },
            Settings { groups_header: text("x-groups"), ..Settings::default() },
            Settings { sign_in_issuer: text("https://login.example"), ..Settings::default() },
        ] {
            assert!(!alone(&passed_on, here));
        }
    }
}
