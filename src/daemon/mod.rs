//! Threads and channels: reader, main loop, searcher.
