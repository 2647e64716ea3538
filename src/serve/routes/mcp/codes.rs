//! Error codes of JSON-RPC, and those that MCP adds.

/// Error code for a body that is not JSON.
pub(super) const PARSE: i32 = -32700;
/// Error code for JSON that is not a message.
pub(super) const INVALID: i32 = -32600;
/// Error code for an unknown method.
pub(super) const NO_METHOD: i32 = -32601;
/// Error code for invalid parameters.
pub(super) const PARAMETERS: i32 = -32602;
/// Error code for a failure of our own.
pub(super) const FAILED: i32 = -32603;
/// Error code for an unknown resource.
pub(super) const NOT_FOUND: i32 = -32002;
