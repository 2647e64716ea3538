//! The texts for a chat model: stretches of the hits' documents, no text twice.

use std::collections::BTreeMap;

use footnote_retrieval::Hit;

/// The place of a passage: its document and its number there.
type PassageKey<'a> = (&'a str, u32);

/// A passage in a stretch.
struct SpanPassage<'a> {
    /// The rank of the hit that brings it, from 0.
    rank: usize,
    source: String,
    text: &'a str,
}

/// The hits with their neighbours as sources and texts. Adjacent passages of a document stand together in
/// its order, in the place of the best of their hits; each part is cited by its own source.
pub(super) fn spans(hits: &[Hit]) -> Vec<(String, String)> {
    let mut spans: Vec<Vec<SpanPassage<'_>>> = Vec::new();
    let mut last: Option<PassageKey<'_>> = None;
    for (place, part) in parts(hits) {
        let goes_on = last.is_some_and(|(path, at)| place == (path, at.saturating_add(1)));
        last = Some(place);
        match spans.last_mut().filter(|_| goes_on) {
            Some(span) => span.push(part),
            None => spans.push(vec![part]),
        }
    }
    spans.sort_by_key(|span| span.iter().map(|part| part.rank).min());
    spans.iter().flat_map(|span| sources(span)).collect()
}

/// The passages that the hits cover, by their places. A hit has its own rank, and a mere neighbour that of
/// the best hit beside it.
fn parts(hits: &[Hit]) -> BTreeMap<PassageKey<'_>, SpanPassage<'_>> {
    let mut all = Vec::new();
    for (rank, hit) in hits.iter().enumerate() {
        let own = Some(hit.passage.text.as_str());
        all.push((rank, hit, Some(hit.passage.ordinal), own));
    }
    for (rank, hit) in hits.iter().enumerate() {
        let at = hit.passage.ordinal;
        all.push((rank, hit, at.checked_sub(1), hit.before.as_deref()));
        all.push((rank, hit, at.checked_add(1), hit.after.as_deref()));
    }
    let mut parts = BTreeMap::new();
    for (rank, hit, ordinal, text) in all {
        if let (Some(ordinal), Some(text)) = (ordinal, text) {
            let source = hit.passage.source();
            let part = parts.entry((hit.passage.path.as_str(), ordinal));
            part.or_insert(SpanPassage { rank, source, text });
        }
    }
    parts
}

/// The parts of a span, those of one source as one text.
fn sources(span: &[SpanPassage<'_>]) -> impl Iterator<Item = (String, String)> {
    let alike = span.chunk_by(|one, next| one.source == next.source);
    alike.filter_map(|parts| {
        let texts: Vec<&str> = parts.iter().map(|part| part.text).collect();
        Some((parts.first()?.source.clone(), texts.join("\n\n")))
    })
}

#[cfg(test)]
mod tests {
    use footnote_documents::Passage;

    use super::*;

    /// A hit in a document of passages that are called by their numbers, two on each page.
    fn hit(path: &str, ordinal: u32) -> Hit {
        let text = |ordinal: u32| format!("Text {ordinal}.");
        Hit {
            passage: Passage {
                id: format!("{path}#{ordinal}"),
                path: path.to_owned(),
                page: Some(1 + ordinal / 2),
                ordinal,
                text: text(ordinal),
                ..Passage::default()
            },
            before: ordinal.checked_sub(1).map(text),
            after: Some(text(ordinal + 1)),
            ..Hit::default()
        }
    }

    fn shown(hits: &[Hit]) -> String {
        let spans = spans(hits).into_iter();
        let lines = spans.map(|(source, text)| format!("{source}: {}", text.replace("\n\n", " ")));
        lines.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_hit_is_shown_between_its_neighbours() {
        let expected = "a.pdf#page=2: Text 1. Text 2. Text 3.";
        assert_eq!(shown(&[hit("a.pdf", 2)]), expected);
    }

    #[test]
    fn hits_that_share_neighbours_are_one_span_in_which_each_text_stands_once() {
        let expected = "a.pdf#page=2: Text 2. Text 3.\na.pdf#page=3: Text 4. Text 5.";
        assert_eq!(shown(&[hit("a.pdf", 4), hit("a.pdf", 3)]), expected);
        // A passage between two hits belongs to the better one.
        let expected = "a.pdf#page=1: Text 0. Text 1.\na.pdf#page=2: Text 2. Text 3. Text 4.";
        assert_eq!(shown(&[hit("a.pdf", 3), hit("a.pdf", 1)]), expected);
    }

    #[test]
    fn spans_stand_where_the_best_of_their_hits_does() {
        let hits = [hit("b.pdf", 9), hit("a.pdf", 0), hit("b.pdf", 3), hit("b.pdf", 8)];
        let expected = "b.pdf#page=5: Text 7. Text 8. Text 9. Text 10.\n\
            a.pdf#page=1: Text 0. Text 1.\n\
            b.pdf#page=2: Text 2. Text 3. Text 4.";
        assert_eq!(shown(&hits), expected);
    }
}
