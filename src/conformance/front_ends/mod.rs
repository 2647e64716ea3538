//! The front ends of the family as they were at one time or another: what each asks, and what it makes of
//! the answers.
//!
//! They were read, and the available ones were run. The texts of the forms are checked elsewhere: here a
//! fault is something that a reader of such a page would see.

mod asking;
mod bare;
mod demonstration;
mod libraries;
mod siblings;
mod step;
mod view;

pub(super) use step::FrontEnd;

/// Every front end, the oldest of each kind first.
pub(super) fn all() -> impl Iterator<Item = &'static FrontEnd> {
    let known = demonstration::ALL.iter().chain(siblings::ALL);
    known.chain(bare::ALL).chain(libraries::ALL)
}

/// The names of all front ends.
pub(super) fn names() -> String {
    let names: Vec<_> = all().map(|front_end| front_end.name).collect();
    names.join(", ")
}
