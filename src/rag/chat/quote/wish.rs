//! What a question wishes for, as its words tell: an amount, a time, what is left out, what to do.

use super::bound::Bounds;
use super::count::{counted, has_number, is_counted};
use super::measure::{self, has_date, names_time};
use super::units::{Kind, Unit};
use super::words::{is_among, words};
use crate::rag::corpus::index::stems;
use crate::rag::retrieval::Term;

/// What is left of the score of what has the wished form, and of what lacks it.
const FITS: f32 = 1.15;
const LACKS: f32 = 0.8;
/// What a point in time gains where a time is asked for.
const PUNCTUAL: f32 = 1.1;
/// The same where the opposite of what is asked would be told.
const SAME_SIDE: f32 = 1.3;
const OPPOSITE: f32 = 0.5;

/// How questions for an amount open or ask.
const AMOUNTS: &[&str] = &[
    "how much",
    "how many",
    "how long",
    "how often",
    "how old",
    "how far",
    "how high",
    "how fast",
    "how soon",
    "how quickly",
    "how heavy",
    "how big",
    "how large",
    "how deep",
    "how wide",
    "how tall",
    "at what",
    "wie viel",
    "wieviel",
    "wie lange",
    "wie oft",
    "combien",
    "cuánto",
    "cuanto",
    "cuánta",
    "quanto",
    "quanti",
    "hoeveel",
];

/// How questions for a time open or ask.
const TIMES: &[&str] = &[
    "when ",
    "what time",
    "what date",
    "which day",
    "what day",
    "by when",
    "wann ",
    "quand ",
    "cuándo ",
    "quando ",
    "wanneer ",
];

/// How one asks what to do, or what comes about.
const COURSES: &[&str] = &[
    "what happens",
    "what do i do",
    "what should",
    "what must",
    "what to do",
    "what do we do",
    "what if",
    "what shall",
    "what are the steps",
    "was passiert",
    "was tun",
    "que faire",
    "was mache ich",
    "qué hacer",
];

/// How sentences open that tell what to do.
const CASES: &[&str] = &[
    "when ",
    "if ",
    "in case ",
    "in the event",
    "as soon as ",
    "whenever ",
    "once ",
    "wenn ",
    "falls ",
    "sobald ",
    "im falle ",
    "si ",
    "en cas ",
    "cuando ",
    "lorsque ",
];

/// Words that say no.
const NOES: &str = "not never no none nothing neither cannot excluded excludes exclude excluding exclusion \
    exclusions except nicht kein keine keinen ausgeschlossen ausgenommen pas sauf exclu exclus";

/// Behind these "not" denies nothing: "including but not limited to", "not only".
const NO_DENIAL: &str = "limited only later more less fewer necessarily";

/// Where a question's main clause ends.
const CLAUSES: &str = "that which who if when but because although where";

/// How questions for the value of something open.
const VALUES: &[&str] = &[
    "what is the ",
    "what are the ",
    "what is my ",
    "what are my ",
    "what is our ",
];

/// Questions of more words ask for an explanation rather than for a value.
const SHORT: usize = 8;

/// What a question wishes for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "wishes that do not exclude one another"
)]
pub(super) struct Wish {
    /// A number.
    amount: bool,
    /// True if that is only because the question names a number itself.
    bound: bool,
    /// What is counted, as a stem: "days" in "How many days?"
    counted: Option<String>,
    /// A date or a time.
    time: bool,
    /// What is not so.
    denied: bool,
    /// What to do.
    pub(super) course: bool,
    /// A measure, as the word that asks for it.
    measure: Option<String>,
    /// True if all of something are to be counted: "How many are there?"
    all: bool,
    /// The value of something: "What is the limit?"
    value: bool,
    /// What is so, of which the opposite is no part; the words that say so, as stems.
    affirmed: Vec<String>,
}

impl Wish {
    /// Reads the question, of which the bounds are known.
    pub(super) fn of(question: &str, bounds: &Bounds) -> Self {
        let lower = format!("{} ", question.trim().to_lowercase());
        let has = |openings: &[&str]| {
            let behind = |opening: &&str| lower.contains(&format!(" {opening}"));
            openings.iter().any(|o| lower.starts_with(o) || behind(o))
        };
        let denied = denies_question(&lower);
        let asks_what = lower.starts_with("what ") || lower.starts_with("which ");
        let bound = bounds.any();
        Self {
            all: lower.contains(" are there") || lower.contains(" do you have"),
            amount: has(AMOUNTS) || bound,
            bound: bound && !has(AMOUNTS),
            counted: counted(&lower),
            time: TIMES.iter().any(|opening| lower.starts_with(opening)),
            denied,
            course: has(COURSES),
            value: words(&lower).count() <= SHORT
                && VALUES.iter().any(|opening| lower.starts_with(opening)),
            measure: if has(&["how long", "wie lange"]) {
                Some("fast".to_owned())
            } else {
                measure::asked(&lower).map(str::to_owned)
            },
            affirmed: if asks_what && !denied && !denies(&lower) {
                stems(question)
            } else {
                Vec::new()
            },
        }
    }

    /// True if a unit speaks of what is to be counted, if anything is.
    pub(super) fn counts(&self, unit: &Unit) -> bool {
        let counted = self.counted.as_ref();
        counted.is_none_or(|counted| {
            stems(&unit.text).contains(counted) || is_counted(&unit.text, counted, true)
        })
    }

    /// True if a unit gives the value that is wished for; alike documents mostly differ in those.
    pub(super) fn has_value(&self, unit: &Unit) -> bool {
        (self.value || (self.amount && !self.bound) || self.time) && has_number(&unit.text)
    }

    /// What the wish leaves of a unit's score.
    pub(super) fn fit(&self, units: &[Unit], unit: &Unit) -> f32 {
        let form = |wished: bool, has: bool| match (wished, has) {
            (false, _) => 1.0,
            (true, true) => FITS,
            (true, false) => LACKS,
        };
        let side = match self.denied {
            true if is_denial(units, unit) => SAME_SIDE,
            true => OPPOSITE,
            false if self.is_opposite(units, unit) => LACKS * LACKS,
            false => 1.0,
        };
        let value = if self.value && has_number(&unit.text) {
            FITS
        } else {
            1.0
        };
        let gives = has_number(&unit.text) && self.counts(unit);
        let is_measured = |word: &String| measure::is_given(word, &unit.text);
        let gives = gives && self.measure.as_ref().is_none_or(is_measured);
        let amount = form(self.amount, gives) * self.count(unit);
        let time = form(self.time, has_number(&unit.text) || has_date(&unit.text));
        let time = if self.time && names_time(&unit.text) {
            PUNCTUAL * time
        } else {
            time
        };
        let course = if self.course && tells_what_to_do(unit) {
            SAME_SIDE
        } else {
            1.0
        };
        side * amount * time * course * value
    }

    /// What a unit gains that counts what is to be counted: in each row of a table, or as all of it.
    fn count(&self, unit: &Unit) -> f32 {
        let Some(counted) = self.counted.as_ref() else {
            return 1.0;
        };
        let mut rows = unit.text.lines();
        match unit.kind {
            Kind::Table if self.all => {
                let mut names = rows.next().unwrap_or_default().split('|');
                let is_counted = names.any(|name| stems(name) == [counted.as_str()]);
                if is_counted { 1.0 } else { LACKS }
            }
            Kind::Table => {
                let counts = rows.skip(2).filter(|row| is_counted(row, counted, false));
                if counts.count() > 1 { FITS } else { 1.0 }
            }
            Kind::Sentence | Kind::Item if self.all && is_counted(&unit.text, counted, true) => {
                SAME_SIDE
            }
            Kind::Sentence | Kind::Item if self.all => LACKS,
            Kind::Sentence | Kind::Item | Kind::Code => 1.0,
        }
    }

    /// True if the term is what is to be counted, and a unit counts it, be it by another word.
    pub(super) fn is_counted(&self, term: &Term, unit: &Unit) -> bool {
        let is_it = self.counted.as_ref() == Some(&term.stem);
        is_it && self.all && is_counted(&unit.text, &term.stem, true)
    }

    /// True if a unit gives a point in time as one that is quoted does, where a time is asked for.
    pub(super) fn is_timed(&self, best: &Unit, unit: &Unit) -> bool {
        !self.time || !names_time(&best.text) || names_time(&unit.text)
    }

    /// True if a unit denies, or stands under what denies, the very thing that is asked for:
    /// "not covered" where the question is what is covered.
    fn is_opposite(&self, units: &[Unit], unit: &Unit) -> bool {
        /// How many words may stand between the negation and what it denies.
        const NEAR: usize = 2;
        let denies_asked = |text: &str| {
            let lower = text.to_lowercase();
            let all: Vec<&str> = words(&lower).collect();
            all.iter().enumerate().any(|(at, word)| {
                let mut behind = all.iter().skip(at + 1).take(NEAR);
                is_among(NOES, word)
                    && behind.any(|word| stems(word).iter().any(|s| self.affirmed.contains(s)))
            })
        };
        !self.affirmed.is_empty()
            && above(units, unit)
                .chain([unit.text.as_str()])
                .any(denies_asked)
    }
}

/// True if a unit opens with the case that it is for.
pub(super) fn tells_what_to_do(unit: &Unit) -> bool {
    let lower = unit.text.to_lowercase();
    unit.kind != Kind::Table && CASES.iter().any(|case| lower.starts_with(case))
}

/// True if the question's main clause asks for what is not so. A negation at its very front is
/// a manner of speaking: "Isn't there a lift?"
fn denies_question(lower: &str) -> bool {
    let main = lower.split([',', ';']).next().unwrap_or_default();
    let clause: Vec<&str> = words(main)
        .skip(1)
        .take_while(|word| !is_among(CLAUSES, word))
        .collect();
    denies(&clause.join(" "))
}

/// True if a text says no.
fn denies(text: &str) -> bool {
    let lower = text.to_lowercase();
    let all: Vec<&str> = words(&lower).collect();
    let next = all.iter().skip(1).map(Some).chain([None]);
    all.iter().zip(next).any(|(word, next)| {
        let says_no = is_among(NOES, word) || word.ends_with("n't") || word.ends_with("n’t");
        says_no && !next.is_some_and(|next| is_among(NO_DENIAL, next))
    })
}

/// True if a unit tells what is not so, by its words or by what introduces it.
fn is_denial(units: &[Unit], unit: &Unit) -> bool {
    denies(&unit.text) || is_exclusion(units, unit)
}

/// True if a unit stands under a heading or a lead-in that says no.
fn is_exclusion(units: &[Unit], unit: &Unit) -> bool {
    above(units, unit).any(denies)
}

/// What stands above a unit: its heading, its list's lead-in, and what that points back at.
fn above<'a>(units: &'a [Unit], unit: &'a Unit) -> impl Iterator<Item = &'a str> {
    let introduced = |at: usize| units.get(at).filter(|lead| lead.kind == Kind::Sentence);
    let is_item = unit.kind == Kind::Item || !unit.introduces.is_empty();
    let lead_in = unit.needs.filter(|_| is_item).and_then(introduced);
    let before = lead_in.and_then(|lead| lead.needs).and_then(introduced);
    let texts = [lead_in, before].into_iter().flatten();
    texts
        .map(|unit| unit.text.as_str())
        .chain(unit.heading.as_deref())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_main_clause_denies() {
        for (question, denied) in [
            ("What is not covered by the plan?", true),
            ("What doesn't it cover?", true),
            ("Which costs are excluded?", true),
            ("What is included in Plus that is not in Standard?", false),
            ("Isn't there a lift?", false),
            ("What happens if I do not pay?", false),
            ("What is covered?", false),
        ] {
            assert_eq!(
                Wish::of(question, &Bounds::default()).denied,
                denied,
                "{question}"
            );
        }
    }

    #[test]
    fn not_limited_to_denies_nothing() {
        assert!(denies("Travel isn't paid.") && denies("Exclusions"));
        assert!(!denies("These include but are not limited to:"));
    }
}
