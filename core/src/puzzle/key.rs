//! One hash for the states of all puzzles that are not cubes.

/// What a hash begins with.
pub const SEED: u64 = 0x9e37_79b9_7f4a_7c15;

/// What each eight bytes are multiplied with.
pub const FACTOR: u64 = 0xd1b5_4a32_d192_ed03;

/// The hash after eight more bytes.
#[inline]
fn fold(hash: u64, word: u64) -> u64 {
    let product = u128::from(hash ^ word) * u128::from(FACTOR);
    product as u64 ^ (product >> 64) as u64
}

/// A 64-bit hash of the bytes, the same on every machine: multiply and fold, eight bytes at a time.
#[inline]
pub(super) fn key(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(SEED, |hash, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        fold(hash, u64::from_le_bytes(word))
    })
}

/// [`key`] of the bytes of numbers, low byte first.
#[cfg(feature = "alloc")]
#[inline]
pub(super) fn key_of_words(words: &[u16]) -> u64 {
    words.chunks(4).fold(SEED, |hash, chunk| {
        let shift = |word, &next: &u16| word << 16 | u64::from(next);
        fold(hash, chunk.iter().rev().fold(0, shift))
    })
}
