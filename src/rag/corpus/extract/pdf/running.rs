//! Running headers and footers: lines at the edge of most pages are no part of the text.

use std::collections::HashMap;

use super::lines::Line;

/// The number of lines at each edge that may be running ones.
const EDGE: usize = 2;
/// The fewest pages of a document in which lines count as repeated.
const FEWEST: usize = 4;

/// Removes the lines that repeat at the edges of more than half of the pages; page numbers in them
/// may differ.
pub(super) fn remove(pages: &mut [Vec<Line>]) {
    if pages.len() < FEWEST {
        return;
    }
    let mut counts: HashMap<String, usize> = HashMap::new();
    for page in pages.iter() {
        let mut keys: Vec<String> = edges(page)
            .into_iter()
            .filter_map(|at| key(page, at))
            .collect();
        keys.sort();
        keys.dedup();
        for key in keys {
            *counts.entry(key).or_default() += 1;
        }
    }
    let half = pages.len() / 2;
    for page in pages {
        let running: Vec<usize> = edges(page)
            .into_iter()
            .filter(|at| key(page, *at).is_some_and(|key| counts.get(&key) > Some(&half)))
            .collect();
        let mut at = 0;
        page.retain(|_| {
            at += 1;
            !running.contains(&(at - 1))
        });
    }
}

/// The indices of the lines nearest to the top and the bottom.
fn edges(page: &[Line]) -> Vec<usize> {
    let mut order: Vec<(usize, f64)> = page.iter().map(|line| line.down).enumerate().collect();
    order.sort_by(|(_, one), (_, other)| one.total_cmp(other));
    let order: Vec<usize> = order.into_iter().map(|(at, _)| at).collect();
    let top = order.iter().take(EDGE);
    let bottom = order
        .iter()
        .rev()
        .take(EDGE.min(order.len().saturating_sub(EDGE)));
    top.chain(bottom).copied().collect()
}

/// The key that a line shares with its likes on other pages: its words, with any numbers. Its height is left
/// out, since it differs by hairs.
fn key(page: &[Line], at: usize) -> Option<String> {
    let text = page.get(at)?.text();
    let text = text.replace(|c: char| c.is_ascii_digit(), "#");
    Some(text.replace("##", "#").replace("##", "#"))
}
