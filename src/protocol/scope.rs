//! The scope of a question: the documents to search.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use super::ProtocolError;

/// Maximum number of paths in a scope.
pub const MAX_PATHS: usize = 2_000;

/// Maximum number of kinds in a scope.
pub const MAX_KINDS: usize = 100;

/// The documents to search for a question; an empty scope means all of them.
///
/// Folders and documents add up; kinds and days narrow them down.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "dialects", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct Scope {
    /// Paths of folders, including everything below them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub folders: Vec<String>,
    /// Paths of documents, including the documents that they contain, such as the attachments of a mail.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub documents: Vec<String>,
    /// File name extensions, such as `pdf` or `docx`; other extensions of the same format match too.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<String>,
    /// Only documents of this day or later: by the date in their names or titles, or else by when their files were
    /// changed, in UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "dialects", schema(value_type = Option<String>, format = Date))]
    pub from: Option<Day>,
    /// Only documents of this day or earlier.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "dialects", schema(value_type = Option<String>, format = Date))]
    pub to: Option<Day>,
}

impl Scope {
    /// Returns the scope of a single document.
    pub fn of_document(path: impl Into<String>) -> Self {
        Self { documents: vec![path.into()], ..Self::default() }
    }

    /// Returns true if the scope admits everything.
    pub fn is_everything(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the paths of its folders and documents.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        let all = self.folders.iter().chain(&self.documents);
        all.map(|path| path.trim_matches('/')).filter(|path| !path.is_empty())
    }

    /// Rejects an invalid scope.
    ///
    /// # Errors
    ///
    /// Fails with the name of the field: too many paths or kinds, or an end before the start.
    pub fn validate(&self) -> Result<(), ProtocolError> {
        if self.folders.len() + self.documents.len() > MAX_PATHS {
            let fault = format!("scope must not name more than {MAX_PATHS} folders and documents");
            return Err(ProtocolError::refused(fault));
        }
        if self.kinds.len() > MAX_KINDS {
            let fault = format!("scope.kinds must not name more than {MAX_KINDS}");
            return Err(ProtocolError::refused(fault));
        }
        match (&self.from, &self.to) {
            (Some(from), Some(to)) if from > to => {
                Err(ProtocolError::refused("scope.from must not be later than scope.to"))
            }
            _ => Ok(()),
        }
    }

    /// Its parts in words: the first few of each list, so that they fit into a sentence in any language.
    pub fn parts(&self) -> Vec<String> {
        /// Maximum number of names that are listed.
        const MAX_TOLD: usize = 3;
        let folders = self.folders.iter().map(|path| format!("{}/", path.trim_matches('/')));
        let paths: Vec<String> = folders.chain(self.documents.iter().cloned()).collect();
        let kinds = self.kinds.iter().map(|kind| format!(".{}", kind.trim_start_matches('.')));
        let mut parts: Vec<String> = paths.iter().take(MAX_TOLD).cloned().collect();
        parts.extend(paths.len().checked_sub(MAX_TOLD + 1).map(|more| format!("+{}", more + 1)));
        parts.extend(kinds);
        let [from, to] = [&self.from, &self.to].map(|day| day.as_ref().map(Day::text));
        if from.or(to).is_some() {
            parts.push(format!("{} – {}", from.unwrap_or("…"), to.unwrap_or("…")));
        }
        parts
    }
}

/// A calendar day, such as `2024-05-31`; later days compare greater.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Day(String);

impl Day {
    /// Parses a day; `None` if it is invalid.
    pub fn of(text: &str) -> Option<Self> {
        let mut parts = text.split('-');
        let mut number = |digits: usize| {
            let part = parts.next()?;
            let is_number = part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| part.parse::<u16>().ok()).flatten()
        };
        let (year, month, day) = (number(4)?, number(2)?, number(2)?);
        let is_whole = parts.next().is_none();
        let is_leap =
            year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let days = match month {
            2 if is_leap => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => 0,
        };
        (is_whole && (1..=days).contains(&day)).then(|| Self(text.to_owned()))
    }

    /// Returns the number of days since 1970-01-01.
    pub fn since_1970(&self) -> i64 {
        let mut parts = self.0.split('-').map(|part| part.parse::<i64>().unwrap_or_default());
        let mut part = || parts.next().unwrap_or_default();
        let (year, month, day) = (part(), part(), part());
        // Years start in March, so that the leap day is the last day of a year.
        let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
        let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
        365 * year + leap_days + (153 * month + 2) / 5 + day - 719_469
    }

    /// Returns the day as text: year, month and day, separated by hyphens.
    pub fn text(&self) -> &str {
        &self.0
    }
}

impl<'de> Deserialize<'de> for Day {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::of(&text).ok_or_else(|| D::Error::custom("it must be a day such as 2024-05-31"))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn scope(value: serde_json::Value) -> Option<Scope> {
        serde_json::from_value(value).ok()
    }

    #[test]
    fn a_day_is_one_of_the_calendar() {
        for text in ["2024-02-29", "2000-02-29", "2023-12-31", "0001-01-01"] {
            assert_eq!(Day::of(text).unwrap().text(), text);
        }
        for text in ["2023-02-29", "1900-02-29", "2024-04-31", "2024-13-01", "2024-00-10"] {
            assert_eq!(Day::of(text), None, "{text}");
        }
        for text in
            ["", "2024", "2024-1-1", "2024-01-01T10:00", "24-01-01", "2024-01-01-", "+024-01-01"]
        {
            assert_eq!(Day::of(text), None, "{text}");
        }
        assert!(Day::of("2023-12-31") < Day::of("2024-01-01"));
        for (text, days) in
            [("1970-01-01", 0), ("1969-12-31", -1), ("2000-03-01", 11_017), ("2024-02-29", 19_782)]
        {
            assert_eq!(Day::of(text).unwrap().since_1970(), days, "{text}");
        }
    }

    #[test]
    fn a_scope_is_read_with_the_fields_that_it_has() {
        assert!(scope(json!({})).unwrap().is_everything());
        let read = scope(json!({"folders": ["hr"], "from": "2024-01-01", "more": 1})).unwrap();
        assert_eq!((read.folders.len(), read.from), (1, Day::of("2024-01-01")));
        for wrong in [json!({"kinds": "pdf"}), json!({"to": "yesterday"}), json!(7)] {
            assert!(scope(wrong.clone()).is_none(), "{wrong}");
        }
    }

    #[test]
    fn what_no_question_can_be_asked_in_is_refused_with_the_name_of_the_field() {
        let many = |count| vec!["a".to_owned(); count];
        let refusal = |scope: Scope| scope.validate().map_err(|error| error.message).unwrap_err();
        assert!(Scope { documents: many(MAX_PATHS), ..Scope::default() }.validate().is_ok());
        let paths = Scope { documents: many(MAX_PATHS), folders: many(1), ..Scope::default() };
        assert_eq!(refusal(paths), "scope must not name more than 2000 folders and documents");
        let kinds = Scope { kinds: many(MAX_KINDS + 1), ..Scope::default() };
        assert_eq!(refusal(kinds), "scope.kinds must not name more than 100");
        let (from, to) = (Day::of("2024-02-01"), Day::of("2024-01-31"));
        let turned = refusal(Scope { from, to, ..Scope::default() });
        assert_eq!(turned, "scope.from must not be later than scope.to");
    }

    #[test]
    fn a_scope_is_told_by_its_parts_and_a_long_one_by_the_first_of_them() {
        let documents = ["a.md", "b.md", "c.md", "d.md"].map(str::to_owned).to_vec();
        let scope = Scope {
            folders: vec!["hr/".to_owned()],
            documents,
            kinds: vec!["pdf".to_owned()],
            from: Day::of("2024-01-01"),
            to: None,
        };
        assert_eq!(scope.parts(), ["hr/", "a.md", "b.md", "+2", ".pdf", "2024-01-01 – …"]);
        assert!(Scope::default().parts().is_empty());
        assert_eq!(scope.paths().next(), Some("hr"));
    }
}
