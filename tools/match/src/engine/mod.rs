//! Engines: what the command line says of them, their processes, the protocol spoken with them.

mod client;
mod config;
mod info;
mod process;

pub use client::{Answer, Ask, Client, Failure, Fault, Patience};
pub use config::Config;
pub use info::Info;
