//! What network to build.
//!
//! Input: the `[network]` table of a configuration. Output: a [`NetConfig`], checked, with its size in parameters and
//! multiply-adds. Invariant: two equal configurations give networks of exactly the same tensors, so that weights fit.

use serde::{Deserialize, Serialize};

use super::features::{GLOBALS, INPUTS, PLANES, POINTS};
use super::heads::{KINDS, VALUE_CHANNELS, VALUE_HIDDEN};
use crate::base::check::{Check, Finding, Findings};

/// The shape of the trunk between the inputs and the two heads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// All inputs flat, then residual blocks of two full layers.
    Dense,
    /// One vector a point; each block mixes across the 33 points, then across the channels.
    Mixer,
    /// One vector a point; each block is two 3x3 convolutions over the board's grid.
    Conv,
}

impl Kind {
    /// All kinds, for comparisons and tests.
    pub const ALL: [Kind; 3] = [Kind::Dense, Kind::Mixer, Kind::Conv];

    /// The name that a configuration uses.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Dense => "dense",
            Kind::Mixer => "mixer",
            Kind::Conv => "conv",
        }
    }
}

/// Kind and size of the network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NetConfig {
    /// Shape of the trunk: `dense`, `mixer` or `conv`.
    pub kind: Kind,
    /// Width of the trunk: neurons (`dense`) or channels of each point (`mixer`, `conv`). Range 4 to 1024.
    pub width: usize,
    /// Residual blocks. Range 1 to 32.
    pub blocks: usize,
    /// Hidden units of the mixing across points; only `mixer` uses it. Range 4 to 512.
    pub mixing: usize,
}

impl Default for NetConfig {
    fn default() -> Self {
        NetConfig { kind: Kind::Dense, width: 256, blocks: 3, mixing: 64 }
    }
}

impl Check for NetConfig {
    fn check(&self) -> Vec<Finding> {
        let mut findings = Findings::new();
        findings.range("width", self.width, 4..=1024, "256 (dense) or 32 (mixer, conv) is usual");
        findings.range("blocks", self.blocks, 1..=32, "3 or 4 is usual");
        findings.range("mixing", self.mixing, 4..=512, "64 is usual");
        findings.into_vec()
    }
}

impl NetConfig {
    /// Multiply-adds of one evaluation: the cost that decides its speed.
    pub fn multiply_adds(&self) -> usize {
        let (width, points) = (self.width, POINTS);
        let stem = points * PLANES * width + GLOBALS * width;
        let point_heads = points * width * (KINDS + VALUE_CHANNELS)
            + (points * VALUE_CHANNELS + GLOBALS) * VALUE_HIDDEN
            + VALUE_HIDDEN * 3;
        match self.kind {
            Kind::Dense => {
                let heads = width * (points * KINDS + VALUE_HIDDEN) + VALUE_HIDDEN * 3;
                INPUTS * width + self.blocks * 2 * width * width + heads
            }
            Kind::Mixer => {
                let block = 2 * points * self.mixing * width + 2 * points * width * width;
                stem + self.blocks * block + point_heads
            }
            Kind::Conv => stem + self.blocks * 2 * points * 9 * width * width + point_heads,
        }
    }
}
