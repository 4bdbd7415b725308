//! The learner's state on disk.
//!
//! Input and output: a [`State`] and a file of named tensors (see [`crate::net::tensor_file`]): for every tensor `NAME`
//! of the network `parameters/NAME`, `moment1/NAME`, `moment2/NAME` and `average/NAME`, and the text `steps`.
//! Invariant: what is read is what was written, bit for bit, or an error that names the file.

use std::collections::BTreeMap;
use std::path::Path;

use super::learner::State;
use super::optimizer::AdamW;
use crate::base::fault::Fault;
use crate::base::file;
use crate::net::parameters::Entry;
use crate::net::tensor_file::TensorFile;

const STEPS: &str = "steps";

/// Writes the state to `path`, at once or not at all.
pub(super) fn save(state: &State, layout: &[Entry], path: &Path) -> Result<(), Fault> {
    let mut contents = TensorFile { metadata: BTreeMap::new(), tensors: Vec::new() };
    contents.metadata.insert(STEPS.into(), state.optimizer.steps.to_string());
    let groups = [
        ("parameters", &state.parameters),
        ("moment1", &state.optimizer.moment1),
        ("moment2", &state.optimizer.moment2),
        ("average", &state.average),
    ];
    for (group, values) in groups {
        contents.push_all(group, layout, values);
    }
    file::write_atomic(path, &contents.encode())
}

/// The state that was written to `path`.
pub(super) fn load(layout: &[Entry], path: &Path) -> Result<State, Fault> {
    let bytes = file::read(path)?;
    let damaged = |why: String| Fault::input(format!("{}: {why}", path.display()));
    let mut contents = TensorFile::decode(&bytes).map_err(|why| damaged(format!("not a learner's state: {why}")))?;
    let steps = contents.metadata.get(STEPS).and_then(|text| text.parse().ok());
    let steps = steps.ok_or_else(|| damaged("not a learner's state: no count of steps".into()))?;
    let mut take = |group| contents.take_all(group, layout).map_err(damaged);
    let state = State {
        parameters: take("parameters")?,
        optimizer: AdamW { moment1: take("moment1")?, moment2: take("moment2")?, steps },
        average: take("average")?,
    };
    match contents.tensors.first() {
        Some(extra) => Err(damaged(format!("holds tensor `{}`, which this network does not have", extra.name))),
        None => Ok(state),
    }
}
