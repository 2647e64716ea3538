//! The metrics of the process in Prometheus' text format: counts and times, without words or names.

use footnote_store::Counts;
use footnote_store::insights::AnswerRecord;
use prometheus::{
    Histogram, HistogramOpts, IntCounter, IntCounterVec, IntGauge, IntGaugeVec, Opts, Registry,
    TextEncoder,
};

use super::MeterError;

/// The bucket bounds of the histograms in seconds. Quotations take milliseconds, models up to minutes.
const SECONDS: [f64; 14] =
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0];

const FIRST_EVENT: &str = "Time from a question to the first event of its answer.";
const WHOLE_ANSWER: &str = "Time from a question to the end of its answer, unless its reader left.";
const DROPPED: &str = "Answers and judgements that could not be kept for the page of insights.";
const DOCUMENTS: &str = "Files by the state that reading left them in.";
const REACHABLE: &str =
    "1 if the documents can be listed; their counts are of the last time that they could.";

/// The metrics of one process.
pub(super) struct Meters {
    registry: Registry,
    questions: IntCounterVec,
    first_event: Histogram,
    whole_answer: Histogram,
    under_way: IntGauge,
    judgements: IntCounterVec,
    dropped: IntCounter,
    documents: IntGaugeVec,
    passages: IntGauge,
    is_reachable: IntGauge,
}

impl Meters {
    /// Creates all metrics at zero.
    ///
    /// # Errors
    ///
    /// Fails if they cannot be registered.
    pub(super) fn new() -> Result<Self, MeterError> {
        let registry = Registry::new();
        let counted = |name: &str, help: &str, labels: &[&str]| {
            registered(&registry, IntCounterVec::new(Opts::new(name, help), labels)?)
        };
        let gauge = |name: &str, help: &str| registered(&registry, IntGauge::new(name, help)?);
        register_version(&registry)?;
        Ok(Self {
            questions: counted(
                "footnote_questions_total",
                "Questions whose answer has ended, by wire form and outcome.",
                &["form", "outcome"],
            )?,
            first_event: seconds(&registry, "footnote_first_event_seconds", FIRST_EVENT)?,
            whole_answer: seconds(&registry, "footnote_answer_seconds", WHOLE_ANSWER)?,
            under_way: gauge("footnote_answers_under_way", "Answers that have not ended.")?,
            judgements: counted(
                "footnote_judgements_total",
                "Answers that readers judged.",
                &["helps"],
            )?,
            dropped: registered(
                &registry,
                IntCounter::new("footnote_insights_dropped_total", DROPPED)?,
            )?,
            documents: registered(
                &registry,
                IntGaugeVec::new(Opts::new("footnote_documents", DOCUMENTS), &["state"])?,
            )?,
            passages: gauge("footnote_passages", "Passages that can be found.")?,
            is_reachable: gauge("footnote_store_reachable", REACHABLE)?,
            registry: registry.clone(),
        })
    }

    /// Counts an answer that begins.
    pub(super) fn begin(&self) {
        self.under_way.inc();
    }

    /// Counts an answer that has ended.
    pub(super) fn end(&self, answer: &AnswerRecord) {
        use footnote_store::insights::AnswerOutcome::Cancelled;

        self.under_way.dec();
        let labels = [answer.form.as_str(), answer.outcome.name()];
        self.questions.with_label_values(&labels).inc();
        if let Some(first) = answer.first_ms {
            self.first_event.observe(first as f64 / 1000.0);
        }
        if answer.outcome != Cancelled {
            self.whole_answer.observe(answer.whole_ms as f64 / 1000.0);
        }
    }

    /// Counts a reader's judgement of an answer.
    pub(super) fn judge(&self, helps: bool) {
        self.judgements.with_label_values(&[if helps { "true" } else { "false" }]).inc();
    }

    /// Counts insights that could not be kept.
    pub(super) fn drop_insights(&self, count: usize) {
        self.dropped.inc_by(count as u64);
    }

    /// Returns all metrics as text, with the numbers of files if known.
    ///
    /// # Errors
    ///
    /// Fails if they cannot be encoded.
    pub(super) fn text(&self, files: Option<Counts>) -> Result<String, MeterError> {
        self.is_reachable.set(i64::from(files.is_some()));
        if let Some(Counts { ready, failed, images, passages }) = files {
            for (state, count) in [("ready", ready), ("failed", failed), ("image", images)] {
                self.documents.with_label_values(&[state]).set(number(count));
            }
            self.passages.set(number(passages));
        }
        TextEncoder::new().encode_to_string(&self.registry.gather())
    }
}

/// Registers a histogram of seconds.
fn seconds(registry: &Registry, name: &str, help: &str) -> Result<Histogram, MeterError> {
    let options = HistogramOpts::new(name, help).buckets(SECONDS.to_vec());
    registered(registry, Histogram::with_opts(options)?)
}

/// Registers a gauge of 1, labelled with the running version.
fn register_version(registry: &Registry) -> Result<(), MeterError> {
    let build = Opts::new("footnote_build_info", "The version that runs.")
        .const_label("version", env!("CARGO_PKG_VERSION"));
    registered(registry, IntGauge::with_opts(build)?)?.set(1);
    Ok(())
}

fn registered<C: prometheus::core::Collector + Clone + 'static>(
    registry: &Registry,
    meter: C,
) -> Result<C, MeterError> {
    registry.register(Box::new(meter.clone()))?;
    Ok(meter)
}

fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
