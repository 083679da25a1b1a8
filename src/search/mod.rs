//! Search: generic over the contract, compiled per game.
