//! What one client has set up: variant, options, position, history.
