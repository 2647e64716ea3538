//! Page navigation: elements around the text that link to other pages.

use std::collections::HashSet;

use dom_query::{Document, NodeRef, Selection};

use super::tables::HEADINGS;

/// Elements that surround a page's text, or are interactive.
const NAVIGATION: &str = "nav, [role=navigation], [role=banner], [role=contentinfo], [role=search], body > footer, \
    select, dialog";

/// The attribute that marks lists and tables that look like menus.
const MENU: &str = "data-menu";

/// Maximum number of letters outside links in a list or table of links to neighbouring pages.
const MAX_OTHER_LETTERS: usize = 100;

/// Removes the navigation from a page: elements declared as navigation, lists and tables of links to the previous and
/// next page, and those of links within the site. A page that consists mostly of such lists is kept whole.
pub(super) fn remove_from(page: &Document) {
    page.select(NAVIGATION).remove();
    let addresses = Addresses::of(page);
    let lists = format!("ul, ol, dl, table:not(:has(table, {HEADINGS}))");
    for list in &page.select(&lists) {
        if addresses.are_beside(&list) {
            list.remove();
        } else if !list.is(":has(th)") && addresses.are_within(&list) {
            list.set_attr(MENU, "");
        }
    }
    let menus = page.select(&format!("[{MENU}]:not([{MENU}] *)"));
    if 2 * letters(&menus) < letters(&page.select("body")) {
        menus.remove();
    }
}

/// The addresses that a page declares in its head.
#[derive(Default)]
struct Addresses {
    /// The addresses of the previous and the next page.
    beside: HashSet<String>,
    /// All of them, including the contents and the first page.
    all: HashSet<String>,
    /// The host of its site.
    host: Option<String>,
}

impl Addresses {
    fn of(page: &Document) -> Self {
        let mut addresses = Self::default();
        for link in page.select("base[href], link[rel][href]").nodes() {
            let href = link.attr_or("href", "").to_string();
            match &*link.attr_or("rel", "").to_lowercase() {
                "prev" | "previous" | "next" => {
                    addresses.beside.insert(href.clone());
                }
                "" | "canonical" => {
                    addresses.host = host(&href).map(str::to_lowercase).or(addresses.host);
                }
                _ => {}
            }
            addresses.all.insert(href);
        }
        addresses
    }

    /// Returns true if a list or table has only links to such pages, at least one of them a neighbour. It may name this
    /// page too.
    fn are_beside(&self, list: &Selection<'_>) -> bool {
        let links = list.select("a[href]");
        let addresses = || links.nodes().iter().map(|link| link.attr_or("href", ""));
        addresses().any(|href| self.beside.contains(&*href))
            && addresses().all(|href| self.all.contains(&*href))
            && letters(list).saturating_sub(letters(&links)) <= MAX_OTHER_LETTERS
            && links.nodes().iter().all(is_apart)
    }

    /// Returns true if a list or table has only links within the site.
    fn are_within(&self, list: &Selection<'_>) -> bool {
        let links = list.select("a[href]");
        let mut addresses = links.nodes().iter().map(|link| link.attr_or("href", ""));
        let (linked, all) = (letters(&links), letters(list));
        links.length() > 1
            && linked > 0
            && 10 * linked >= 9 * all
            && addresses.all(|href| self.is_local(&href))
    }

    fn is_local(&self, href: &str) -> bool {
        match host(href) {
            Some(host) => self.host.as_deref() == Some(&*host.to_lowercase()),
            None => !first(href).contains(':'),
        }
    }
}

/// Returns true if the item or cell around a link contains only links.
fn is_apart(link: &NodeRef<'_>) -> bool {
    let names = ["li", "dt", "dd", "td", "th"];
    let mut around = link.ancestors_it(None);
    let item = around.find(|item| names.iter().any(|name| item.has_name(name)));
    let item = item.map(Selection::from);
    item.is_none_or(|item| letters(&item) == letters(&item.select("a[href]")))
}

/// Returns the host of an address.
fn host(address: &str) -> Option<&str> {
    let scheme = first(address);
    let rest = address.strip_prefix(scheme)?.strip_prefix("//")?;
    (scheme.is_empty() || scheme.ends_with(':')).then(|| first(rest))
}

/// Returns the first part of an address.
fn first(address: &str) -> &str {
    address.split(['/', '?', '#']).next().unwrap_or_default()
}

/// Returns the number of letters and digits in some elements.
fn letters(part: &Selection<'_>) -> usize {
    part.text().chars().filter(|c| c.is_alphanumeric()).count()
}
