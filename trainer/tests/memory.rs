//! How much memory look-aheads take. Alone in their program, in turns: the peak is the process's.
#![cfg(feature = "libtorch")]
#![cfg(target_os = "linux")]

mod common;

use quarterturn_trainer::device::Device;
use quarterturn_trainer::libtorch::compute::Compute;
use quarterturn_trainer::libtorch::net;
use quarterturn_trainer::libtorch::targets::lookahead::lookahead;
use quarterturn_trainer::puzzle;
use quarterturn_trainer::random::seeded;
use quarterturn_trainer::recipe::{Net, Recipe};
use std::path::Path;

/// How many bytes more than before this holds at its worst, measured from what is in use now.
fn taken(work: impl FnOnce()) -> usize {
    // So the kernel forgets the peak of what ran before.
    std::fs::write("/proc/self/clear_refs", "5").unwrap();
    let before = common::peak();
    work();
    common::peak() - before
}

/// The children of 48 states take 1.4 GiB in Brinner's stacked network, all at once.
#[test]
fn a_look_ahead_takes_a_gibibyte_of_any_network() {
    let _turn = common::generator();
    let recipes = Path::new(env!("CARGO_MANIFEST_DIR")).join("recipes");
    let recipe = recipes.join("paper-brinner-stacked.toml");
    let (mut recipe, _) = Recipe::load(&recipe).unwrap();
    // One block of the four takes as much at a time.
    if let Net::StackedAttention { blocks, .. } = &mut recipe.net {
        *blocks = 1;
    }
    let dynamics = puzzle::dynamics(&recipe.puzzle).unwrap();
    let net = net::build(&recipe, dynamics.shape(), Device::Cpu, Compute::F32);
    let walks = dynamics.walks(&mut seeded(1, 1, 1), 6, 8);
    let taken = taken(|| {
        let ahead = lookahead(net.as_ref(), walks.scrambled().as_ref(), 1);
        assert_eq!(ahead.cost.size(), [48]);
    });
    assert!(taken < 9 << 27, "{} MiB", taken >> 20);
}

/// Two moves of Lights Out on 9×9 cells lead from 200 states to 1.3 million. Their 81 features each, of eight bytes,
/// take 850 MB all at once.
#[test]
fn what_lies_two_moves_ahead_is_never_there_all_at_once() {
    let _turn = common::generator();
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
    let taken = taken(|| {
        let ahead = lookahead(net.as_ref(), states.as_ref(), 2);
        assert_eq!(ahead.cost.size(), [200]);
    });
    assert!(taken < 300 << 20, "{} MiB", taken >> 20);
}
