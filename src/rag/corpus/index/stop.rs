//! The words of each language that tell nothing about what a text is about.

use std::collections::{BTreeMap, HashSet};
use std::sync::LazyLock;

use tantivy::tokenizer::{StopWordFilter, TextAnalyzer, TokenStream};

use super::fold;
use super::language::Language;
use super::words::Words;

const ENGLISH: &str = "a about above after again against all also am an and any are as at be \
    because been before being below between both but by can could did do does doing down during \
    each few for from further get had has have having he her here hers herself him himself his how \
    i if in into is it its itself just me more most my myself no nor not of off on once only or \
    other our ours ourselves out over own please same shall she should so some such tell than that \
    the their theirs them themselves then there these they this those through to too under until \
    up us very was we were what when where which while who whom whose why will with would you your \
    yours yourself yourselves";

/// What the lists of the index engine lack: words of questions, and whole lists where it has none.
const FURTHER: [(Language, &str); 18] = [
    (
        Language::German,
        "wann wer wem wen wessen wo woher wohin warum wieso weshalb wieviel wie was bitte gibt \
         wurde wurden worden dass",
    ),
    (
        Language::French,
        "quand comment pourquoi combien où quel quelle quels quelles qui que quoi quelqu est sont \
         a ont plus cette cet ces très y l d s n c j m t qu lors dont",
    ),
    (
        Language::Spanish,
        "cuándo cuando cuánto cuánta cuántos cuántas cómo dónde qué cuál cuáles quién quiénes es \
         son fue ser",
    ),
    (
        Language::Italian,
        "quando quanto quanta quanti quante come dove perché quale quali chi che cosa cos qual è \
         sono essere l d un dell all nell",
    ),
    (
        Language::Portuguese,
        "quando quanto quanta quantos quantas como onde porque quê qual quais quem que é são ser \
         foi",
    ),
    (
        Language::Dutch,
        "wanneer hoeveel hoe waar waarom welke welk wie wat zijn wordt werd worden",
    ),
    (
        Language::Swedish,
        "när hur många mycket var varför vilken vilket vilka vem vad är som finns",
    ),
    (
        Language::Danish,
        "hvornår når hvor mange meget hvordan hvorfor hvilken hvilket hvilke hvem hvad",
    ),
    (
        Language::Norwegian,
        "når hvor mange mye hvordan hvorfor hvilken hvilket hvilke hvem hva",
    ),
    (
        Language::Finnish,
        "milloin kuinka monta paljonko miksi missä mistä mihin mikä mitä mitkä kuka ketkä miten \
         koska",
    ),
    (
        Language::Hungarian,
        "mikor mennyi hány miért hol melyik melyek ki kik mi mit hogyan milyen",
    ),
    (
        Language::Russian,
        "когда сколько почему где куда откуда какой какая какое какие каких каким кто что как \
         зачем чем чему кого кому это",
    ),
    (
        Language::Arabic,
        "في من على إلى الى عن مع هذا هذه ذلك تلك التي الذي الذين ما ماذا متى أين اين كيف لماذا كم \
         هل من هو هي هم كان كانت يكون تكون أن ان إن لا لم لن قد و أو او ثم بين كل بعد قبل عند أي \
         اي أية حتى إذا اذا لكن بل غير هناك هنا كما منذ أيضا ايضا وهو وهي التى به بها له لها فيه \
         فيها منه منها عليه عليها",
    ),
    (
        Language::Greek,
        "ο η το οι τα του της των τον την τους τις ένα ενα ένας ενας μια μία και ή να θα με σε \
         από απο για στο στη στην στον στους στις στα ως που πού πως πώς πότε ποτε γιατί γιατι \
         ποιος ποια ποιο ποιοι ποιες ποιον ποιους πόσο πόσα πόσοι πόσες τι είναι ειναι ήταν ηταν \
         έχει εχει έχουν δεν δε μη μην αλλά αλλα αν όταν αυτό αυτά αυτός αυτή αυτές αυτοί κατά \
         μετά πριν μεταξύ προς ότι οτι όπως επίσης",
    ),
    (
        Language::Romanian,
        "a al ale ai au o un unei unui unor de din în in la pe cu pentru prin și si sau dar nu că \
         ca să sa se este sunt era erau fost fi ce care cine cum când cand unde cât cat câte cate \
         câți cati câtă cui cărui cărei cel cea cei cele acest această acesta aceasta acești \
         aceste lui ei lor său sa sale săi mai după dupa între intre până pana fără despre decât \
         îi îl le i s-a",
    ),
    (
        Language::Turkish,
        "ve ile bir bu şu o da de ki mi mı mu mü ne nedir neden niçin niye nasıl nerede nereye \
         nereden kim kime kimin kaç hangi hangisi zaman için gibi kadar olan olarak oldu olduğu \
         olur olan var yok daha çok en ama fakat veya ya her tüm değil sonra önce göre ise bunu \
         bunun onun onlar biz siz ben sen",
    ),
    (
        Language::Tamil,
        "ஒரு மற்றும் இது அது என்று என எந்த என்ன எப்போது எங்கே எப்படி ஏன் யார் எத்தனை இந்த அந்த",
    ),
    (
        Language::Vietnamese,
        "là và của các những một có được cho trong với để từ này đó khi nào gì ai đâu sao tại thế \
         như bao nhiêu bởi vì cũng đã đang sẽ không thì mà ở về hay hoặc ra vào đến theo",
    ),
];

/// Filters the stop words of the languages that the index engine knows itself.
pub(super) fn filter(language: Language) -> StopWordFilter {
    let engine = language.stemmer().and_then(StopWordFilter::new);
    engine
        .filter(|_| language != Language::English)
        .unwrap_or_else(|| StopWordFilter::remove(std::iter::empty()))
}

/// The stop words of a language that the engine's filter does not know.
pub(super) fn further(language: Language) -> impl Iterator<Item = &'static str> {
    let found = FURTHER.iter().find(|(of, _)| *of == language);
    let words = match (language, found) {
        (_, Some((_, words))) => words,
        (Language::English | Language::Other, _) => ENGLISH,
        (_, None) => "",
    };
    words.split_whitespace()
}

/// Whether a word is a stop word of the language.
pub(super) fn is_stop_word(language: Language, word: &str) -> bool {
    static FILTERS: LazyLock<BTreeMap<Language, (TextAnalyzer, HashSet<&str>)>> =
        LazyLock::new(|| {
            let known = |language| {
                let engine = TextAnalyzer::builder(Words)
                    .filter(filter(language))
                    .build();
                (language, (engine, further(language).collect()))
            };
            Language::all().map(known).collect()
        });
    let mut word = word.to_owned();
    fold::lower(&mut word);
    FILTERS.get(&language).is_some_and(|(engine, further)| {
        let passes = || engine.clone().token_stream(&word).advance();
        further.contains(&*word) || (!word.is_empty() && !passes())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_language_has_its_stop_words() {
        for (language, word) in [
            (Language::English, "The"),
            (Language::German, "Wann"),
            (Language::German, "nicht"),
            (Language::French, "quelles"),
            (Language::Greek, "Πότε"),
            (Language::Turkish, "nerede"),
            (Language::Hungarian, "hogy"),
        ] {
            assert!(is_stop_word(language, word), "{word}");
        }
        assert!(!is_stop_word(Language::German, "the"));
        assert!(!is_stop_word(Language::English, ""));
    }
}
