//! Function words, in the languages that questions are often asked in.

/// Function words of four letters and more; shorter words are not looked up here.
const WORDS: &str = "anybody anyone done everybody everyone somebody someone something \
    aber about above after again against ainda albo algo alguna algunas algunos algún alla alle \
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

/// Verbs that carry questions but tell nothing of their subject, like the English ones in
/// [`crate::rag::retrieval::framing`].
const VERBS: &str = "bekomme bekommen bekommt bekommst kriege kriegen kriegt erhalte erhalten erhält geht \
    gehen gilt gelten passiert passieren geschieht dauert dauern kostet kosten brauche brauchen \
    braucht tun tue tust tut benötige benötigt finde finden findet steht stehen macht mache bleibt bleiben kommt \
    kommen sagt sagen zählt heißt bedeutet funktioniert \
    puis pouvons peuvent pouvez doit dois devons doivent obtenir obtiens reçois recevoir faut \
    prendre prends prend prenons prenez demander demande avoir être puisse \
    passe passer arrive arriver dure durer coûte coûter trouve trouver trouver existe veut veux \
    vais vont aller avons avez aurai aurait obtient bénéficie \
    tengo tenemos tener pueden podemos puede poder debemos deben recibo recibir obtengo obtener \
    pasa ocurre sucede dura duran cuesta cuestan encuentro encontrar existe existen quiero quiere \
    necesito necesita hago hacer sirve significa \
    abbiamo avete hanno posso possono possiamo devo devono ottengo ricevo riceve succede dura \
    durano costa costano trovo trova esiste bisogna voglio vuole serve significa \
    tenho temos podem podemos devemos devem recebo recebe acontece duram custa custam encontro \
    existe quero preciso precisa \
    krijg krijgen krijgt gebeurt duurt duren kost kosten vind vinden gelden geldt nodig mogen mag \
    dostanę dostaję trwa kosztuje znajdę muszę \
    får finns gäller händer kostar \
    получаю получу могу может можно нужно надо есть будет стоит длится найти должен должна нужен \
    нужна получить положено \
    έχω έχουμε παίρνω μπορώ μπορεί πρέπει ισχύει κοστίζει διαρκεί συμβαίνει χρειάζεται χρειάζομαι";

/// Function words of up to three letters; none of them is a telling word in English.
const SHORT: &str = "mit und der das den dem des ein ich wir sie ihr ihm ist man auf aus bei von vor \
    zum zur für wie wer was wo es er im am zu an in um ob bis nur les des une est que qui pas par \
    sur aux du de la le ma mon mes nos vos ses y et il on à au en los las del por con una uno un el \
    mi mis su sus es lo al ya che chi non il lo gli dei da di se mio mia per com um uma os as do \
    dos das no na meu het een van bij wat hoe ik je er te op aan для как что при или это мне мой \
    моя он она мы вы не на по из за от до в с к у о и а και το τα της του των στο στη με για από \
    τι η ο να θα την τον";

/// True if a word tells what a question is about: it is long enough and no mere function word.
/// Short words in capitals are names.
pub(in crate::rag::chat) fn tells(word: &str) -> bool {
    /// The fewest letters of a telling word; shorter ones are mostly articles, pronouns and prepositions.
    const LONG_ENOUGH: usize = 4;
    let length = word.chars().count();
    let is_name = length > 1 && word.chars().all(char::is_uppercase);
    is_name || (length >= LONG_ENOUGH && !is_function_word(word))
}

/// True if a word is a function word of four letters or more, or a verb that only carries a question.
pub(in crate::rag::chat) fn is_function_word(word: &str) -> bool {
    let lower = word.to_lowercase();
    let is_in = |list: &str| list.split(' ').any(|other| other == lower);
    is_in(WORDS) || is_in(VERBS)
}

/// True if a word, of any length, only holds a sentence together or carries a question.
pub(in crate::rag::chat) fn holds_together(word: &str) -> bool {
    let lower = word.to_lowercase();
    SHORT.split(' ').any(|other| other == lower) || is_function_word(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn function_words_of_several_languages_tell_nothing() {
        for word in [
            "Wie", "viele", "ich", "combien", "Cuántos", "where", "is", "someone", "done",
        ] {
            assert!(!tells(word), "{word}");
        }
        assert!(tells("unicorns") && tells("CEO") && tells("Urlaub"));
    }
}
