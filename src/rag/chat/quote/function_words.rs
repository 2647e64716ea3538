//! Words that only hold sentences together, in the languages that questions are often asked in.

/// Such words of four letters and more; shorter words are not looked up.
const WORDS: &str = "aber about above after again against ainda albo algo alguna algunas algunos algún alla alle \
    alleen allem allen aller alles also anche andere anderen ante antes aquela aquele aqui aquí \
    auch aussi autre autres avait avec avere avez avoir avons bardzo because been before beim \
    being below between bist both było będzie cada cela celle celles celui cette ceux chez \
    combien come comme comment como cosa could cual cuando cuanta cuantas cuanto cuantos cuál \
    cuáles cuándo cuánta cuántas cuánto cuántos czyli cómo daar dalla dalle damit dann dans darf \
    dass debe debo degli dein deine dela dele della delle dello denn depuis desde deve deze dich \
    dies diese diesem diesen dieser dieses dlaczego doch does doing donde dont door dort dove \
    down durch during dónde each echt eine einem einen einer eines eles ella ellas elle elles \
    ellos encore entre eres essa esse essere esta estas este estos está están etwas euch faire \
    fait faut fazer fino from further ganz gdzie geen gibt haar habe haben hace hacen hacer \
    hallo hanno hast hasta hatte have having hebben hebt heeft here hers herself hier himself \
    hoeveel iets ihre ihrem ihren ihrer into isso itself jaka jaki jakie jako jede jedem jeden \
    jeder jedes jest jetzt jeśli jullie just kann kannst kein keine keinem keinen kiedy które \
    który kunnen können könnte lange leur leurs like loro maar machen mais many mean meer mein \
    meine meinem meinen meiner mich mijn minha mnie moet moeten mogę moins molto more most może \
    much mucho muchos muito muss myself même müssen naar nach nada nasze negli nella nelle nello \
    nicht nichts niet niets noch nossa nostra nostro notre nous nuestra nuestro oder ogni ohne \
    omdat once onde only onze oraz other otra otro otros ours ourselves over para parce pela \
    pelo pendant perché pero però peut peux please plus porque posso pour pourquoi pouvez przez \
    przy puede puedo quais qual quale quali quand quando quanta quantas quante quanti quanto \
    quantos quel quella quelle quelles quelli quello quelqu quels quem questa queste questi \
    questo quien quienes quién quoi same sans sehr sein seine seinem seinen seiner sera serait \
    seus shall should sich sido siempre sind sobre soll sollen sollte some sommes sono sont \
    sotto sous sowie suas such suis sulla sulle también também tego tell tener tengo tenho than \
    that their theirs them themselves then there these they this those through tiene tienen todo \
    todos tous tout toute toutes très tutti tutto tylko unas under unos unser unsere unter until \
    usted ustedes veel vers very viel viele vielen você vocês voir voor vostra votre vous waar \
    waarom wann wanneer want warum weil welche welchem welchen welcher welches welke wenn werd \
    werde werden were what when where which while whom whose wieder wieviel will wird with woher \
    wohin worden wordt would wszystkie wurde wäre your yours yourself zijn zonder zullen \
    zwischen êtes être über";

/// Whether a word tells what a question is about: it is long enough and no mere function word.
/// Short words in capitals are names.
pub(super) fn tells(word: &str) -> bool {
    /// Shorter words are mostly articles, pronouns and prepositions.
    const LONG_ENOUGH: usize = 4;
    let length = word.chars().count();
    let is_name = length > 1 && word.chars().all(char::is_uppercase);
    is_name || (length >= LONG_ENOUGH && !is_function_word(word))
}

/// Whether a word is a function word of four letters or more.
pub(super) fn is_function_word(word: &str) -> bool {
    let lower = word.to_lowercase();
    WORDS.split(' ').any(|other| other == lower)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn function_words_of_several_languages_tell_nothing() {
        for word in ["Wie", "viele", "ich", "combien", "Cuántos", "where", "is"] {
            assert!(!tells(word), "{word}");
        }
        assert!(tells("unicorns") && tells("CEO") && tells("Urlaub"));
    }
}
