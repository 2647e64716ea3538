//! Values that the server passes to the page with the first rendering.

use leptos::prelude::SharedValue;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// On the server, the value of `initial`; in the browser, the value that the server has rendered.
pub fn shared<T>(initial: impl FnOnce() -> T) -> T
where
    T: Serialize + DeserializeOwned + Default,
{
    serde_json::from_value(shared_json(initial)).unwrap_or_default()
}

/// Returns the same as JSON, for values that are read by code that comes later.
pub(crate) fn shared_json<T: Serialize>(initial: impl FnOnce() -> T) -> Value {
    let value: SharedValue<Value> = SharedValue::new(|| {
        // The page would carry code to write values that it only reads.
        if cfg!(feature = "ssr") {
            serde_json::to_value(initial()).unwrap_or_default()
        } else {
            Value::Null
        }
    });
    value.into_inner()
}
