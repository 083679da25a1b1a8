//! War Chess: dice, support, towers with crews, charges, spells.
