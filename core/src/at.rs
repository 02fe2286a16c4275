//! Table look-ups that cannot panic, so that no device image contains the code of a panic.

/// The entry at `index`, which every caller keeps below `N`; larger ones wrap around.
///
/// The compiler cannot see what callers keep to. Wrapping costs nothing where `N` is a power of
/// two, which is why tables on hot paths are padded.
#[inline]
pub(crate) const fn at<T, const N: usize>(table: &[T; N], index: usize) -> &T {
    debug_assert!(index < N);
    &table[index % N]
}
