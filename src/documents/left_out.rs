//! Content left out of a document by rule or because it cannot be read, counted for readers.

use std::collections::BTreeMap;

/// The content left out: names of things, each with a number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftOut(BTreeMap<&'static str, usize>);

impl LeftOut {
    /// Adds `count` things with a name, such as "chart".
    pub fn add(&mut self, name: &'static str, count: usize) {
        if count > 0 {
            *self.0.entry(name).or_default() += count;
        }
    }

    /// Returns a description for readers: "2 charts, 1 hidden sheet"; empty if nothing is left out.
    pub fn in_words(&self) -> String {
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        let each = self.0.iter().map(|(name, count)| format!("{count} {name}{}", plural(*count)));
        each.collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::LeftOut;

    #[test]
    fn what_is_left_out_is_counted() {
        let mut left_out = LeftOut::default();
        assert_eq!(left_out.in_words(), "");
        for (name, count) in [("chart", 1), ("hidden sheet", 1), ("hidden row", 0), ("chart", 1)] {
            left_out.add(name, count);
        }
        assert_eq!(left_out.in_words(), "2 charts, 1 hidden sheet");
    }
}
