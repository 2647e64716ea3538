//! A person's name and groups, from the claims of the issuer.

use serde_json::{Map, Value};

use crate::client_config::ClientConfig;
use crate::error::SignInError;

/// Maximum length of a user's or group's name, in bytes: that of a file name.
const MAX_NAME_LEN: usize = 255;

/// Maximum number of groups of one person; the others are left out.
const MAX_GROUPS: usize = 1000;

/// The claim with an e-mail address.
pub(crate) const EMAIL: &str = "email";

/// The claim that says whether the issuer has verified that address.
pub(crate) const VERIFIED: &str = "email_verified";

/// Claims by their names.
pub(crate) type Claims = Map<String, Value>;

/// A person whom the issuer names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// Name of the user.
    pub name: String,
    /// Names of the user's groups.
    pub groups: Vec<String>,
}

impl Person {
    /// The person of these claims.
    ///
    /// # Errors
    ///
    /// Fails if they do not name a user, or name one by an e-mail address that nobody has verified.
    pub(crate) fn of(claims: &Claims, config: &ClientConfig) -> Result<Self, SignInError> {
        let nameless = || SignInError::Nameless(config.user_claim.clone());
        // Some issuers write it in quotes. Others leave it out and let people write any address.
        let is_true = |told: &Value| *told == Value::Bool(true) || told == "true";
        let is_verified = claims.get(VERIFIED).is_some_and(is_true);
        if config.user_claim == EMAIL && !is_verified {
            return Err(nameless());
        }
        let name = claims.get(&config.user_claim).and_then(Value::as_str).filter(is_name);
        let name = name.ok_or_else(nameless)?.to_owned();
        let groups = match claims.get(&config.groups_claim) {
            Some(Value::String(group)) => vec![group.as_str()],
            Some(Value::Array(groups)) => groups.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        let groups = groups.into_iter().filter(is_name).take(MAX_GROUPS);
        Ok(Self { name, groups: groups.map(str::to_owned).collect() })
    }
}

/// True if this can be a name. Conversations are kept by names on lines of their own, so none goes over lines. Blanks
/// and quotes at the ends are not part of a name elsewhere, so two people could have the same.
fn is_name(name: &&str) -> bool {
    let has_ends = name.trim().trim_matches(['"', '\'']) != *name;
    !name.is_empty() && !has_ends && name.len() <= MAX_NAME_LEN && !name.contains(char::is_control)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn person(user_claim: &str, claims: Value) -> Option<Person> {
        let config = ClientConfig {
            issuer: String::new(),
            client: String::new(),
            secret: None,
            scopes: Vec::new(),
            user_claim: user_claim.to_owned(),
            groups_claim: "groups".to_owned(),
        };
        Person::of(claims.as_object().unwrap(), &config).ok()
    }

    #[test]
    fn a_name_in_quotes_or_blanks_names_nobody() {
        for name in ["'ada", "\"\"", " ada"] {
            assert_eq!(person("sub", json!({"sub": name})), None, "{name}");
        }
    }

    #[test]
    fn a_person_has_the_name_and_the_groups_of_the_claims() {
        let named = |groups: &[&str]| {
            let groups = groups.iter().map(|&group| group.to_owned()).collect();
            Some(Person { name: "ada".to_owned(), groups })
        };
        for (groups, expected) in [
            (json!(["hr", "board"]), named(&["hr", "board"])),
            (json!("hr"), named(&["hr"])),
            (json!(["hr", 7, "", "a\nb", "x".repeat(256)]), named(&["hr"])),
            (json!({"hr": true}), named(&[])),
            (Value::Null, named(&[])),
        ] {
            assert_eq!(person("sub", json!({"sub": "ada", "groups": groups})), expected);
        }
    }

    #[test]
    fn nobody_is_named_by_what_is_no_name_or_not_verified() {
        for name in [json!(""), json!(" "), json!(7), json!("a\nuser:b"), json!("x".repeat(256))] {
            assert_eq!(person("sub", json!({"sub": name})), None, "{name}");
        }
        assert_eq!(person("email", json!({"sub": "ada"})), None);
        let mail = |verified: Value| {
            person("email", json!({"email": "a@b.example", "email_verified": verified})).is_some()
        };
        assert!(mail(json!(true)) && mail(json!("true")));
        assert!(!mail(json!(false)) && !mail(json!("false")) && !mail(json!(0)));
        assert!(!mail(json!(null)) && !mail(json!(1)) && !mail(json!([true])));
        assert_eq!(person("email", json!({"email": "a@b.example"})), None);
        assert!(person("sub", json!({"sub": "a", "email": "a@b.example"})).is_some());
    }
}
