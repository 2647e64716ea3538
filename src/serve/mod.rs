//! HTTP: configuration, routes, headers, limits and shutdown.
