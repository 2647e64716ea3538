//! Looking through a long table: how much of it is shown, a row by its number, and its rows sorted, filtered and summed.

use footnote_client::api::library::look_through_sheet;
use footnote_client::words::{self, figures};
use footnote_protocol::{ColumnSums, SheetColumn, SheetOrder, SheetRequest, SheetRow, SheetRows};
use footnote_text::markdown::{Block, Inline, letters, parse};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::cited::CitedRows;
use crate::components::answer::markdown::{MarkdownContext, NUMBER, cells};

/// The place of a table in its document.
#[derive(Clone, Debug)]
pub struct SheetPlace {
    /// Path of the document.
    pub path: String,
    /// Index of the first shown passage of the table.
    pub passage: u32,
    /// Number of its rows that are shown.
    pub rows: usize,
    /// The cited rows.
    pub cited: CitedRows,
    /// True if the document is shown in part.
    pub is_part: bool,
}

/// A reader's look at a table.
#[derive(Clone, Copy)]
struct SheetLook {
    request: RwSignal<SheetRequest>,
    /// True while rows are shown as requested, in place of the table as it stands in the document.
    is_open: RwSignal<bool>,
    got: RwSignal<SheetRows>,
}

impl SheetLook {
    /// Starts a look that fetches what it needs.
    fn new(place: SheetPlace) -> Self {
        let request = SheetRequest { passage: place.passage, ..SheetRequest::default() };
        let look = Self {
            request: RwSignal::new(request),
            is_open: RwSignal::new(false),
            got: RwSignal::new(SheetRows::default()),
        };
        let wanted =
            Memo::new(move |_| (place.is_part || look.is_open.get()).then(|| look.request.get()));
        Effect::new(move |_| {
            let Some(asked) = wanted.get() else { return };
            let path = place.path.clone();
            spawn_local(async move {
                // A table that cannot be read again is shown as it stands in the document.
                let rows = look_through_sheet(path, asked.clone()).await.unwrap_or_default();
                if look.request.try_get_untracked().as_ref() == Some(&asked) {
                    look.got.try_set(rows);
                }
            });
        });
        look
    }

    /// Shows all rows in the order of the document, from the one with this number.
    fn go_to(self, number: usize) {
        self.request.update(|request| {
            let (passage, from) = (request.passage, number.saturating_sub(1));
            *request = SheetRequest { passage, from, ..SheetRequest::default() };
        });
        self.is_open.set(true);
    }

    /// Changes what is requested, and shows it from its beginning.
    fn change(self, change: impl FnOnce(&mut SheetRequest)) {
        self.request.update(|request| {
            change(request);
            request.from = 0;
        });
    }

    /// Returns true once the requested rows have come.
    fn is_live(self) -> bool {
        self.is_open.get() && self.got.with(|got| !got.columns.is_empty())
    }
}

/// The tools of a long table above it.
#[component]
pub fn Sheet(
    /// Its place.
    place: SheetPlace,
    /// The table as it stands in the document.
    children: Children,
) -> impl IntoView {
    let look = SheetLook::new(place.clone());
    let (shown, is_part, cited) = (place.rows, place.is_part, StoredValue::new(place.cited));
    let told = move || look.got.with(|got| told(got, (!look.is_live()).then_some(shown)));
    let has_rows = move || is_part || look.is_open.get();
    let toggle = move |_| look.is_open.update(|is_open| *is_open = !*is_open);
    view! {
        <div class="sheet">
            <div class="tools scripted">
                <p role="status">{told}</p>
                <Show when=has_rows>
                    <RowField look />
                </Show>
                <button
                    class="quiet"
                    type="button"
                    aria-expanded=move || look.is_open.get().to_string()
                    on:click=toggle
                >
                    {words::sort_and_filter()}
                </button>
            </div>
            <Show when=move || look.is_live()>
                <Filter look />
            </Show>
            <p class="sums" role="status">
                {move || look.is_live().then(|| look.got.with(summed))}
            </p>
            <div hidden=move || look.is_live()>{children()}</div>
            <Show when=move || look.is_live()>
                <LiveTable look cited />
                <RowPages look />
            </Show>
        </div>
    }
}

/// The field that leads to a row by its number.
#[component]
fn RowField(
    /// The look at the table.
    look: SheetLook,
) -> impl IntoView {
    let go = move |event| {
        if let Ok(number) = event_target_value(&event).trim().parse() {
            look.go_to(number);
        }
    };
    view! {
        <label>
            {words::go_to_row()} " "
            <input
                type="number"
                min="1"
                max=move || look.got.with(|got| got.all)
                inputmode="numeric"
                on:change=go
            />
        </label>
    }
}

/// The fields that narrow the rows.
#[component]
fn Filter(
    /// The look at the table.
    look: SheetLook,
) -> impl IntoView {
    let columns = look.got.with_untracked(|got| got.columns.clone());
    let options = columns.into_iter().enumerate().map(|(at, column)| {
        view! { <option value=at.to_string()>{name(&column)}</option> }
    });
    let options = options.collect::<Vec<_>>();
    let within = move |event| {
        let column = event_target_value(&event).parse().ok();
        look.change(|request| request.within = column);
    };
    let filter = move |event| {
        let words = event_target_value(&event);
        look.change(|request| request.filter = words);
    };
    let words = move || look.request.with(|request| request.filter.clone());
    let column = move || {
        let column = look.request.with(|request| request.within);
        column.map(|column| column.to_string()).unwrap_or_default()
    };
    view! {
        <form class="tools" on:submit=|event| event.prevent_default()>
            <input
                type="search"
                aria-label=words::filter_rows()
                placeholder=words::filter_rows()
                autocomplete="off"
                prop:value=words
                on:input=filter
            />
            <select
                aria-label=words::filter_rows()
                prop:value=column
                on:change=within
            >
                <option value="">{words::any_column()}</option>
                {options}
            </select>
        </form>
    }
}

/// The requested rows, under heads that sort them.
#[component]
fn LiveTable(
    /// The look at the table.
    look: SheetLook,
    /// The cited rows.
    cited: StoredValue<CitedRows>,
) -> impl IntoView {
    // The heads stay when other rows come, and keep the focus.
    let columns = Memo::new(move |_| look.got.with(|got| got.columns.clone()));
    let heads = move || {
        let columns = columns.get().into_iter().enumerate();
        columns.map(|(at, column)| view! { <Head look at column /> }).collect::<Vec<_>>()
    };
    view! {
        <div class="table" role="group" aria-label=words::table() tabindex="0">
            <table dir="auto">
                <thead>
                    <tr>
                        <td></td>
                        {heads}
                    </tr>
                </thead>
                <tbody>{move || cited.with_value(|cited| look.got.with(|got| body(&got.rows, cited)))}</tbody>
            </table>
        </div>
    }
}

/// The head of a column, which sorts by it.
#[component]
fn Head(
    /// The look at the table.
    look: SheetLook,
    /// Index of the column.
    at: usize,
    /// The column.
    column: SheetColumn,
) -> impl IntoView {
    let own = move || {
        let order = look.request.with(|request| request.order);
        order.filter(|order| order.column == at)
    };
    let in_words = move || match own() {
        None => "none",
        Some(SheetOrder { descending: false, .. }) => "ascending",
        Some(_) => "descending",
    };
    let press = move |_| {
        look.change(|request| request.order = SheetOrder::pressed(request.order, at));
    };
    view! {
        <th scope="col" class=column.is_number.then_some(NUMBER) aria-sort=in_words>
            <button type="button" on:click=press>
                {name(&column)}
            </button>
        </th>
    }
}

/// The ways to the rows before and behind those that are shown.
#[component]
fn RowPages(
    /// The look at the table.
    look: SheetLook,
) -> impl IntoView {
    let before = move |got: &SheetRows| {
        (got.from > 0).then(|| got.from.saturating_sub(got.rows.len().max(1)))
    };
    let behind =
        move |got: &SheetRows| Some(got.from + got.rows.len()).filter(|next| *next < got.matching);
    let way = move |text: &'static str, next: Signal<Option<usize>>| {
        let go = move |_| {
            if let Some(from) = next.get_untracked() {
                look.request.update(|request| request.from = from);
            }
        };
        let is_end = move || next.get().is_none().to_string();
        view! {
            <button class="quiet" type="button" aria-disabled=is_end on:click=go>
                {text}
            </button>
        }
    };
    view! {
        <p class="tools">
            {way(words::earlier(), Signal::derive(move || look.got.with(before)))}
            {way(words::further(), Signal::derive(move || look.got.with(behind)))}
        </p>
    }
}

/// Returns the name of a column.
fn name(column: &SheetColumn) -> String {
    let name: String = parse(&column.name, &[], false).iter().map(Block::plain).collect();
    if name.is_empty() { words::section().to_owned() } else { name }
}

/// Returns the rows as views, with their numbers.
fn body(rows: &[SheetRow], cited: &CitedRows) -> Vec<AnyView> {
    let marks = MarkdownContext::default();
    let views = rows.iter().zip(parsed(rows)).map(|(row, content)| {
        let class = cited.has(&letters(&row.cells.concat())).then_some("cited");
        view! {
            <tr class=class>
                <th scope="row" class=NUMBER>
                    {figures(row.number)}
                </th>
                {cells(content, &marks)}
            </tr>
        }
        .into_any()
    });
    views.collect()
}

/// Returns the cells of the rows as parts of lines.
fn parsed(rows: &[SheetRow]) -> Vec<Vec<Vec<Inline>>> {
    let line = |cells: &[String]| {
        let cells = cells.iter().map(|cell| cell.replace('|', "\\|"));
        format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
    };
    let width = rows.first().map_or(0, |row| row.cells.len());
    let mut text = format!("|{}\n|{}\n", " |".repeat(width), "-|".repeat(width));
    text.extend(rows.iter().map(|row| line(&row.cells)));
    match parse(&text, &[], false).pop() {
        Some(Block::Table { rows, .. }) => rows,
        _ => Vec::new(),
    }
}

/// Returns which rows are shown: as requested, or this many of the document.
fn told(got: &SheetRows, of_document: Option<usize>) -> Option<String> {
    let (before, shown, all) = match of_document {
        Some(shown) => (got.before, shown.min(got.all.saturating_sub(got.before)), got.all),
        None => (got.from, got.rows.len(), got.matching),
    };
    match (all, shown) {
        (0, _) => of_document.is_none().then(|| words::no_match().to_owned()),
        _ => Some(words::rows_of(before + 1, before + shown, all)),
    }
}

/// Returns the sums of the chosen column, and what they leave out.
fn summed(got: &SheetRows) -> String {
    let sums = got.sums.as_ref().map(in_words).unwrap_or_default();
    let totals = (got.totals > 0).then(|| words::totals_left_out(got.totals));
    let missing = got.is_cut.then(|| words::rows_missing().to_owned());
    sums.into_iter().chain(totals).chain(missing).collect::<Vec<_>>().join(" · ")
}

fn in_words(sums: &ColumnSums) -> Vec<String> {
    let with_unit = |number: &String| match sums.unit.as_str() {
        "" => figures(number),
        unit @ ("eur" | "usd" | "gbp") => format!("{} {}", figures(number), unit.to_uppercase()),
        unit => format!("{} {unit}", figures(number)),
    };
    let sum = sums.sum.as_ref().map(|sum| words::sum_is(&with_unit(sum)));
    let ends = [words::mean_is(&with_unit(&sums.mean)), words::count_is(sums.count)];
    sum.into_iter().chain(ends).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_told_by_their_numbers_in_the_table() {
        let rows = vec![SheetRow::default(); 100];
        let mut got = SheetRows { all: 12_000, before: 209, rows, ..SheetRows::default() };
        assert_eq!(told(&got, Some(200)).unwrap(), "Rows 210 to 409 of 12,000");
        (got.from, got.matching) = (100, 1_500);
        assert_eq!(told(&got, None).unwrap(), "Rows 101 to 200 of 1,500");
        got.matching = 0;
        assert_eq!(told(&got, None).unwrap(), "No matches");
        assert_eq!(told(&SheetRows::default(), Some(9)), None);
    }

    #[test]
    fn sums_are_told_in_figures_with_their_unit_and_what_they_leave_out() {
        let sum = Some("1234567.80".to_owned());
        let sums = ColumnSums { count: 1_200, sum, mean: "1028.8".into(), unit: "eur".into() };
        let mut got = SheetRows { sums: Some(sums), totals: 2, ..SheetRows::default() };
        let told = "Sum: 1,234,567.80 EUR · Mean: 1,028.8 EUR · Count: 1,200 · Rows with totals, left out: 2";
        assert_eq!(summed(&got), told);
        got.sums = Some(ColumnSums { count: 3, mean: "30".into(), unit: "%".into(), sum: None });
        got.totals = 0;
        assert_eq!(summed(&got), "Mean: 30 % · Count: 3");
    }

    #[test]
    fn cells_with_bars_and_markup_are_shown_as_in_the_document() {
        let cells = vec!["a | b".to_owned(), "**7**".to_owned(), String::new()];
        let rows = parsed(&[SheetRow { cells, ..SheetRow::default() }]);
        let plain: Vec<String> =
            rows[0].iter().map(|cell| cell.iter().map(Inline::plain).collect()).collect();
        assert_eq!(plain, ["a | b", "7", ""]);
    }
}
