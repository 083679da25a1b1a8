//! Warrior Chess, for two and for four.
