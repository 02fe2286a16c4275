//! The fuzzer's inputs, replayed: seeds, and whatever once broke a promise.

use quarterturn_tests::fuzz::TARGETS;
use std::fs;
use std::path::Path;

#[test]
fn all_inputs_keep_all_promises() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds");
    for (name, target) in TARGETS {
        let mut inputs: Vec<_> = fs::read_dir(seeds.join(name))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        inputs.sort();
        assert!(inputs.len() > 4, "{name}");
        for path in inputs {
            println!("{}", path.display());
            target(&fs::read(&path).unwrap());
        }
    }
}
