//! One turn under way: the request and the engine, with the settings resolved.

use std::sync::Arc;
use std::time::Instant;

use footnote_documents::Passage;
use footnote_documents::attach::{Attached, Image};
use footnote_models::ChatModel;
use footnote_models::fit::newest;
use footnote_protocol::{ChatRequest, Message, RestsOn, RetrievalMode, Role};
use footnote_search::attached::AttachedFiles;
use footnote_search::copies;
use footnote_store::RetrieveError;
use footnote_store::search::{Query, SearchResult};
use footnote_text::hidden::clean;

use crate::Rag;
use crate::instructions::Instructions;
use crate::question::Question;
use crate::question::long::{self, MessageParts};

/// The sentence after the reason why passages replace a model's answer.
pub const SHOWN_INSTEAD: &str = "These passages fit your question best.";

/// One turn under way.
pub struct Turn {
    /// The request, without hidden text.
    pub request: ChatRequest,
    /// The client's own instructions to the model, removed from the request.
    pub instructions: Instructions,
    /// The parts of the last message that are read.
    pub read: MessageParts,
    /// Number of hidden characters removed from the conversation.
    pub(super) hidden: usize,
    /// The question of the last message.
    pub question: Question,
    /// The engine, as if there were no documents outside of the scope.
    pub rag: Rag,
    /// The model that writes this turn, even if another is chosen meanwhile; `None` if passages are shown.
    pub model: Option<Arc<dyn ChatModel>>,
    /// The attached files.
    files: Arc<AttachedFiles>,
    /// The attached files with hidden text, each with the number of hidden characters.
    pub(super) hidden_files: Vec<(String, usize)>,
    /// The attached images.
    pub images: Vec<Image>,
    /// The start of the turn.
    pub begun: Instant,
}

/// Removes hidden text from a conversation and returns the number of characters removed.
fn remove_hidden_text(request: &mut ChatRequest) -> usize {
    let messages = request.messages.iter_mut();
    messages.map(|message| clean(&mut message.content)).sum()
}

impl Turn {
    /// Creates the turn of the last message of a request.
    pub fn new(rag: &Rag, mut request: ChatRequest) -> Self {
        let hidden = remove_hidden_text(&mut request);
        let instructions = Instructions::take(&mut request, rag.settings.history_tokens);
        let read = long::read(request.question());
        Self {
            hidden,
            instructions,
            begun: Instant::now(),
            question: Question::new(&read, request.history()),
            read,
            rag: rag.clone(),
            model: rag.model.current(),
            files: Arc::default(),
            hidden_files: Vec::new(),
            images: Vec::new(),
            request,
        }
    }

    /// Adds the files attached to its conversation.
    #[must_use]
    pub fn with(mut self, attached: Attached) -> Self {
        self.files = Arc::new(AttachedFiles::new(attached.passages));
        self.images = attached.images;
        self.hidden_files = attached.hidden;
        self
    }

    /// Narrows the turn to the scope that its request names.
    ///
    /// # Errors
    ///
    /// Fails if the catalog cannot be read.
    pub async fn in_scope(mut self) -> Result<Self, RetrieveError> {
        if let Some(scope) = self.request.overrides.narrowed() {
            self.rag = self.rag.within(scope).await?;
        }
        Ok(self)
    }

    /// Drops data that is not needed once a model writes, since pasted or attached text may be large. Attached files are
    /// kept if the model may still look into them.
    pub fn drop_large_texts(&mut self, keeps_files: bool) {
        self.read = MessageParts::default();
        self.question.context = Vec::new();
        if !keeps_files {
            self.files = Arc::default();
        }
        for message in &mut self.request.messages {
            let begins = long::beginning(&message.content).len();
            message.content.truncate(begins);
            message.content.shrink_to_fit();
        }
        for image in &mut self.images {
            image.bytes = Vec::new();
        }
    }

    /// Returns true if there are attached images and the model looks at them.
    pub fn model_sees_images(&self) -> bool {
        let sees = self.model.as_ref().is_some_and(|model| model.sees());
        !self.images.is_empty() && sees
    }

    /// Returns the passages of an attached file, in order; none if there is no such file.
    pub(super) fn attached(&self, path: &str) -> Vec<Passage> {
        self.files.document(path)
    }

    /// Searches, once few enough other searches are under way.
    pub(super) async fn retrieve(&self, query: &Query) -> Result<SearchResult, RetrieveError> {
        let search = async {
            let wide = Query { top: copies::candidates(query.top), ..query.clone() };
            let mut found = self.rag.retriever.retrieve(&wide).await?;
            found.hits = copies::merged(found.hits, query.top);
            self.files.merged_with(found, query).await
        };
        self.rag.workers.search(search).await
    }

    /// Returns the number of passages of a query that an answer shows.
    pub fn shown_of(&self, query: &Query) -> usize {
        let usual = usize::try_from(self.rag.settings.top).unwrap_or(query.top);
        if self.request.overrides.top.is_some() { query.top } else { query.top.min(usual) }
    }

    /// Returns the retrieval mode that the request wants, available or not.
    pub(super) fn mode(&self) -> RetrievalMode {
        let overrides = &self.request.overrides;
        if overrides.search_text_embeddings == Some(false) {
            return RetrievalMode::Text;
        }
        let usual = || self.rag.retriever.default_mode();
        overrides.retrieval_mode.unwrap_or_else(usual)
    }

    /// Returns the sampling temperature, from 0 to 1.
    pub fn temperature(&self) -> f32 {
        let wanted = self.request.overrides.temperature;
        wanted.unwrap_or(self.rag.settings.temperature).clamp(0.0, 1.0)
    }

    /// Returns the maximum number of tokens that a model writes.
    pub fn max_tokens(&self) -> u32 {
        let most = self.rag.settings.answer_tokens;
        self.request.sampling.max_tokens.map_or(most, |wanted| wanted.min(most))
    }

    /// Returns true if passages are given by their captions.
    pub fn wants_captions(&self) -> bool {
        self.request.overrides.semantic_captions == Some(true)
    }

    /// Returns true if follow-up questions are wanted.
    pub fn wants_follow_ups(&self) -> bool {
        self.request.overrides.suggest_followup_questions == Some(true)
    }

    /// Returns the newest whole messages of the earlier conversation, at most `most`, that fit into a prompt. Notes
    /// about a failed model are left out.
    pub fn recent(&self, most: usize) -> Vec<Message> {
        let mut recent = newest(self.request.history(), most, self.rag.settings.history_tokens);
        for message in recent.iter_mut().filter(|message| message.role == Role::Assistant) {
            if let Some((reason, quoted)) = message.content.split_once(SHOWN_INSTEAD)
                && !reason.contains('\n')
            {
                message.content = quoted.trim_start().to_owned();
            }
        }
        recent
    }

    /// Returns what the earlier answers shown to this turn's model rest on; nothing if there is no model.
    pub fn earlier_basis(&self) -> RestsOn {
        let mut basis = RestsOn::default();
        if self.model.is_some() {
            let is_answer = |message: &&Message| message.role == Role::Assistant;
            let answers = self.recent(usize::MAX).iter().filter(is_answer).count();
            let known = &self.request.earlier_rest_on;
            basis.unknown = known.len() < answers;
            known.iter().rev().take(answers).for_each(|known| basis.extend(known));
        }
        basis
    }

    /// Returns the last questions of the reader, oldest first, including this one.
    pub fn recent_questions(&self) -> Vec<&str> {
        let before = self.request.history().iter().rev();
        let before = before.filter(|message| message.role == Role::User);
        let before = before.map(|message| long::beginning(&message.content));
        let mut recent_questions = vec![self.question.text.as_str()];
        recent_questions.extend(before.take(long::MAX_EARLIER_QUESTIONS));
        recent_questions.reverse();
        recent_questions
    }
}

/// Returns the milliseconds since `begun`.
pub fn elapsed_ms(begun: Instant) -> u64 {
    u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX)
}
