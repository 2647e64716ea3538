//! Values that the server hands to the page with its first rendering.

use leptos::prelude::SharedValue;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The value of `initial` on the server; in the browser the same, as the server has rendered it.
pub(crate) fn shared<T>(initial: impl FnOnce() -> T) -> T
where
    T: Serialize + DeserializeOwned + Default,
{
    let value: SharedValue<Value> =
        SharedValue::new(|| serde_json::to_value(initial()).unwrap_or_default());
    serde_json::from_value(value.into_inner()).unwrap_or_default()
}
