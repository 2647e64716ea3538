//! Suggested questions that sentences of a passage answer.

use footnote_documents::Passage;
use footnote_documents::statements::Kind;
use footnote_text::question;

/// Questions that one sentence of this passage answers, each with its sentence: by a fact, or by a definition.
pub fn facts(passage: &Passage, language: &str) -> Vec<(String, String)> {
    let statements = passage.statements();
    let around = format!("{}\n{}", passage.headings.join("\n"), passage.text);
    let sentences = statements.iter().filter(|one| one.kind == Kind::Sentence && one.says);
    let answered = sentences.filter_map(|one| {
        let sentence = one.text(&passage.text);
        let fact = question::of_fact(&sentence, &around, language);
        let question = fact.or_else(|| question::of_definition(&sentence, &around))?;
        Some((question, sentence.into_owned()))
    });
    answered.collect()
}
