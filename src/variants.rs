//! The registry: every variant, one line each.
