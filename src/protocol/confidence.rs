//! The probability that the documents answer a question, and the resulting outcome.

use serde::{Deserialize, Serialize, Serializer};

/// The default threshold: even odds.
pub const DEFAULT_THRESHOLD: f32 = 0.5;

/// Fraction of the required odds down to which the nearest passages are still shown.
const NEAR: f32 = 0.25;

/// The probability that the documents answer a question, and the outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "dialects", derive(utoipa::ToSchema))]
pub struct Confidence {
    /// Probability, from 0 to 1.
    #[serde(serialize_with = "in_hundredths")]
    pub probability: f32,
    /// The resulting outcome.
    pub outcome: Outcome,
}

/// The outcome of a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "dialects", derive(utoipa::ToSchema))]
pub enum Outcome {
    /// The documents contain the answer.
    Answered,
    /// They may not; the nearest passages are shown and marked as such.
    Unsure,
    /// They do not seem to contain the answer.
    #[default]
    Refused,
}

impl Confidence {
    /// Full confidence, for answers that were looked up.
    pub const SURE: Self = Self { probability: 1.0, outcome: Outcome::Answered };

    /// Returns the outcome for this probability if `least` is required.
    pub fn new(probability: f32, least: f32) -> Self {
        let odds = |probability: f32| probability / (1.0 - probability).max(f32::EPSILON);
        let outcome = if probability >= least {
            Outcome::Answered
        } else if odds(probability) >= NEAR * odds(least) {
            Outcome::Unsure
        } else {
            Outcome::Refused
        };
        Self { probability, outcome }
    }
}

/// Two decimals: more would suggest a precision that is not there.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn in_hundredths<S: Serializer>(probability: &f32, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64((f64::from(*probability) * 100.0).round() / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_higher_threshold_answers_less() {
        let outcome = |probability, least| Confidence::new(probability, least).outcome;
        assert_eq!(outcome(0.6, 0.5), Outcome::Answered);
        assert_eq!(outcome(0.6, 0.8), Outcome::Unsure);
        assert_eq!(outcome(0.3, 0.5), Outcome::Unsure);
        assert_eq!(outcome(0.1, 0.5), Outcome::Refused);
        assert_eq!(outcome(0.0, 0.0), Outcome::Answered);
    }

    #[test]
    fn a_probability_is_told_in_hundredths() {
        let encoded = serde_json::json!(Confidence::new(0.666_6, 0.5));
        assert_eq!(encoded, serde_json::json!({"probability": 0.67, "outcome": "answered"}));
    }
}
