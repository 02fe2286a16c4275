//! Keys of states on a device: the numbers of 64 bits that the puzzle itself gives them.

use quarterturn_core::puzzle::tables::Key;
use tch::{Kind, Tensor};

/// The lower half of a word.
const LOW: i64 = 0xffff_ffff;

/// The upper half of each word, as a number.
fn upper(x: &Tensor) -> Tensor {
    x.bitwise_right_shift_tensor_scalar(32).bitwise_and(LOW)
}

/// The product of two words without sign, its halves folded into one.
fn fold(a: &Tensor, b: &Tensor) -> Tensor {
    let [a0, b0] = [a, b].map(|x| x.bitwise_and(LOW));
    let [a1, b1] = [a, b].map(upper);
    let [low, cross, back] = [&a0 * &b0, &a0 * &b1, &a1 * &b0];
    let middle = upper(&low) + cross.bitwise_and(LOW) + back.bitwise_and(LOW);
    let high = a1 * b1 + upper(&cross) + upper(&back) + upper(&middle);
    (a * b).bitwise_xor_tensor(&high)
}

/// The same with a constant, which need not go to the device.
fn fold_by(a: &Tensor, b: u64) -> Tensor {
    let [b0, b1] = [b & LOW as u64, b >> 32].map(u64::cast_signed);
    let (a0, a1) = (a.bitwise_and(LOW), upper(a));
    let [low, cross, back] = [&a0 * b0, &a0 * b1, &a1 * b0];
    let middle = upper(&low) + cross.bitwise_and(LOW) + back.bitwise_and(LOW);
    let high = a1 * b1 + upper(&cross) + upper(&back) + upper(&middle);
    (a * b.cast_signed()).bitwise_xor_tensor(&high)
}

/// Of words, each with a constant.
fn xor(x: &Tensor, with: u64) -> Tensor {
    x.bitwise_xor(with.cast_signed())
}

/// The keys of states: `[states, bytes]`, bytes in multiples of 8, zeros after the last place.
pub(super) fn of(key: Key, states: &Tensor) -> Tensor {
    match key {
        Key::Words([a, b, c]) => {
            let words = states.view_dtype(Kind::Int64);
            let and = |key: &Tensor, at: i64, constant| match words.size()[1] > at {
                true => fold(key, &xor(&words.select(1, at), constant)),
                false => fold_by(key, constant),
            };
            let first = and(&xor(&words.select(1, 0), a), 1, b);
            and(&xor(&first, b), 2, c)
        }
        Key::Chain { seed, factor, bits } => {
            let words = if bits {
                of_bits(states)
            } else {
                states.view_dtype(Kind::Int64)
            };
            let first = xor(&words.select(1, 0), seed);
            (1..words.size()[1]).fold(fold_by(&first, factor), |key, at| {
                let next = key.bitwise_xor_tensor(&words.select(1, at));
                fold_by(&next, factor)
            })
        }
    }
}

/// Bytes of single bits as two words.
fn of_bits(states: &Tensor) -> Tensor {
    let bytes = states.size()[1];
    let word = |from: i64| {
        let count = (bytes - from).clamp(0, 64);
        let bits = states
            .narrow(1, from.min(bytes), count)
            .to_kind(Kind::Int64);
        let place = Tensor::arange(count, (Kind::Int64, states.device()));
        bits.bitwise_left_shift(&place)
            .sum_dim_intlist(1, false, Kind::Int64)
    };
    Tensor::stack(&[word(0), word(64)], 1)
}
