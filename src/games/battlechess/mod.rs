//! Battle Chess: chess with a deck of cards and hidden hands.
