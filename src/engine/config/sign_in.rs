//! Settings of sign-in by OpenID Connect.

use std::time::Duration;

use footnote_sign_in::{ClientConfig, SignIn};

use super::read::{non_empty, number, switch};
use super::settings::Settings;

/// Maximum number of hours until a reader must sign in again.
const MAX_HOURS: u32 = 720;

/// The terms on which readers sign in.
#[derive(Clone, Debug)]
pub struct SignInTerms {
    /// The terms agreed on with the issuer.
    pub issuer: ClientConfig,
    /// Address under which readers reach this server, without a slash at its end; `None` for that of each request.
    pub address: Option<String>,
    /// Time until a reader must sign in again.
    pub lifetime: Duration,
    /// True if nobody may do anything without.
    pub is_required: bool,
}

/// Reads the settings; `None` if nobody signs in.
pub(super) fn config(settings: &Settings, problems: &mut Vec<String>) -> Option<SignInTerms> {
    let issuer = non_empty(settings.sign_in_issuer.clone());
    let client = non_empty(settings.sign_in_client.clone());
    let (issuer, client) = match (issuer, client) {
        (Some(issuer), Some(client)) => (issuer, client),
        (None, None) => return None,
        _ => {
            let both = "FOOTNOTE_SIGN_IN_ISSUER and FOOTNOTE_SIGN_IN_CLIENT: set both or none";
            problems.push(both.to_owned());
            return None;
        }
    };
    if !SignIn::is_address(&issuer) {
        let wrong = "FOOTNOTE_SIGN_IN_ISSUER: not an http or https address";
        problems.push(wrong.to_owned());
    }
    let scopes = settings.sign_in_scopes.split_whitespace().filter(|scope| *scope != "openid");
    let hours = number("FOOTNOTE_SIGN_IN_HOURS", &settings.sign_in_hours, 1..=MAX_HOURS, problems);
    let required = &settings.sign_in_required;
    Some(SignInTerms {
        issuer: ClientConfig {
            issuer,
            client,
            secret: non_empty(settings.sign_in_secret.clone()),
            scopes: scopes.map(str::to_owned).collect(),
            user_claim: settings.sign_in_user_claim.trim().to_owned(),
            groups_claim: settings.sign_in_groups_claim.trim().to_owned(),
        },
        address: address(settings, problems),
        lifetime: Duration::from_hours(hours.into()),
        is_required: switch("FOOTNOTE_SIGN_IN_REQUIRED", required, problems),
    })
}

/// The address of this server: a scheme and a host, and nothing else.
fn address(settings: &Settings, problems: &mut Vec<String>) -> Option<String> {
    let text = non_empty(settings.sign_in_address.clone())?;
    let address = text.trim_end_matches('/').to_owned();
    let is_origin = address.parse().is_ok_and(|uri: http::Uri| {
        let is_known = matches!(uri.scheme_str(), Some("http" | "https"));
        is_known && uri.path() == "/" && uri.query().is_none() && !address.contains('@')
    });
    if !is_origin {
        let what = "not an address such as https://docs.example";
        problems.push(format!("FOOTNOTE_SIGN_IN_ADDRESS: {text:?} is {what}"));
    }
    is_origin.then_some(address)
}

#[cfg(test)]
mod tests {
    use super::super::Config;
    use super::super::tests::settings;
    use super::*;

    fn signing_in() -> Settings {
        Settings {
            sign_in_issuer: Some("https://login.example/realms/office".to_owned()),
            sign_in_client: Some("footnote".to_owned()),
            sign_in_secret: Some("hush-hush".to_owned()),
            sign_in_scopes: "openid profile groups".to_owned(),
            sign_in_address: Some("https://docs.example/".to_owned()),
            ..settings()
        }
    }

    #[test]
    fn readers_sign_in_once_an_issuer_and_a_client_are_named() {
        assert!(Config::new(settings()).unwrap().sign_in.is_none());
        let config = Config::new(signing_in()).unwrap();
        assert!(!format!("{config:?}").contains("hush-hush"));
        let terms = config.sign_in.unwrap();
        assert_eq!(terms.issuer.scopes, ["profile", "groups"]);
        assert_eq!(terms.address.as_deref(), Some("https://docs.example"));
        assert!(terms.is_required);
        let half = Settings { sign_in_client: None, ..signing_in() };
        assert_eq!(Config::new(half).unwrap_err().0.len(), 1);
    }

    #[test]
    fn settings_that_cannot_be_meant_are_problems() {
        let wrong = Settings {
            sign_in_issuer: Some("login.example".to_owned()),
            sign_in_address: Some("https://docs.example/footnote".to_owned()),
            sign_in_hours: "0".to_owned(),
            sign_in_required: "maybe".to_owned(),
            ..signing_in()
        };
        assert_eq!(Config::new(wrong).unwrap_err().0.len(), 4);
    }
}
