//! The protocol: lines to typed commands and replies to text. Knows no game.
