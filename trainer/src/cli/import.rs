//! `import`: DeepCubeA's parameters as a weight file.

use super::Failure;
use quarterturn_trainer::libtorch;
use std::path::PathBuf;

/// Convert DeepCubeA's parameters to a weight file.
///
/// Reads a safetensors file with the network of the 3×3×3 cube, of any widths and any number of blocks.
/// The tensors are named as in PyTorch: fc1, bn1, fc2, bn2, blocks.I.0 to blocks.I.3, fc_out.
///
///   torch.save's file:  parameters = torch.load("model_state_dict.pt", map_location="cpu")
///   as safetensors:     safetensors.torch.save_file(parameters, "deepcubea.safetensors")
///
/// Stickers and colours are put in the order of `quarterturn solve`. The written file is compared with
/// LibTorch on 10,000 states.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Args {
    /// The parameters, NAME.safetensors.
    file: PathBuf,
    /// The file to write: NAME.qtw, or NAME.safetensors for `train --init` with
    /// `paper-deepcubea.toml`.
    #[arg(long)]
    to: PathBuf,
    /// Largest mean difference of the file from LibTorch, in moves.
    #[arg(long, default_value_t = 0.1)]
    tolerance: f64,
    /// Overwrite the file of --to, whatever it is.
    #[arg(long)]
    force: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    super::export::may_put(&args.to, &["qtw", "safetensors"], &[&args.file], args.force)?;
    let saved = libtorch::import(&args.file)?;
    super::export::write(&saved, &args.to, true, args.tolerance)
}
