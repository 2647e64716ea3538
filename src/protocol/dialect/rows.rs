//! Data points with a row per source, for pages that list the sources cited in brackets.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::context::Context;
use crate::DataPoints;

/// A part of the context; its data points may have a row per source.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = rows::Context)]
pub(super) struct RowContext {
    #[serde(skip_serializing_if = "Option::is_none")]
    data_points: Option<RowPoints>,
    #[serde(flatten)]
    rest: Context,
}

/// The data points, and a row per source under its name.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = rows::Points)]
struct RowPoints {
    #[serde(flatten)]
    points: DataPoints,
    #[serde(flatten)]
    rows: SourceRows,
}

/// A row per source, under its name.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
#[serde(transparent)]
#[schema(as = rows::Rows)]
struct SourceRows(BTreeMap<String, SourceRow>);

/// A source, as such a page lists it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = rows::Row)]
struct SourceRow {
    name: String,
    /// The passages of the source, separated by line breaks.
    description: String,
}

impl RowContext {
    /// Returns a part of the context; with rows if `wants_rows`.
    pub(super) fn of(mut rest: Context, wants_rows: bool) -> Self {
        let with_rows = |points: DataPoints| RowPoints {
            rows: if wants_rows { SourceRows::of(&points) } else { SourceRows::default() },
            points,
        };
        Self { data_points: rest.take_points().map(with_rows), rest }
    }
}

impl SourceRows {
    fn of(points: &DataPoints) -> Self {
        let mut rows = BTreeMap::<String, SourceRow>::new();
        for (source, passage) in points.text.iter().map(|text| points.parted(text)) {
            let row = rows.entry(source.to_owned());
            row.and_modify(|row| row.description = format!("{}\n{passage}", row.description))
                .or_insert_with(|| SourceRow {
                    name: source.to_owned(),
                    description: passage.to_owned(),
                });
        }
        // A text without a source has no name to be cited by.
        rows.remove("");
        Self(rows)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::ResponseContext;

    #[test]
    fn each_source_has_a_row_under_the_name_that_its_brackets_hold() {
        let text = ["a.md: Tea.", "b.pdf#page=2: Cake.", "a.md: Milk."].map(str::to_owned);
        let citations = ["a.md", "b.pdf#page=2"].map(str::to_owned);
        let points =
            DataPoints { text: text.into(), citations: citations.into(), ..DataPoints::default() };
        let context = ResponseContext { data_points: Some(points), ..ResponseContext::default() };
        let context = RowContext::of(context.into(), true);
        let points = &json!(context)["data_points"];
        assert_eq!(points["a.md"], json!({"name": "a.md", "description": "Tea.\nMilk."}));
        assert_eq!(points["b.pdf#page=2"]["description"], "Cake.");
        assert_eq!(points["text"].as_array().unwrap().len(), 3);
    }
}
