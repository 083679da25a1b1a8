//! Crazyhouse: chess in which captured pieces are dropped again by their captor.
