//! Where the network is computed.
//!
//! Input: a name from the configuration. Output: a burn [`Device`]. Invariant: a device that this program was built
//! without is refused with the way to build it in; nothing falls back to another device silently.

use burn::tensor::Device;

use crate::base::fault::Fault;

/// A device was asked for that this program cannot offer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DeviceError {
    /// The device exists, but not in this program.
    #[error("`{name}` is not built into this program: build it with `cargo build --release --features {name}`")]
    NotBuilt {
        /// The name asked for.
        name: &'static str,
    },
    /// There is no such device.
    #[error("must be `cpu`, `wgpu` or `cuda`, found `{name}`")]
    Unknown {
        /// The name asked for.
        name: String,
    },
}

impl From<DeviceError> for Fault {
    fn from(error: DeviceError) -> Self {
        Fault::input(error.to_string())
    }
}

/// The device with this name: `cpu` (burn's Flex backend, pure Rust, always there), `wgpu` (a GPU through Vulkan, Metal
/// or DirectX 12; cargo feature `wgpu`) or `cuda` (an NVIDIA GPU; cargo feature `cuda`).
///
/// # Errors
/// An unknown name, or a device that this program was built without.
pub fn device(name: &str) -> Result<Device, DeviceError> {
    match name {
        "cpu" => Ok(Device::flex()),
        #[cfg(feature = "wgpu")]
        "wgpu" => Ok(Device::wgpu(burn::tensor::DeviceKind::DefaultDevice)),
        #[cfg(not(feature = "wgpu"))]
        "wgpu" => Err(DeviceError::NotBuilt { name: "wgpu" }),
        #[cfg(feature = "cuda")]
        "cuda" => Ok(Device::cuda(0)),
        #[cfg(not(feature = "cuda"))]
        "cuda" => Err(DeviceError::NotBuilt { name: "cuda" }),
        other => Err(DeviceError::Unknown { name: other.to_owned() }),
    }
}
