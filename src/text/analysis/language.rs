//! The languages of stemming.

use tantivy::tokenizer::Language as Stemmed;
use whatlang::Lang;

/// A language of stemming.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Language {
    /// Also for texts that are too short for detection, such as a name.
    English,
    /// Arabic.
    Arabic,
    /// Danish.
    Danish,
    /// Dutch.
    Dutch,
    /// Finnish.
    Finnish,
    /// French.
    French,
    /// German.
    German,
    /// Greek.
    Greek,
    /// Hungarian.
    Hungarian,
    /// Italian.
    Italian,
    /// Norwegian.
    Norwegian,
    /// Portuguese.
    Portuguese,
    /// Romanian.
    Romanian,
    /// Russian.
    Russian,
    /// Spanish.
    Spanish,
    /// Swedish.
    Swedish,
    /// Tamil.
    Tamil,
    /// Turkish.
    Turkish,
    /// Vietnamese: words are not stemmed, but accents distinguish them.
    Vietnamese,
    /// Any other language: words are also found by their parts.
    #[default]
    Other,
}

type LanguageEntry = (Language, &'static str, Option<Lang>, Option<Stemmed>);

/// The languages in order, each with its name in the index, its code for detection and its stemmer.
static LANGUAGES: [LanguageEntry; 20] = {
    use Language as L;
    use Stemmed as S;
    [
        (L::English, "english", Some(Lang::Eng), Some(S::English)),
        (L::Arabic, "arabic", Some(Lang::Ara), Some(S::Arabic)),
        (L::Danish, "danish", Some(Lang::Dan), Some(S::Danish)),
        (L::Dutch, "dutch", Some(Lang::Nld), Some(S::Dutch)),
        (L::Finnish, "finnish", Some(Lang::Fin), Some(S::Finnish)),
        (L::French, "french", Some(Lang::Fra), Some(S::French)),
        (L::German, "german", Some(Lang::Deu), Some(S::German)),
        (L::Greek, "greek", Some(Lang::Ell), Some(S::Greek)),
        (L::Hungarian, "hungarian", Some(Lang::Hun), Some(S::Hungarian)),
        (L::Italian, "italian", Some(Lang::Ita), Some(S::Italian)),
        (L::Norwegian, "norwegian", Some(Lang::Nob), Some(S::Norwegian)),
        (L::Portuguese, "portuguese", Some(Lang::Por), Some(S::Portuguese)),
        (L::Romanian, "romanian", Some(Lang::Ron), Some(S::Romanian)),
        (L::Russian, "russian", Some(Lang::Rus), Some(S::Russian)),
        (L::Spanish, "spanish", Some(Lang::Spa), Some(S::Spanish)),
        (L::Swedish, "swedish", Some(Lang::Swe), Some(S::Swedish)),
        (L::Tamil, "tamil", Some(Lang::Tam), Some(S::Tamil)),
        (L::Turkish, "turkish", Some(Lang::Tur), Some(S::Turkish)),
        (L::Vietnamese, "vietnamese", Some(Lang::Vie), None),
        (L::Other, "other", None, None),
    ]
};

impl Language {
    /// Returns all languages.
    pub fn all() -> impl Iterator<Item = Self> {
        LANGUAGES.iter().map(|(language, ..)| *language)
    }

    /// Its name in the index.
    pub fn name(self) -> &'static str {
        self.entry().map_or("other", |(_, name, ..)| name)
    }

    /// Its number, fixed for the life of an index.
    pub fn code(self) -> u64 {
        self as u64
    }

    /// Returns the language with this number; [`Self::Other`] if there is none.
    pub fn of_code(code: u64) -> Self {
        Self::all().find(|language| language.code() == code).unwrap_or_default()
    }

    /// Returns true if it forms compounds, as German does.
    pub fn compounds(self) -> bool {
        use Language::{Danish, Dutch, Finnish, German, Hungarian, Norwegian, Swedish};
        matches!(self, Danish | Dutch | Finnish | German | Hungarian | Norwegian | Swedish)
    }

    /// Its stemmer, if it has one.
    pub(super) fn stemmer(self) -> Option<Stemmed> {
        self.entry()?.3
    }

    /// Its name in the language detector.
    pub(super) fn lang(self) -> Option<Lang> {
        self.entry()?.2
    }

    /// Returns the language with this name in the detector.
    pub(super) fn of(lang: Lang) -> Self {
        let mut all = Self::all();
        all.find(|language| language.lang() == Some(lang)).unwrap_or_default()
    }

    fn entry(self) -> Option<&'static LanguageEntry> {
        LANGUAGES.get(self as usize)
    }
}
