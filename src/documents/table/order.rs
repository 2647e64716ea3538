//! The order of exact decimals.

use std::cmp::Ordering;

use super::number::Decimal;

impl PartialEq for Decimal {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Decimal {}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.scale == other.scale {
            return self.units.cmp(&other.units);
        }
        if let Some((one, two, _)) = self.aligned(*other) {
            return one.cmp(&two);
        }
        let scale = self.scale.max(other.scale);
        let parts = |one: &Self| {
            let unit = 10_i128.checked_pow(one.scale).unwrap_or(i128::MAX);
            let (whole, rest) = (one.units / unit, one.units % unit);
            let by = 10_i128.checked_pow(scale - one.scale);
            (whole, by.and_then(|by| rest.checked_mul(by)).unwrap_or(rest))
        };
        parts(self).cmp(&parts(other))
    }
}
