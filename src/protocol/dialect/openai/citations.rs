//! The citations of an answer as annotations, in addition to the brackets in its text.

use footnote_text::source;
use serde::Serialize;
use utoipa::ToSchema;

use crate::dialect::cited::CitationSpan;

/// A citation of a URL.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct UrlCitation {
    start_index: usize,
    end_index: usize,
    title: String,
    url: String,
}

/// A citation of a file.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct FileCitation {
    index: usize,
    file_id: String,
    filename: String,
}

impl CitationSpan {
    /// Returns the citation as a URL, for a client that reaches the server at `origin`.
    pub(super) fn url(&self, origin: &str) -> UrlCitation {
        UrlCitation {
            start_index: self.start,
            end_index: self.end,
            title: source::label(&self.source),
            url: format!("{origin}{}", source::content_url(&self.source)),
        }
    }

    /// Returns the citation as a file.
    pub(super) fn file(&self) -> FileCitation {
        let (path, _) = source::split(&self.source);
        FileCitation {
            index: self.start,
            file_id: self.source.clone(),
            filename: path.rsplit('/').next().unwrap_or(path).to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::dialect::cited::in_characters;
    use crate::dialect::cited::tests::answer;

    #[test]
    fn a_citation_is_an_address_or_a_file() {
        let cited = in_characters(&answer("[b ü.pdf#page=4]"));
        assert_eq!(cited[0].url("http://here").url, "http://here/content/b%20%C3%BC.pdf#page=4");
        assert_eq!(cited[0].file().filename, "b ü.pdf");
    }
}
