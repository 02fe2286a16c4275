//! The integer network: every kernel equals the specification, every damaged file is refused.
#![cfg(feature = "std")]

mod common;

use common::{ALL, Weights, assert_kernels_agree, model};
use quarterturn_core::net::batch::Kernel;
use quarterturn_core::net::format::{HEADER, MAX_PAYLOAD};
use quarterturn_core::net::{LoadError, Net, NetHeads, Scratch};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Where a test command knows the processor, it names the kernels in `QUARTERTURN_TEST_KERNELS`,
/// separated by commas, the fastest first: none goes unseen and untested.
#[test]
fn the_named_kernels_are_available() {
    if let Ok(named) = std::env::var("QUARTERTURN_TEST_KERNELS") {
        let names: Vec<_> = Kernel::available().map(Kernel::name).collect();
        assert_eq!(names.join(","), named);
    }
}

#[test]
fn kernels_equal_the_specification() {
    let value = NetHeads {
        value: true,
        q: false,
        policy: false,
        above_bound: false,
        moves: 12,
    };
    let shapes: [(&[usize], usize, NetHeads); 6] = [
        (&[1024, 256], 1, ALL),
        (&[64], 0, value),
        (&[100, 33], 2, ALL),
        (&[17], 1, value),
        (&[512, 64, 32], 0, ALL),
        (&[8, 8, 8], 1, ALL),
    ];
    for (i, (widths, blocks, heads)) in shapes.into_iter().enumerate() {
        for kind in [Weights::Random, Weights::Extreme] {
            let model = model(i as u64, kind, widths, blocks, heads);
            // Odd counts leave partial blocks and tiles.
            for states in [1, 3, 31, 32, 33, 257] {
                assert_kernels_agree(&model, states, 99 + states as u64);
            }
        }
    }
}

/// A million states, or as many as an environment variable says: an emulated processor takes minutes for each hundred
/// thousand.
#[test]
fn kernels_equal_the_specification_on_many_states() {
    let states = std::env::var("QUARTERTURN_TEST_STATES");
    let states: usize = states.map_or(1_000_000, |number| number.parse().unwrap());
    let model = &model(5, Weights::Random, &[96, 48], 1, ALL);
    std::thread::scope(|scope| {
        for seed in 4..8 {
            scope.spawn(move || assert_kernels_agree(model, states / 4, seed));
        }
    });
}

#[test]
fn what_is_written_is_read_back() {
    let model = model(1, Weights::Random, &[40, 24], 1, ALL);
    let file = model.encode().unwrap();
    let net = Net::from_bytes(&file).unwrap();
    assert_eq!(net.meta().name, "test");
    assert_eq!(net.meta().puzzle, "cube3");
    assert_eq!(net.meta().examples, 1 << 40);
    assert_eq!(net.input(), (480, 20));
    assert_eq!((net.hidden().len(), net.blocks().len()), (1, 2));
    assert_eq!(net.width(), 40);
    assert_eq!(net.heads(), ALL);
}

#[test]
fn heads_are_read_back_and_senseless_ones_refused() {
    // Behind the metric: recipe, examples, run and three sizes.
    let after_metric = 4 + 8 + 8 + 3 * 4;
    for bits in 0..=u8::MAX {
        let heads = NetHeads {
            value: bits & 1 != 0,
            q: bits & 2 != 0,
            policy: bits & 4 != 0,
            above_bound: bits & 8 != 0,
            moves: 12,
        };
        // Some head there must be, and a cost where costs are above a bound.
        let sensible = bits < 16 && (heads.value || heads.q || heads.policy && !heads.above_bound);
        let heads = if sensible { heads } else { ALL };
        let mut file = model(1, Weights::Random, &[4], 0, heads).encode().unwrap();
        if sensible {
            assert_eq!(Net::from_bytes(&file).unwrap().heads(), heads);
        } else {
            let metric = file.windows(3).position(|w| w == b"qtm").unwrap();
            file[metric + 3 + after_metric] = bits;
            seal(&mut file);
            let refused = Net::from_bytes(&file).unwrap_err();
            assert_eq!(refused, LoadError::Shape("network"), "{bits}");
        }
    }
}

/// Nothing but the cost-to-go.
const VALUE: NetHeads = NetHeads {
    value: true,
    q: false,
    policy: false,
    above_bound: false,
    moves: 12,
};

#[test]
fn every_flipped_bit_and_every_truncation_is_refused() {
    let file = model(2, Weights::Random, &[2, 3], 1, VALUE)
        .encode()
        .unwrap();
    for length in 0..file.len() {
        assert!(
            Net::from_bytes(&file[..length]).is_err(),
            "cut to {length} bytes"
        );
    }
    for bit in 0..file.len() * 8 {
        let mut damaged = file.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        assert!(Net::from_bytes(&damaged).is_err(), "bit {bit} flipped");
    }
    let mut longer = file.clone();
    longer.push(0);
    assert_eq!(
        Net::from_bytes(&longer).unwrap_err(),
        LoadError::Trailing(1)
    );
}

#[test]
fn a_payload_beyond_the_limit_is_refused() {
    let mut file = model(2, Weights::Random, &[2], 0, VALUE).encode().unwrap();
    let length = MAX_PAYLOAD + 1;
    file.resize(HEADER + length, 0);
    file[16..20].copy_from_slice(&(length as u32).to_le_bytes());
    seal(&mut file);
    let refused = Net::from_bytes(&file).unwrap_err();
    assert_eq!(refused, LoadError::TooLong(file.len()));
}

/// Puts the checksum right.
fn seal(file: &mut [u8]) {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&file[..28]);
    hasher.update(&file[HEADER..]);
    file[28..32].copy_from_slice(&hasher.finalize().to_le_bytes());
}

/// Past the checksum: random damage with the checksum put right must still never panic, and
/// whatever loads must evaluate.
#[test]
fn damage_behind_a_right_checksum_never_panics() {
    let file = model(3, Weights::Random, &[5, 4], 1, ALL).encode().unwrap();
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(8);
    let (mut loaded, mut refused) = (0, 0);
    for _ in 0..20_000 {
        let mut damaged = file.clone();
        for _ in 0..1 + rng.next_u32() % 4 {
            // Favour the sizes and scales over the bulk of the weights.
            let at = match rng.next_u32() % 3 {
                0 => HEADER + rng.next_u32() as usize % 150,
                1 => damaged.len() - 1 - rng.next_u32() as usize % 600,
                _ => rng.next_u32() as usize % damaged.len(),
            };
            damaged[at] = rng.next_u32() as u8;
        }
        seal(&mut damaged);
        match Net::from_bytes(&damaged) {
            Ok(net) => {
                loaded += 1;
                let mut out = vec![0; net.heads().outputs()];
                let mut scratch = Scratch::<64>::default();
                let _ = net.evaluate(&[0, 30, 479, 65535], &mut scratch, &mut out);
            }
            Err(_) => refused += 1,
        }
    }
    assert!(
        loaded > 100 && refused > 100,
        "{loaded} loaded, {refused} refused"
    );
}
