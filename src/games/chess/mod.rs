//! Orthodox chess, with Chess960 castling: the reference variant.
