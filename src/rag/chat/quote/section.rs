//! What the sentences of a section go on from: the one that opens it.

use super::units::{Kind, Unit};

/// The unit that opens the section of a sentence, if that names what the section is about: it stands
/// right below a heading of the passage, and is a sentence before this one.
pub(super) fn opening(units: &[Unit], at: usize) -> Option<usize> {
    let unit = units.get(at).filter(|unit| unit.kind == Kind::Sentence)?;
    unit.heading.as_ref()?;
    let is_same = |other: &Unit| other.hit == unit.hit && other.heading == unit.heading;
    let before = units.get(..at)?.iter().rev();
    let so_many = before.take_while(|other| is_same(other)).count();
    let first = at - so_many;
    let opening = units.get(first)?;
    (so_many > 0 && opening.kind == Kind::Sentence && opening.says).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rag::chat::quote::units::of_hits;
    use crate::rag::chat::tests::hit;

    #[test]
    fn a_section_is_opened_by_its_first_sentence() {
        let text = "Boats.\n\n## Flood\n\nThe mill stands by the river. At 3 metres it closes.";
        let units = of_hits(&[hit("a.md", None, text, 1.0)], str::to_owned);
        let openings: Vec<_> = (0..units.len()).map(|at| opening(&units, at)).collect();
        assert_eq!(openings, [None, None, Some(1)]);
    }
}
