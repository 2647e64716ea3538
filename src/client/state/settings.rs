//! The reader's settings for answers, stored in the browser.

use footnote_protocol::{Overrides, RetrievalEffort, RetrievalMode};
use serde::{Deserialize, Serialize};

/// Maximum number of passages that can be requested.
pub const MAX_PASSAGES: u32 = 50;

/// The reader's settings for answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PageSettings {
    /// Number of passages to retrieve; `None` for the server's default.
    pub top: Option<u32>,
    /// Index to search; `None` for the server's default.
    pub retrieval_mode: Option<RetrievalMode>,
    /// Number of rounds of look-ups before an answer; `None` for as many as the model needs.
    pub effort: Option<RetrievalEffort>,
    /// Sampling temperature, 0 to 1; `None` for the server's default.
    pub temperature: Option<f32>,
    /// True to propose follow-up questions.
    pub followups: bool,
    /// True to show the answer while it is being written.
    pub streaming: bool,
    /// Text to append to the prompt.
    pub added: String,
}

impl Default for PageSettings {
    fn default() -> Self {
        Self {
            top: None,
            retrieval_mode: None,
            effort: None,
            temperature: None,
            followups: true,
            streaming: true,
            added: String::new(),
        }
    }
}

impl PageSettings {
    /// Returns the settings in the protocol's format.
    pub fn overrides(&self) -> Overrides {
        Overrides {
            top: self.top.map(|top| top.clamp(1, MAX_PASSAGES)),
            temperature: self.temperature.map(|t| t.clamp(0.0, 1.0)),
            retrieval_mode: self.retrieval_mode,
            use_agentic_knowledgebase: self.effort.map(|_| true),
            retrieval_reasoning_effort: self.effort,
            suggest_followup_questions: Some(self.followups),
            prompt_template: Some(self.added.trim().to_owned()).filter(|added| !added.is_empty()),
            ..Overrides::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_open_is_left_to_the_server() {
        let overrides = PageSettings::default().overrides();
        assert_eq!(overrides.top, None);
        assert_eq!(overrides.temperature, None);
        assert_eq!(overrides.prompt_template, None);
    }

    #[test]
    fn instructions_are_sent_as_they_are() {
        let settings = PageSettings { added: " Be brief. ".to_owned(), ..PageSettings::default() };
        assert_eq!(settings.overrides().prompt_template.as_deref(), Some("Be brief."));
    }

    #[test]
    fn an_effort_is_wished_for_only_where_it_is_chosen() {
        let settings =
            PageSettings { effort: Some(RetrievalEffort::Low), ..PageSettings::default() };
        assert_eq!(settings.overrides().effort(), Some(RetrievalEffort::Low));
        assert_eq!(PageSettings::default().overrides().effort(), None);
    }

    #[test]
    fn numbers_out_of_range_are_brought_into_it() {
        let settings =
            PageSettings { top: Some(1000), temperature: Some(7.0), ..PageSettings::default() };
        assert_eq!(settings.overrides().top, Some(MAX_PASSAGES));
        assert_eq!(settings.overrides().temperature, Some(1.0));
    }

    #[test]
    fn settings_of_another_version_are_read_as_far_as_they_go() {
        let settings: PageSettings = serde_json::from_str(r#"{"top":2,"gone":true}"#).unwrap();
        assert_eq!(settings.top, Some(2));
        assert!(settings.streaming);
    }
}
