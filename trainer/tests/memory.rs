//! How much memory a look-ahead takes. Alone in its program: the peak is the process's.
#![cfg(feature = "libtorch")]
#![cfg(target_os = "linux")]

mod common;

use common::peak;
use quarterturn_trainer::device::Device;
use quarterturn_trainer::libtorch::compute::Compute;
use quarterturn_trainer::libtorch::net;
use quarterturn_trainer::libtorch::targets::lookahead;
use quarterturn_trainer::puzzle;
use quarterturn_trainer::random::seeded;
use quarterturn_trainer::recipe::{Net, Recipe};
use std::path::Path;

/// The children of 48 states take 1.4 GiB in Brinner's stacked network, all at once.
#[test]
fn a_look_ahead_takes_a_gibibyte_of_any_network() {
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
    let before = peak();
    let ahead = lookahead::lookahead(net.as_ref(), walks.scrambled().as_ref(), 1);
    assert_eq!(ahead.cost.size(), [48]);
    let taken = peak() - before;
    assert!(taken < 9 << 27, "{} MiB", taken >> 20);
}
