//! What is said to be polite, in the languages that it is often said in: greetings, thanks, endings;
//! in lower case, with `|` between phrases.

/// Greetings. A name may follow.
const GREETINGS: &str = "hello there|سلام|您好|\
    hi|hello|hey|hiya|good morning|good afternoon|good evening|good day|morning|greetings|hallo|\
    moin|servus|grüezi|grüß gott|guten tag|guten morgen|guten abend|schönen guten tag|bonjour|\
    bonsoir|salut|hola|buenos días|buenos dias|buenas tardes|buenas noches|buenas|ciao|salve|\
    buongiorno|buonasera|buon giorno|olá|ola|bom dia|boa tarde|boa noite|hoi|goedemorgen|\
    goedemiddag|goedendag|goedenavond|hej|hei|god morgen|god dag|dzień dobry|cześć|witam|\
    merhaba|selam|здравствуйте|привет|добрый день|доброе утро|добрый вечер|καλημέρα|καλησπέρα|\
    γεια σας|γεια|مرحبا|مرحبًا|السلام عليكم|صباح الخير|مساء الخير|你好|您好|大家好|早上好|こんにちは|おはようございます|\
    こんばんは|안녕하세요|สวัสดีครับ|สวัสดีค่ะ|สวัสดี";

/// How letters begin, with whom they are to behind it.
const SALUTATIONS: &str = "dear|to whom|liebe|lieber|liebes|sehr geehrte|sehr geehrter|cher|chère|chers|chères|\
    estimado|estimada|estimados|querido|querida|gentile|gentili|egregio|caro|cara|prezado|\
    prezada|prezados|geachte|szanowni|szanowna|szanowny|уважаемый|уважаемая|уважаемые|αγαπητέ|\
    αγαπητοί";

/// Whom one greets who has no name.
const ADDRESSED: &str = "there|all|everyone|everybody|team|folks|guys|again|sir|madam|or|and|zusammen|alle|nochmal|\
    und|à|tous|toutes|et|a|todos|todas|y|tutti|allemaal";

/// What else is said before one comes to the point.
const BEFORE: &str = "pouvez-vous m'aider|puedes ayudarme|puede ayudarme|i have two questions|two questions|i have three questions|ich habe zwei fragen|zwei fragen|請問|i need help|i need some help|\
    can you help me|could you help me|can you please help me|können sie mir helfen|kannst du mir helfen|können sie mir bitte helfen|\
    that is all|that's all|that would be all|das ist alles|das war alles|das wäre alles|\
    c'est tout|eso es todo|please|bitte|excuse me|pardon me|sorry|sorry to bother you|\
    entschuldigung|entschuldigen sie|entschuldigen sie bitte|pardon|excusez-moi|perdón|disculpe|\
    perdone|scusi|mi scusi|desculpe|извините|συγγνώμη|请问|すみません|how are you|how are you doing|\
    how are you today|how is it going|i hope you are well|i hope you are doing well|\
    i hope you're well|i hope you're doing well|hope you are well|hope you're well|\
    hope all is well|i hope all is well|i hope this finds you well|\
    i hope this email finds you well|i hope this message finds you well|\
    i hope this mail finds you well|i hope you had a good weekend|i hope you had a nice weekend|\
    wie geht es ihnen|wie geht es dir|wie geht's|ich hoffe, es geht ihnen gut|\
    comment allez-vous|comment ça va|ça va|qué tal|cómo está|come va|come sta|tudo bem|question|\
    quick question|a quick question|just a quick question|a question|i have a question|\
    i have a quick question|i have some questions|i have a few questions|frage|eine frage|\
    kurze frage|ich habe eine frage|ich hätte eine frage|ich habe ein paar fragen|une question|\
    petite question|j'ai une question|j’ai une question|una pregunta|tengo una pregunta|\
    una domanda|ho una domanda";

/// How one says that one is content.
const CONTENT: &str = "that helps|that helps a lot|this helps|that was helpful|very helpful|\
    that's helpful|that is helpful|that's great|that's perfect|that answers my question|got it|\
    understood|sounds good|you're awesome|you are awesome|you're the best|no further questions|\
    no more questions|das hilft|das hat geholfen|alles klar|verstanden|d'accord|entendido|vale|\
    capito|va bene";

/// How one says who one is, with a name behind it.
const INTRODUCTIONS: &str = "i am|i'm|my name is|this is|ich bin|ich heiße|mein name ist|je suis|je m'appelle|\
    soy|me llamo|mi chiamo|sono";

/// Words of thanks, and of contentment.
const THANKS: &str = "thanks thank thx ty cheers danke dankeschön dankend vielen merci gracias \
    muchas grazie mille obrigado obrigada bedankt dank tack kiitos takk dziękuję teşekkürler \
    спасибо благодарю заранее ευχαριστώ شكرا شكرًا 谢谢 謝謝 多謝 ありがとうございます 감사합니다 ขอบคุณครับ \
    ขอบคุณค่ะ ขอบคุณ";
/// What praise is made of.
const PRAISE: &str = "cool great perfect super ok okay nice good bye goodbye tschüss excellent \
    wonderful";
/// Words that may stand beside either.
const BESIDE: &str = "you very much so a lot for your the help schön sehr beaucoup muchas mille all \
    many everyone again und and in advance im voraus ihre hilfe die für votre aide pour d'avance \
    d’avance par avance de antemano por su ayuda anticipadamente in anticipo pela ajuda alvast wel u \
    już z góry time and support any kind prompt quick reply answer consideration so far bisher \
    already quickly best yesterday earlier gestern vorhin day morning afternoon evening day have";

/// What stands before the name at the end of a letter.
const SIGN_OFFS: &str = "regards|kind regards|best regards|warm regards|many regards|with kind regards|\
    with best regards|best wishes|with best wishes|all the best|best|sincerely|yours sincerely|\
    sincerely yours|yours faithfully|yours truly|yours|br|kr|grüße|gruß|viele grüße|liebe grüße|\
    beste grüße|herzliche grüße|freundliche grüße|schöne grüße|mit freundlichen grüßen|\
    mit freundlichem gruß|mit besten grüßen|mit freundlichen grüssen|viele grüsse|liebe grüsse|\
    lg|vg|mfg|cordialement|bien cordialement|bien à vous|salutations|meilleures salutations|\
    saludos|un saludo|saludos cordiales|atentamente|un cordial saludo|cordiali saluti|\
    distinti saluti|saluti|atenciosamente|cumprimentos|com os melhores cumprimentos|abraços|\
    met vriendelijke groet|met vriendelijke groeten|groeten|vriendelijke groet|\
    med vänliga hälsningar|vänliga hälsningar|mvh|med venlig hilsen|med vennlig hilsen|\
    pozdrawiam|z poważaniem|saygılarımla|с уважением|με εκτίμηση|よろしくお願いします|よろしくお願いいたします|此致|敬礼";

/// What else is said at the end.
const AFTER: &str = "that is all|that's all|that would be all|das ist alles|das war alles|das wäre alles|\
    c'est tout|eso es todo|please|bitte|have a nice day|have a great day|have a good day|\
    have a nice weekend|have a great weekend|i look forward to your reply|\
    i look forward to hearing from you|looking forward to your reply|\
    looking forward to hearing from you|schönen tag noch|einen schönen tag noch|\
    schönes wochenende|bonne journée|s'il vous plaît|s’il vous plaît|s'il te plaît|svp|\
    por favor|per favore|se faz favor|alstublieft|пожалуйста|παρακαλώ|من فضلك";

/// The most words that name who is greeted.
const NAME: usize = 4;

/// A phrase as it is compared: its words in lower case, with one blank between them.
pub(super) struct Phrase<'a> {
    words: Vec<&'a str>,
    lower: String,
}

impl<'a> Phrase<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let words = text.split_whitespace();
        let words =
            words.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric() && !is_mark(c)));
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let lower = words.join(" ").to_lowercase();
        Self { words, lower }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    fn is_one_of(&self, phrases: &str) -> bool {
        phrases.split('|').any(|phrase| phrase == self.lower)
    }

    /// Whether it is said before one comes to the point.
    pub(super) fn opens(&self) -> bool {
        self.greets() || self.is_content() || self.introduces() || self.is_one_of(BEFORE)
    }

    /// Whether it gives thanks or says that one has what one wanted.
    pub(super) fn is_content(&self) -> bool {
        self.thanks() || self.is_one_of(CONTENT)
    }

    /// Whether it greets, by name or not.
    pub(super) fn greets(&self) -> bool {
        let is_addressed = |word: &str| ADDRESSED.split('|').any(|other| other == word);
        let names = |word: &&str| is_capital(word) || is_addressed(&word.to_lowercase());
        let mut behind = GREETINGS.split('|').filter_map(|words| self.behind(words));
        behind.any(|name| name.len() <= NAME && name.iter().all(names))
    }

    /// Whether it says who writes, by name.
    fn introduces(&self) -> bool {
        let is_name = |word: &&str| word.chars().count() > 2 && is_capital(word);
        let mut behind = INTRODUCTIONS
            .split('|')
            .filter_map(|words| self.behind(words));
        behind.any(|name| (1..NAME).contains(&name.len()) && name.iter().all(is_name))
    }

    /// Whether a letter begins so: what is behind it names whom it is to.
    pub(super) fn addresses(&self) -> bool {
        let mut behind = SALUTATIONS
            .split('|')
            .filter_map(|words| self.behind(words));
        behind.any(|name| (1..=NAME + 1).contains(&name.len()))
    }

    /// The words behind these, if it begins with them.
    fn behind(&self, opening: &str) -> Option<&[&'a str]> {
        let rest = self.lower.strip_prefix(opening)?;
        let is_whole = rest.is_empty() || rest.starts_with(' ');
        let count = opening.split(' ').count();
        self.words.get(count..).filter(|_| is_whole)
    }

    /// Whether it gives thanks or is content, and says nothing else.
    pub(super) fn thanks(&self) -> bool {
        let in_list = |list: &str, word: &str| list.split_whitespace().any(|other| other == word);
        let is_thanks = |word: &str| in_list(THANKS, word) || in_list(PRAISE, word);
        let mut words = self.lower.split(' ');
        words
            .next()
            .is_some_and(|word| is_thanks(word) || self.lower == "alvast bedankt")
            && words.all(|word| is_thanks(word) || in_list(BESIDE, word))
    }

    /// Whether it is content without giving thanks.
    pub(super) fn praises(&self) -> bool {
        PRAISE.split_whitespace().any(|word| self.lower == word)
    }

    /// Whether nothing to the point comes after it.
    pub(super) fn closes(&self) -> bool {
        (self.is_content() && !self.praises()) || self.is_one_of(AFTER) || self.signs_off()
    }

    /// Whether a name comes after it.
    pub(super) fn signs_off(&self) -> bool {
        self.is_one_of(SIGN_OFFS)
    }

    /// Whether it may be a name.
    pub(super) fn is_name(&self) -> bool {
        self.words.len() < NAME && self.words.iter().all(|word| is_capital(word))
    }
}

/// Whether a word begins with a capital letter, as names do.
fn is_capital(word: &str) -> bool {
    word.starts_with(char::is_uppercase)
}

/// Signs of Thai that belong to a word.
fn is_mark(c: char) -> bool {
    ('\u{e31}'..='\u{e4e}').contains(&c)
}
