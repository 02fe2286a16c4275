//! How much memory a look-ahead of two moves takes. Alone in its program: the peak is the process's.
#![cfg(feature = "libtorch")]
#![cfg(target_os = "linux")]

mod common;

use quarterturn_trainer::device::Device;
use quarterturn_trainer::libtorch::compute::Compute;
use quarterturn_trainer::libtorch::net;
use quarterturn_trainer::libtorch::targets::lookahead::lookahead;
use quarterturn_trainer::puzzle;
use quarterturn_trainer::random::seeded;
use quarterturn_trainer::recipe::Recipe;

/// Two moves of Lights Out on 9×9 cells lead from 200 states to 1.3 million. Their 81 features each, of eight bytes,
/// take 850 MB all at once.
#[test]
fn what_lies_two_moves_ahead_is_never_there_all_at_once() {
    let text = "puzzle = \"lightsout9\"\nseed = 4\n\
         [net]\nkind = \"mlp\"\nlayers = [8]\nheads = [\"value\"]\n\
         [target]\nkind = \"davi\"\nsteps = 20\ncheck = 1\nthreshold = 1.0\n\
         [optimizer]\nbatch = 10\nrate = 1e-3\n[run]\nexamples = 1\ncompute = \"f32\"\n";
    let recipe: Recipe = toml::from_str(text).unwrap();
    let dynamics = puzzle::dynamics(&recipe.puzzle).unwrap();
    let net = net::build(&recipe, dynamics.shape(), Device::Cpu, Compute::F32);
    let walks = dynamics.walks(&mut seeded(1, 1, 1), 10, 20);
    let states = walks.scrambled();
    lookahead(net.as_ref(), states.narrow(0..20).as_ref(), 1);
    let before = common::peak();
    let ahead = lookahead(net.as_ref(), states.as_ref(), 2);
    assert_eq!(ahead.cost.size(), [200]);
    let taken = common::peak() - before;
    assert!(taken < 300 << 20, "{} MiB", taken >> 20);
}
