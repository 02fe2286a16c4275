//! What takes LibTorch's place in a trainer that was built without it. Recipes that need it are refused before
//! anything starts.

use crate::backend::{Course, native::Native};
use crate::device::Device;
use crate::dynamics::{Dynamics, Shape};
use crate::net::Net;
use crate::recipe::Recipe;
use crate::saved::Saved;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

/// Whether the trainer was built with LibTorch.
pub const BUILT: bool = false;

/// Something that needs LibTorch.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0} needs LibTorch, and this trainer was built without it; build it with the feature libtorch"
)]
pub struct Missing(String);

/// The number of processors.
pub fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// There are no threads but our own.
pub fn allow_threads(_: usize) {}

/// There is no GPU.
///
/// # Errors
/// Always.
pub fn cuda(_: usize) -> Result<Device, Missing> {
    Err(Missing("CUDA".into()))
}

/// Nothing is imported.
///
/// # Errors
/// Always.
pub fn import(path: &Path) -> Result<Saved, Missing> {
    Err(Missing(format!("importing {}", path.display())))
}

/// Says that it is missing.
///
/// # Errors
/// What `out` says.
pub fn doctor(out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "LibTorch       not built in (feature libtorch): this trainer is for networks of kind \"mlp\" with the targets \
walk, bellman and exact"
    )
}

pub(crate) fn net(_: &Recipe, _: Shape, _: Device) -> Box<dyn Net> {
    unreachable!("recipes for LibTorch are refused")
}

pub(crate) fn batches<'a>(
    _: &Recipe,
    _: &Arc<dyn Dynamics>,
    _: &'a dyn Net,
) -> Box<dyn FnMut(u64) -> Vec<u16> + 'a> {
    unreachable!("recipes for LibTorch are refused")
}

pub(crate) fn native_course(
    _: &Recipe,
    _: &Arc<dyn Dynamics>,
    _: Native,
    _: (usize, usize),
) -> Box<dyn Course> {
    unreachable!("recipes for LibTorch are refused")
}
