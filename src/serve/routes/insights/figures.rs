//! Tables of the figures per day.

use footnote_app::words;
use footnote_chat::insight::{DaySummary, Times};
use leptos::prelude::*;

use super::tables::scrolled;

/// Number of questions per day.
pub(super) fn answers_by_day(days: &[DaySummary]) -> impl IntoView + use<> {
    let numbers = |day: &DaySummary| {
        [day.answered, day.unanswered, day.broken].map(|number| number.to_string()).to_vec()
    };
    let head = [words::day(), words::answered(), words::unanswered(), words::broken_off()];
    let table = table(words::questions_by_day(), &head, days, numbers);
    view! {
        <section>
            <h2>{words::questions_by_day()}</h2>
            {table}
        </section>
    }
}

/// Answer times per day.
pub(super) fn times_by_day(days: &[DaySummary]) -> impl IntoView + use<> {
    let numbers = |day: &DaySummary| {
        let times = [day.first, day.whole].into_iter();
        times.flat_map(cells).collect()
    };
    let head = [
        words::day(),
        words::first_sign_half(),
        words::first_sign_most(),
        words::end_half(),
        words::end_most(),
    ];
    let table = table(words::times_by_day(), &head, days, numbers);
    view! {
        <section>
            <h2>{words::times_by_day()}</h2>
            <p class="hint">{words::times_hint()}</p>
            {table}
        </section>
    }
}

/// Formats both times; empty if nothing was answered.
fn cells(times: Option<Times>) -> [String; 2] {
    times.map(|Times { median, slow }| [median, slow].map(duration)).unwrap_or_default()
}

/// Formats a duration in milliseconds for people.
fn duration(milliseconds: i64) -> String {
    match milliseconds {
        ..1_000 => words::milliseconds(&milliseconds.to_string()),
        1_000..10_000 => {
            let tenths = milliseconds / 100;
            let mark = words::decimal_sign();
            words::seconds(&format!("{}{mark}{}", tenths / 10, tenths % 10))
        }
        _ => words::seconds(&(milliseconds / 1_000).to_string()),
    }
}

/// A table of the days with questions, newest first.
fn table(
    name: &'static str,
    head: &[&'static str],
    days: &[DaySummary],
    numbers: impl Fn(&DaySummary) -> Vec<String>,
) -> AnyView {
    let head: Vec<_> = head.iter().map(|name| view! { <th scope="col">{*name}</th> }).collect();
    let asked = days.iter().rev();
    let asked = asked.filter(|day| day.answered + day.unanswered + day.broken > 0);
    let row = |day: &DaySummary| {
        let cells =
            numbers(day).into_iter().map(|number| view! { <td class="figure">{number}</td> });
        view! {
            <tr>
                <th class="figure" scope="row">
                    {day.date.clone()}
                </th>
                {cells.collect::<Vec<_>>()}
            </tr>
        }
    };
    let rows: Vec<_> = asked.map(row).collect();
    let is_empty = rows.is_empty();
    let table = view! {
        <table>
            <caption>{name}</caption>
            <thead>
                <tr>{head}</tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    };
    if is_empty {
        return view! { <p>{words::none_asked()}</p> }.into_any();
    }
    scrolled(name, table).into_any()
}

#[cfg(test)]
mod tests {
    use super::duration;

    #[test]
    fn times_are_told_as_people_read_them() {
        let durations = [7, 999, 1_000, 9_940, 65_000].map(duration);
        assert_eq!(durations, ["7 ms", "999 ms", "1.0 s", "9.9 s", "65 s"]);
    }
}
