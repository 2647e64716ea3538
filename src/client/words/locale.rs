//! The languages of the page, and the choice of the reader's.

/// A language of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Locale {
    /// Its two-letter code.
    pub code: &'static str,
    /// Its own name for itself.
    pub name: &'static str,
    /// Its writing direction, as in HTML.
    pub direction: &'static str,
}

macro_rules! locales {
    ($($code:literal $name:literal $direction:literal;)*) => {
        /// The languages of the page; the first one is the default.
        pub const LOCALES: &[Locale] =
            &[$(Locale { code: $code, name: $name, direction: $direction }),*];

        /// The texts of each language, in the same order, as the build script made them; not compiled into the page.
        #[cfg(not(feature = "hydrate"))]
        pub(super) const FILES: &[&str] =
            &[$(include_str!(concat!(env!("OUT_DIR"), "/", $code, ".txt"))),*];
    };
}

// A new language is a file and a line here.
locales! {
    "en" "English" "ltr";
    "de" "Deutsch" "ltr";
    "fr" "Français" "ltr";
    "es" "Español" "ltr";
    "it" "Italiano" "ltr";
    "pt" "Português" "ltr";
    "nl" "Nederlands" "ltr";
    "pl" "Polski" "ltr";
    "ja" "日本語" "ltr";
    "ar" "العربية" "rtl";
}

impl Locale {
    /// Returns the language for a reader: the chosen one, or otherwise the one that the browser prefers according to
    /// `Accept-Language`.
    pub fn wanted(chosen: Option<&str>, accepted: Option<&str>) -> Self {
        let chosen = chosen.and_then(Self::of_code);
        chosen.or_else(|| accepted.and_then(Self::accepted)).unwrap_or_default()
    }

    /// Returns the language of a tag such as `de` or `de-AT`.
    pub fn of_code(tag: &str) -> Option<Self> {
        let code = tag.trim().split('-').next().unwrap_or_default();
        LOCALES.iter().copied().find(|locale| locale.code.eq_ignore_ascii_case(code))
    }

    /// Returns the first language with the highest weight above zero.
    fn accepted(header: &str) -> Option<Self> {
        let mut best = None;
        for range in header.split(',') {
            let (tag, weight) = range.split_once(';').unwrap_or((range, ""));
            let weight = weight.trim().strip_prefix("q=").map_or(Some(1.0), |q| q.parse().ok());
            let found = Self::of_code(tag).zip(weight).filter(|(_, weight)| *weight > 0.0);
            let Some((locale, weight)) = found else { continue };
            if best.is_none_or(|(_, most): (Self, f32)| weight > most) {
                best = Some((locale, weight));
            }
        }
        best.map(|(locale, _)| locale)
    }
}

impl Default for Locale {
    fn default() -> Self {
        Self { code: "en", name: "English", direction: "ltr" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_wins_over_what_the_browser_accepts() {
        for (chosen, accepted, wanted) in [
            (Some("ar"), Some("de"), "ar"),
            (Some("xx"), Some("de"), "de"),
            (None, None, "en"),
            (None, Some("de-AT,de;q=0.9,en;q=0.8"), "de"),
            (None, Some("sv, fr;q=0.5, ja;q=0.9"), "ja"),
            (None, Some("fr, it"), "fr"),
            (None, Some("de;q=0, es;q=0.001"), "es"),
            (None, Some("PT-br"), "pt"),
            (None, Some("*"), "en"),
            (None, Some(";;q=,de;q=x,,"), "en"),
        ] {
            assert_eq!(Locale::wanted(chosen, accepted).code, wanted, "{chosen:?}, {accepted:?}");
        }
    }

    #[test]
    fn readers_of_no_language_of_the_page_are_spoken_to_in_the_first() {
        assert_eq!(LOCALES[0], Locale::default());
    }
}
