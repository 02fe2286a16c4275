//! Where a network computes.

/// The processor, or a GPU, which LibTorch uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Device {
    /// The processor.
    #[default]
    Cpu,
    /// A GPU by its number.
    Cuda(usize),
}
