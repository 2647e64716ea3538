//! Phrases of politeness, in the languages that they are often said in: greetings, thanks, endings.

use footnote_text::languages::Table;

/// The most words of a name in a greeting.
const MOST_NAME_WORDS: usize = 4;

/// A phrase as it is compared: its words in lower case, with one blank between them.
pub(super) struct CourtesyPhrase<'a> {
    words: Vec<&'a str>,
    lower: String,
}

impl<'a> CourtesyPhrase<'a> {
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

    fn is_one_of(&self, phrases: Table) -> bool {
        phrases.has(self.lower.as_str())
    }

    /// True if it is said before one comes to the point.
    pub(super) fn opens(&self) -> bool {
        self.greets()
            || self.expresses_thanks()
            || self.introduces()
            || self.is_one_of(Table::Openings)
    }

    /// True if it gives thanks or says that one has what one wanted.
    pub(super) fn expresses_thanks(&self) -> bool {
        self.thanks() || self.is_one_of(Table::Contentment)
    }

    /// True if it greets, by name or not.
    pub(super) fn greets(&self) -> bool {
        let is_addressed = |word: &str| Table::Addressed.has(word);
        let names = |word: &&str| is_capital(word) || is_addressed(&word.to_lowercase());
        let mut words_after = self.words_after_any(Table::Greetings);
        words_after.any(|name| name.len() <= MOST_NAME_WORDS && name.iter().all(names))
    }

    /// True if it gives the writer's name.
    fn introduces(&self) -> bool {
        let is_name = |word: &&str| word.chars().count() > 2 && is_capital(word);
        let mut words_after = self.words_after_any(Table::Introductions);
        words_after
            .any(|name| (1..MOST_NAME_WORDS).contains(&name.len()) && name.iter().all(is_name))
    }

    /// True if it opens a letter: the words behind the salutation name the addressee.
    pub(super) fn addresses(&self) -> bool {
        let mut words_after = self.words_after_any(Table::Salutations);
        words_after.any(|name| (1..=MOST_NAME_WORDS + 1).contains(&name.len()))
    }

    /// The words behind each of the `phrases` that it begins with.
    fn words_after_any(&self, phrases: Table) -> impl Iterator<Item = &[&'a str]> {
        phrases.words().filter_map(|phrase| self.words_after(phrase))
    }

    /// The words behind `opening`, if it begins with that.
    fn words_after(&self, opening: &str) -> Option<&[&'a str]> {
        let rest = self.lower.strip_prefix(opening)?;
        let is_whole = rest.is_empty() || rest.starts_with(' ');
        let count = opening.split(' ').count();
        self.words.get(count..).filter(|_| is_whole)
    }

    /// True if it gives thanks or praise, and says nothing else.
    pub(super) fn thanks(&self) -> bool {
        let is_thanks = |word: &str| Table::Thanks.has(word) || Table::Praise.has(word);
        let mut words = self.lower.split(' ');
        words.next().is_some_and(|word| is_thanks(word) || self.lower == "alvast bedankt")
            && words.all(|word| is_thanks(word) || Table::BesideThanks.has(word))
    }

    /// True if it praises without giving thanks.
    pub(super) fn praises(&self) -> bool {
        self.is_one_of(Table::Praise)
    }

    /// True if nothing to the point comes after it.
    pub(super) fn closes(&self) -> bool {
        (self.expresses_thanks() && !self.praises())
            || self.is_one_of(Table::Closings)
            || self.signs_off()
    }

    /// True if a name comes after it.
    pub(super) fn signs_off(&self) -> bool {
        self.is_one_of(Table::SignOffs)
    }

    /// True if it may be a name.
    pub(super) fn is_name(&self) -> bool {
        self.words.len() < MOST_NAME_WORDS && self.words.iter().all(|word| is_capital(word))
    }
}

/// True if a word begins with a capital letter, as names do.
fn is_capital(word: &str) -> bool {
    word.starts_with(char::is_uppercase)
}

/// Signs of Thai that belong to a word.
fn is_mark(c: char) -> bool {
    ('\u{e31}'..='\u{e4e}').contains(&c)
}
