//! The values of a text, among which a number is looked up.

/// A part of a number or date that has to be found.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Part {
    /// Its possible amounts, each with the room for rounding.
    pub(crate) amounts: Vec<(f64, f64)>,
    /// The month that it may stand for.
    pub(crate) month: Option<u8>,
}

/// The parts that have to be found together.
pub(crate) type Reading = Vec<Part>;

impl Part {
    /// Returns an amount with its room for rounding.
    pub(crate) fn amount(amount: f64, room: f64) -> Self {
        Self { amounts: vec![(amount, room)], month: None }
    }
}

/// The amounts and months of a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Values {
    /// The amounts, sorted.
    amounts: Vec<f64>,
    /// A bit for each month.
    pub(crate) months: u16,
}

impl Values {
    /// Adds everything that a part may stand for. [`Values::sort`] has to follow.
    pub(crate) fn add(&mut self, part: &Part) {
        self.amounts.extend(part.amounts.iter().map(|(amount, _)| *amount));
        self.months |= part.month.map_or(0, |month| 1 << month);
    }

    /// Adds an amount.
    pub(crate) fn add_amount(&mut self, amount: f64) {
        self.amounts.push(amount);
        self.sort();
    }

    /// Sorts the amounts.
    pub(crate) fn sort(&mut self) {
        self.amounts.sort_by(f64::total_cmp);
        self.amounts.dedup();
    }

    /// Returns true if all parts of one of these readings are found.
    pub(crate) fn has_any(&self, readings: &[Reading]) -> bool {
        readings.iter().any(|reading| reading.iter().all(|part| self.has(part)))
    }

    /// Returns true if a part is found.
    pub(crate) fn has(&self, part: &Part) -> bool {
        part.month.is_some_and(|month| self.months & (1 << month) != 0)
            || part.amounts.iter().any(|(amount, room)| {
                let room = room + 1e-9 * amount.abs().max(1.0);
                let at = self.amounts.partition_point(|own| *own < amount - room);
                self.amounts.get(at).is_some_and(|own| *own <= amount + room)
            })
    }
}
