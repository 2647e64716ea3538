//! The configured speech models.

use footnote_models::open_ai::Endpoint;

use super::model::beside_chat;
use super::read::non_empty;
use super::settings::Settings;

/// The speech models; each may be missing.
#[derive(Clone, Debug, Default)]
pub struct SpeechTerms {
    /// Writes down spoken questions.
    pub transcription: Option<Endpoint>,
    /// Reads text aloud, in this voice.
    pub speech: Option<(Endpoint, String)>,
}

/// Returns the configured models.
pub(super) fn config(settings: &Settings, problems: &mut Vec<String>) -> SpeechTerms {
    let mut endpoint = |model: &Option<String>| {
        let model = non_empty(model.clone())?;
        let own = (settings.speech_url.clone(), settings.speech_key.clone());
        beside_chat(settings, ("FOOTNOTE_SPEECH_URL", own), &model, problems)
    };
    let transcription = endpoint(&settings.transcription_model);
    let speech = endpoint(&settings.speech_model);
    let models = [&settings.transcription_model, &settings.speech_model];
    let is_named = models.into_iter().any(|model| non_empty(model.clone()).is_some());
    if non_empty(settings.speech_url.clone()).is_some() && !is_named {
        let needed = "FOOTNOTE_SPEECH_MODEL or FOOTNOTE_TRANSCRIPTION_MODEL: needed, since \
                      FOOTNOTE_SPEECH_URL is set";
        problems.push(needed.to_owned());
    }
    SpeechTerms {
        transcription,
        speech: speech.map(|endpoint| (endpoint, settings.speech_voice.clone())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speech_is_at_the_chat_models_endpoint_unless_another_is_named() {
        let mut settings = Settings {
            openai_base_url: "http://chat.example/v1".to_owned(),
            openai_api_key: Some("chat".to_owned()),
            transcription_model: Some("whisper".to_owned()),
            speech_voice: "alloy".to_owned(),
            ..Settings::default()
        };
        let mut problems = Vec::new();
        let terms = config(&settings, &mut problems);
        let chat = Endpoint::open_ai("http://chat.example/v1", Some("chat"), "whisper").unwrap();
        assert_eq!((terms.transcription, terms.speech), (Some(chat), None));
        settings.speech_url = Some("http://speech.example/v1".to_owned());
        settings.speech_model = Some("kokoro".to_owned());
        let speech = config(&settings, &mut problems).speech;
        let own = Endpoint::open_ai("http://speech.example/v1", None, "kokoro").unwrap();
        assert_eq!(speech, Some((own, "alloy".to_owned())));
        assert!(problems.is_empty(), "{problems:?}");
        (settings.speech_model, settings.transcription_model) = (None, None);
        config(&settings, &mut problems);
        assert_eq!(problems.len(), 1, "{problems:?}");
    }
}
