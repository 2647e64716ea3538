//! Describes a form by schemas derived from the types of its bodies.

use serde_json::{Map, Value, json};
use utoipa::ToSchema;

/// Description of a form in `/openapi.json`.
#[derive(Debug)]
pub struct Description {
    /// The form in one sentence.
    pub summary: &'static str,
    /// Schema of each kind of body: `request`, `answer`, `line` and `error`.
    pub bodies: Map<String, Value>,
    /// Named schemas that the bodies refer to; may contain duplicates.
    pub parts: Vec<(String, Value)>,
}

impl Description {
    /// Describes a form by its whole answers, the values of its streams, and its errors.
    pub(super) fn of<Whole: ToSchema, Line: ToSchema, Error: ToSchema>(
        summary: &'static str,
    ) -> Self {
        let empty = Self { summary, bodies: Map::new(), parts: Vec::new() };
        empty.with::<Whole>("answer").with::<Line>("line").with::<Error>("error")
    }

    /// Adds the requests of a form, with an example.
    pub(super) fn with_request<Request: ToSchema>(self, example: Value) -> Self {
        let mut described = self.with::<Request>("request");
        if let Some(Value::Object(schema)) = described.bodies.get_mut("request") {
            schema.insert("example".to_owned(), example);
        }
        described
    }

    fn with<Body: ToSchema>(mut self, kind: &str) -> Self {
        self.bodies.insert(kind.to_owned(), json!(Body::schema()));
        let mut parts = Vec::new();
        Body::schemas(&mut parts);
        let parts = parts.into_iter();
        self.parts.extend(parts.map(|(name, schema)| (name, json!(schema))));
        self
    }
}
