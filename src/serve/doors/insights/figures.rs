//! The figures of the page: a plot of each day, with its numbers in a table beneath.

use footnote_chat::insight::{DaySummary, Times};
use leptos::prelude::*;

use super::plot::Plot;
use super::tables::scrolled;

/// The number of questions of each day.
pub(super) fn answers_by_day(days: &[DaySummary]) -> impl IntoView + use<> {
    let bars = days.iter().map(|day| [day.answered, day.unanswered, day.broken]);
    let bars: Vec<Vec<f64>> =
        bars.map(|parts| parts.iter().map(|part| *part as f64).collect()).collect();
    let greatest = days.iter().map(|day| day.answered + day.unanswered + day.broken).max();
    let plot = Plot {
        label: "Bars: questions by day. The table below has the numbers.".to_owned(),
        parts: &[("answered", "answered"), ("unanswered", "no answer"), ("broken", "broken off")],
        bars,
        greatest: greatest.unwrap_or_default().to_string(),
        ends: ends(days),
    };
    let numbers = |day: &DaySummary| {
        [day.answered, day.unanswered, day.broken].map(|number| number.to_string()).to_vec()
    };
    let head = ["Day", "Answered", "No answer", "Broken off"];
    let table = table("Questions by day", &head, days, numbers);
    view! {
        <section>
            <h2>"Questions by day"</h2>
            {plot.view()}
            {table}
        </section>
    }
}

/// The times of the answers of each day.
pub(super) fn times_by_day(days: &[DaySummary]) -> impl IntoView + use<> {
    let first = times_plot("to the first event", days, |day| day.first);
    let whole = times_plot("to the end", days, |day| day.whole);
    let numbers = |day: &DaySummary| {
        let times = [day.first, day.whole].into_iter();
        times.flat_map(cells).collect()
    };
    let head = ["Day", "First event, half", "First event, 95 %", "End, half", "End, 95 %"];
    let table = table("Times by day", &head, days, numbers);
    view! {
        <section>
            <h2>"Times"</h2>
            <p class="hint">
                "From the question to the first event and to the end of the answer: what half of the answers took at most, and what 95 of 100 did."
            </p>
            <h3>"To the first event"</h3>
            {first.view()}
            <h3>"To the end"</h3>
            {whole.view()}
            {table}
        </section>
    }
}

fn times_plot(
    what: &str,
    days: &[DaySummary],
    times: impl Fn(&DaySummary) -> Option<Times>,
) -> Plot {
    let all: Vec<Times> = days.iter().map(|day| times(day).unwrap_or_default()).collect();
    let bar = |times: &Times| vec![times.median as f64, (times.slow - times.median) as f64];
    Plot {
        label: format!("Bars: time {what} by day. The table below has the numbers."),
        parts: &[("half", "half took at most"), ("slow", "95 of 100 took at most")],
        bars: all.iter().map(bar).collect(),
        greatest: duration(all.iter().map(|times| times.slow).max().unwrap_or_default()),
        ends: ends(days),
    }
}

fn ends(days: &[DaySummary]) -> [String; 2] {
    [days.first(), days.last()].map(|day| day.map(|day| day.date.clone()).unwrap_or_default())
}

/// Both times in words; empty without an answer.
fn cells(times: Option<Times>) -> [String; 2] {
    times.map(|Times { median, slow }| [median, slow].map(duration)).unwrap_or_default()
}

/// Milliseconds as people read them.
fn duration(milliseconds: i64) -> String {
    match milliseconds {
        ..1_000 => format!("{milliseconds} ms"),
        1_000..10_000 => format!("{:.1} s", milliseconds as f64 / 1_000.0),
        _ => format!("{} s", milliseconds / 1_000),
    }
}

/// A table of the days on which anything was asked, the newest first.
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
        return view! { <p>"No question was asked in this time."</p> }.into_any();
    }
    scrolled(name, table).into_any()
}

#[cfg(test)]
mod tests {
    use super::duration;

    #[test]
    fn times_are_told_as_people_read_them() {
        let told = [7, 999, 1_000, 9_940, 65_000].map(duration);
        assert_eq!(told, ["7 ms", "999 ms", "1.0 s", "9.9 s", "65 s"]);
    }
}
