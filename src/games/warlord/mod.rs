//! Warlord: no captures but combat, in rounds.
