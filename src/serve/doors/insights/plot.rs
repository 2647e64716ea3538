//! A plot of bars, as SVG: one bar for each day, of parts that stand on each other.

use leptos::prelude::*;

/// The width of a day in the units of the drawing, of which its bar takes all but a gap.
const DAY: usize = 10;
const GAP: usize = 2;

/// The height of the drawing.
const HEIGHT: f64 = 100.0;

/// A plot of bars.
pub(super) struct Plot {
    /// The text that stands in its place for whoever does not see it.
    pub(super) label: String,
    /// The parts, from the lowest: the class of each, and its name.
    pub(super) parts: &'static [(&'static str, &'static str)],
    /// The parts of each day's bar.
    pub(super) bars: Vec<Vec<f64>>,
    /// The greatest value, in words.
    pub(super) greatest: String,
    /// The first and the last day.
    pub(super) ends: [String; 2],
}

impl Plot {
    /// The drawing with its legend and its scales.
    pub(super) fn view(self) -> impl IntoView {
        let names = self.parts.iter().map(|(class, name)| {
            view! {
                <li>
                    <span class=format!("swatch {class}") aria-hidden="true"></span>
                    {*name}
                </li>
            }
        });
        let names: Vec<_> = names.collect();
        let [first, last] = self.ends.clone();
        view! {
            <ul class="legend">{names}</ul>
            <div class="plot">
                <p class="scale" aria-hidden="true">
                    {self.greatest.clone()}
                </p>
                {self.drawing()}
                <p class="ends" aria-hidden="true">
                    <span>{first}</span>
                    <span>{last}</span>
                </p>
            </div>
        }
    }

    fn drawing(&self) -> impl IntoView + use<> {
        let greatest = self.bars.iter().map(|bar| bar.iter().sum::<f64>());
        let greatest = greatest.fold(0.0, f64::max).max(f64::MIN_POSITIVE);
        let bars = self.bars.iter().enumerate();
        let rects: Vec<_> = bars.flat_map(|(day, bar)| self.rects(day, bar, greatest)).collect();
        let width = self.bars.len() * DAY;
        view! {
            <svg
                role="img"
                aria-label=self.label.clone()
                viewBox=format!("0 0 {width} {HEIGHT}")
                preserveAspectRatio="none"
            >
                {rects}
            </svg>
        }
    }

    /// The rectangles of one day's bar.
    fn rects(&self, day: usize, bar: &[f64], greatest: f64) -> Vec<impl IntoView + use<>> {
        let mut top = HEIGHT;
        let parts = self.parts.iter().zip(bar).filter(|(_, value)| **value > 0.0);
        let rect = |((class, _), value): (&(&'static str, &'static str), &f64)| {
            let height = value / greatest * HEIGHT;
            top -= height;
            view! {
                <rect
                    class=*class
                    x=day * DAY + GAP / 2
                    y=format!("{top:.2}")
                    width=DAY - GAP
                    height=format!("{height:.2}")
                ></rect>
            }
        };
        parts.map(rect).collect()
    }
}
