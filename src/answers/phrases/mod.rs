//! The phrases of answers, in the language of the question. There is one file per language and one line per phrase,
//! with `{}` for each value.

use std::collections::HashMap;
use std::sync::LazyLock;

use footnote_text::analysis::detected_language;

/// Includes files of this folder, each with its name.
macro_rules! files {
    ($($name:ident)*) => {
        [$((stringify!($name), include_str!(concat!(stringify!($name), ".txt")))),*]
    };
}

/// The files by the names of their languages. To add a language, add a file and its name here.
const FILES: [(&str, &str); 22] = files!(
    arabic chinese danish dutch english finnish french german greek hungarian italian japanese
    korean norwegian polish portuguese romanian russian spanish swedish turkish vietnamese
);

/// The language of phrases if the language of a question is unknown or has no file.
const DEFAULT_LANGUAGE: &str = "english";

static LANGUAGES: LazyLock<HashMap<&'static str, HashMap<&'static str, &'static str>>> =
    LazyLock::new(|| FILES.map(|(name, text)| (name, phrases(text))).into());

/// A phrase of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phrase {
    /// A refusal.
    NotFound,
    /// After a refusal: no document has these words.
    NotInThem,
    /// Heading of the nearest passages.
    Closest,
    /// After a refusal if no passage is near.
    TryOthers,
    /// Heading of an answer that may not be one.
    Unsure,
    /// A word was searched for instead of another.
    Searched,
    /// After an answer: no document has these words.
    Unmentioned,
    /// After an answer: none of the quotations has these words.
    Unnamed,
    /// Heading of statements that contradict the quotations.
    Otherwise,
    /// Heading of statements in older editions that differ from the quotations.
    Earlier,
    /// One of several questions is not answered.
    PartNotFound,
    /// Questions left out because there are too many.
    TooMany,
    /// A refusal where there are no documents.
    NoDocuments,
    /// A refusal while the first documents are being read.
    StillReading,
    /// After a refusal: only these parts of the documents were searched.
    OnlyAsked,
    /// A refusal if no document is in the scope.
    EmptyScope,
    /// After a refusal: a document outside of the scope answers.
    Outside,
    /// The word between the last two items of a list.
    Or,
    /// The comma between two items of a list.
    Comma,
    /// The quotation marks of the language.
    Quoted,
}

/// The phrases in the language of a question.
#[derive(Clone, Copy, Debug)]
pub struct Phrases(&'static str);

impl Phrases {
    /// Returns the phrases in the language that a question is clearly in, otherwise in English.
    pub fn of(question: &str) -> Self {
        let detected = detected_language(question).filter(|name| LANGUAGES.contains_key(name));
        Self(detected.unwrap_or(DEFAULT_LANGUAGE))
    }

    /// Returns a phrase without placeholders.
    pub(super) fn say(self, phrase: Phrase) -> &'static str {
        let translation =
            |language| LANGUAGES.get(language)?.get(format!("{phrase:?}").as_str()).copied();
        translation(self.0).or_else(|| translation(DEFAULT_LANGUAGE)).unwrap_or_default()
    }

    /// Returns a phrase with these words put in, in order.
    pub fn with(self, phrase: Phrase, words: &[&str]) -> String {
        let mut pieces = self.say(phrase).split("{}");
        let first = pieces.next().unwrap_or_default().to_owned();
        let words = words.iter().copied().chain(std::iter::repeat(""));
        pieces.zip(words).fold(first, |translation, (piece, word)| translation + word + piece)
    }

    /// Lists words separated by commas, with "or" before the last.
    pub(super) fn any_of(self, words: &[String]) -> String {
        match words.split_last() {
            Some((last, rest)) if !rest.is_empty() => {
                format!("{} {} {last}", self.listed(rest), self.say(Phrase::Or))
            }
            _ => words.concat(),
        }
    }

    /// Lists words separated by the commas of the language.
    pub(super) fn listed(self, words: &[String]) -> String {
        let words = words.iter().cloned();
        let joined = words.reduce(|one, other| self.with(Phrase::Comma, &[&one, &other]));
        joined.unwrap_or_default()
    }

    /// Puts a word in the quotation marks of the language.
    pub(super) fn quoted(self, word: &str) -> String {
        self.with(Phrase::Quoted, &[word])
    }
}

/// Returns the text of an answer up to the list of nearest passages; all of it if there is no such list.
pub fn before_closest(text: &str) -> &str {
    let closest = FILES.iter().map(|(name, _)| Phrases(name).say(Phrase::Closest));
    let ends = closest.filter_map(|phrase| text.find(&format!("\n\n{phrase}\n")));
    let end = ends.min().unwrap_or(text.len());
    text.get(..end).unwrap_or(text)
}

fn phrases(text: &'static str) -> HashMap<&'static str, &'static str> {
    text.lines().filter_map(|line| line.split_once('=')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_every_phrase_with_as_many_places() {
        let english = &LANGUAGES[DEFAULT_LANGUAGE];
        let all = [
            Phrase::NotFound,
            Phrase::NotInThem,
            Phrase::Closest,
            Phrase::TryOthers,
            Phrase::Unsure,
            Phrase::Searched,
            Phrase::Unmentioned,
            Phrase::Unnamed,
            Phrase::Otherwise,
            Phrase::Earlier,
            Phrase::PartNotFound,
            Phrase::TooMany,
            Phrase::NoDocuments,
            Phrase::StillReading,
            Phrase::OnlyAsked,
            Phrase::EmptyScope,
            Phrase::Outside,
            Phrase::Or,
            Phrase::Comma,
            Phrase::Quoted,
        ];
        assert!(all.iter().all(|phrase| english.contains_key(format!("{phrase:?}").as_str())));
        for (language, phrases) in LANGUAGES.iter() {
            assert_eq!(phrases.len(), english.len(), "{language}");
            for (name, phrase) in phrases {
                let places = |phrase: &str| phrase.matches("{}").count();
                assert_eq!(places(phrase), places(english[name]), "{language}: {name}");
            }
        }
    }

    #[test]
    fn a_question_is_answered_in_its_own_language() {
        for (question, translation) in [
            ("Who wrote Hamlet?", "I found no answer in your documents."),
            ("Wer hat Hamlet geschrieben?", "Ich habe in Ihren Dokumenten keine Antwort gefunden."),
            ("Qui a écrit Hamlet ?", "Je n’ai pas trouvé de réponse dans vos documents."),
            ("¿Quién escribió el libro?", "No he encontrado ninguna respuesta en sus documentos."),
            ("Chi ha scritto questo libro?", "Non ho trovato una risposta nei tuoi documenti."),
            ("Quem escreveu este livro?", "Não encontrei resposta nos seus documentos."),
            ("Wie heeft dit boek geschreven?", "Ik heb in uw documenten geen antwoord gevonden."),
            ("Kto napisał tę książkę?", "Nie znaleziono odpowiedzi w twoich dokumentach."),
            ("من كتب هذا الكتاب؟", "لم أجد إجابة في مستنداتك."),
            ("Кто написал Гамлета?", "В ваших документах ответа не найдено."),
            ("年假有几天", "在您的文档中没有找到答案。"),
            ("休暇は何日ありますか", "お手元の文書に答えは見つかりませんでした。"),
            ("휴가는 며칠입니까", "문서에서 답을 찾지 못했습니다."),
            ("PerksPlus fitness", "I found no answer in your documents."),
            ("", "I found no answer in your documents."),
        ] {
            assert_eq!(Phrases::of(question).say(Phrase::NotFound), translation, "{question}");
        }
    }

    #[test]
    fn words_are_put_in_their_places() {
        let phrases = Phrases::of("Was ist das?");
        let translation = phrases.with(Phrase::Searched, &["Urlaub", "Uralub"]);
        assert_eq!(translation, "Gesucht wurde nach „Urlaub“ statt „Uralub“.");
        let words = ["a", "b"].map(str::to_owned);
        assert_eq!(phrases.any_of(&words), "a oder b");
    }

    #[test]
    fn words_are_quoted_and_listed_as_their_language_does() {
        for (question, quoted, any) in [
            ("Who wrote Hamlet?", "“a”", "a, b or c"),
            ("Wer hat Hamlet geschrieben?", "„a“", "a, b oder c"),
            ("Qui a écrit Hamlet ?", "« a »", "a, b ou c"),
            ("Kto napisał tę książkę?", "„a”", "a, b lub c"),
            ("休暇は何日ありますか", "「a」", "a、b または c"),
            ("من كتب هذا الكتاب؟", "«a»", "a، b أو c"),
        ] {
            let phrases = Phrases::of(question);
            assert_eq!(phrases.quoted("a"), quoted, "{question}");
            assert_eq!(phrases.any_of(&["a", "b", "c"].map(str::to_owned)), any, "{question}");
        }
    }

    #[test]
    fn what_stands_above_the_nearest_passages_is_told_in_any_language() {
        assert_eq!(before_closest("Nein.\n\nAm nächsten kommen:\n\n- a"), "Nein.");
        assert_eq!(before_closest("No.\n\nClosest passages:\n\n- a"), "No.");
        assert_eq!(before_closest("Closest passages: none."), "Closest passages: none.");
    }
}
