//! Values that the server passes to the page with the first rendering.

use leptos::prelude::SharedValue;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// On the server, the value of `initial`; in the browser, the value that the server has rendered.
pub(crate) fn shared<T>(initial: impl FnOnce() -> T) -> T
where
    T: Serialize + DeserializeOwned + Default,
{
    let value: SharedValue<Value> =
        SharedValue::new(|| serde_json::to_value(initial()).unwrap_or_default());
    serde_json::from_value(value.into_inner()).unwrap_or_default()
}
