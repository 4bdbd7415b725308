//! Named tensors in one file, in the safetensors format.
//!
//! Layout: the header's length (8 bytes, little endian); the header, JSON: for each tensor its name, `dtype` (always
//! `F32`), `shape` and `data_offsets` [begin, end) counted from the end of the header, and under `__metadata__` texts by
//! name; then the values, little endian, row-major, without gaps. Tools of other languages read it as it is.
//! Invariant: a file round-trips bit for bit, and bytes that are not such a file give an error, never a panic or a
//! large allocation.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::parameters::Entry;

/// Key of the texts in the header.
const METADATA: &str = "__metadata__";

/// One tensor.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedTensor {
    /// Unique name.
    pub name: String,
    /// Dimensions.
    pub shape: Vec<usize>,
    /// Elements in row-major order.
    pub values: Vec<f32>,
}

/// The contents of one file.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TensorFile {
    /// Texts by name.
    pub metadata: BTreeMap<String, String>,
    /// The tensors, in the order of their values in the file.
    pub tensors: Vec<NamedTensor>,
}

#[derive(Serialize, Deserialize)]
struct Header {
    dtype: String,
    shape: Vec<usize>,
    data_offsets: [usize; 2],
}

impl TensorFile {
    /// Adds a flat vector, cut into its tensors, each under the name `GROUP/NAME`.
    pub fn push_all(&mut self, group: &str, layout: &[Entry], values: &[f32]) {
        self.tensors.extend(layout.iter().map(|entry| NamedTensor {
            name: format!("{group}/{}", entry.name),
            shape: entry.shape.clone(),
            values: values[entry.range()].to_vec(),
        }));
    }

    /// Takes out the flat vector that was added under `group`.
    ///
    /// # Errors
    /// A tensor is missing or has another shape; the message names it and both shapes.
    pub fn take_all(&mut self, group: &str, layout: &[Entry]) -> Result<Vec<f32>, String> {
        let mut values = Vec::new();
        for entry in layout {
            let name = format!("{group}/{}", entry.name);
            let found = self.tensors.iter().position(|tensor| tensor.name == name);
            let place = found.ok_or_else(|| format!("has no tensor `{name}`, which must be {:?}", entry.shape))?;
            let tensor = self.tensors.remove(place);
            if tensor.shape != entry.shape {
                return Err(format!("tensor `{name}` is {:?}, but must be {:?}", tensor.shape, entry.shape));
            }
            values.extend(tensor.values);
        }
        Ok(values)
    }

    /// The bytes of the file.
    pub fn encode(&self) -> Vec<u8> {
        let mut header = serde_json::Map::new();
        header.insert(METADATA.to_string(), serde_json::json!(self.metadata));
        let mut end = 0;
        for tensor in &self.tensors {
            let begin = end;
            end += tensor.values.len() * size_of::<f32>();
            let entry = Header { dtype: "F32".into(), shape: tensor.shape.clone(), data_offsets: [begin, end] };
            header.insert(tensor.name.clone(), serde_json::to_value(entry).expect("plain data is valid JSON"));
        }
        let header = Value::Object(header).to_string();
        // Padding with spaces keeps the values aligned, as the format asks.
        let padded = header.len().next_multiple_of(8);
        let mut bytes = Vec::with_capacity(8 + padded + end);
        bytes.extend((padded as u64).to_le_bytes());
        bytes.extend(header.as_bytes());
        bytes.resize(8 + padded, b' ');
        for tensor in &self.tensors {
            bytes.extend(tensor.values.iter().flat_map(|value| value.to_le_bytes()));
        }
        bytes
    }

    /// The contents of `bytes`.
    ///
    /// # Errors
    /// What is wrong with the bytes, in words.
    pub fn decode(bytes: &[u8]) -> Result<TensorFile, String> {
        let (length, rest) = bytes.split_first_chunk::<8>().ok_or("shorter than its first 8 bytes")?;
        let length = usize::try_from(u64::from_le_bytes(*length)).ok().filter(|&length| length <= rest.len());
        let (header, data) = rest.split_at(length.ok_or("cut off within its header")?);
        let header: serde_json::Map<String, Value> =
            serde_json::from_slice(header).map_err(|error| format!("damaged header: {error}"))?;
        let mut file = TensorFile::default();
        let mut placed = Vec::new();
        for (name, value) in header {
            if name == METADATA {
                file.metadata = serde_json::from_value(value).map_err(|error| format!("damaged header: {error}"))?;
            } else {
                let entry: Header =
                    serde_json::from_value(value).map_err(|error| format!("damaged header of `{name}`: {error}"))?;
                placed.push((name, entry));
            }
        }
        placed.sort_by_key(|(_, entry)| entry.data_offsets);
        let mut begin = 0;
        for (name, entry) in placed {
            let end = check_entry(&name, &entry, begin, data.len())?;
            let (values, _) = data[begin..end].as_chunks::<4>();
            let values = values.iter().map(|&value| f32::from_le_bytes(value)).collect();
            file.tensors.push(NamedTensor { name, shape: entry.shape, values });
            begin = end;
        }
        if begin != data.len() {
            return Err(format!("{} bytes after its last tensor", data.len() - begin));
        }
        Ok(file)
    }
}

/// The end of a tensor that must begin at `begin`, if all that its header says fits the file.
fn check_entry(name: &str, entry: &Header, begin: usize, available: usize) -> Result<usize, String> {
    if entry.dtype != "F32" {
        return Err(format!("tensor `{name}` is {}, not F32", entry.dtype));
    }
    let size = entry.shape.iter().try_fold(size_of::<f32>(), |size, &length| size.checked_mul(length));
    let end = size.and_then(|size| begin.checked_add(size));
    if entry.data_offsets[0] != begin || end != Some(entry.data_offsets[1]) {
        return Err(format!("tensor `{name}` of shape {:?} does not lie at {:?}", entry.shape, entry.data_offsets));
    }
    end.filter(|&end| end <= available).ok_or_else(|| format!("cut off within tensor `{name}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> TensorFile {
        let tensor = |name: &str, shape: &[usize], values: &[f32]| NamedTensor {
            name: name.into(),
            shape: shape.into(),
            values: values.into(),
        };
        TensorFile {
            metadata: BTreeMap::from([("steps".into(), "12".into())]),
            // Not in the order of their names, to see that their own order is kept.
            tensors: vec![
                tensor("b", &[2, 2], &[1.5, -0.0, f32::MIN_POSITIVE, f32::MAX]),
                tensor("a", &[3], &[f32::INFINITY, 1e-45, 0.1]),
            ],
        }
    }

    #[test]
    fn a_file_round_trips_bit_for_bit() {
        let read = TensorFile::decode(&sample().encode()).unwrap();
        assert_eq!(read, sample());
        assert!(read.tensors[0].values[1].is_sign_negative());
    }

    #[test]
    fn a_file_cut_anywhere_is_an_error() {
        let bytes = sample().encode();
        for length in 0..bytes.len() {
            assert!(TensorFile::decode(&bytes[..length]).is_err(), "cut to {length} bytes");
        }
        let mut longer = bytes.clone();
        longer.push(0);
        assert!(TensorFile::decode(&longer).unwrap_err().contains("after its last tensor"));
    }

    #[test]
    fn a_changed_byte_in_the_header_is_never_a_panic() {
        let bytes = sample().encode();
        let header = 8 + u64::from_le_bytes(*bytes.first_chunk().unwrap()) as usize;
        for place in 0..header {
            for change in [1, 0x10, 0x80] {
                let mut damaged = bytes.clone();
                damaged[place] ^= change;
                let _ = TensorFile::decode(&damaged);
            }
        }
    }
}
