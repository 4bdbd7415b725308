//! What every other module stands on.

pub mod rng;
