//! Lists of fixed capacity.

use arrayvec::ArrayVec;

/// A list of actions with a fixed capacity: what a game names as its `Actions`.
///
/// A trait, because stable Rust cannot say "an array as long as a constant of this game".
pub trait List<T>: Default {
    /// The most it can hold.
    const CAPACITY: usize;

    /// Adds at the end. Past the capacity this panics, which a search reports as an internal error: a list that
    /// is too short is a bug to be seen, never a move silently lost.
    fn push(&mut self, item: T);

    /// What it holds, in order.
    fn items(&self) -> &[T];

    /// What it holds, to reorder.
    fn items_mut(&mut self) -> &mut [T];
}

impl<T, const N: usize> List<T> for ArrayVec<T, N> {
    const CAPACITY: usize = N;

    #[inline]
    fn push(&mut self, item: T) {
        ArrayVec::push(self, item);
    }

    #[inline]
    fn items(&self) -> &[T] {
        self
    }

    #[inline]
    fn items_mut(&mut self) -> &mut [T] {
        self
    }
}
