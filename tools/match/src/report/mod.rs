//! What people and programs are shown of a match.

mod crosstable;
mod plot;
mod progress;
mod table;

pub use crosstable::crosstable;
pub use plot::plot;
pub use progress::Progress;
pub(crate) use table::microseconds;
pub use table::{json, table};
