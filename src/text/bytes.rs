//! Sizes in bytes, written for people.

/// Returns a size in bytes as people write it.
pub fn size(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..999_500 => format!("{} kB", (bytes + 500) / 1_000),
        _ => {
            let tenths = (bytes + 50_000) / 100_000;
            format!("{}.{} MB", tenths / 10, tenths % 10)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_said_as_people_do() {
        assert_eq!([0, 999, 1_000].map(size), ["0 B", "999 B", "1 kB"]);
        assert_eq!([1_673, 999_499].map(size), ["2 kB", "999 kB"]);
        assert_eq!([999_999, 1_250_000].map(size), ["1.0 MB", "1.3 MB"]);
    }
}
