//! Defaults of a recipe.

pub(super) fn half() -> f64 {
    0.5
}

pub(super) fn whole() -> f64 {
    1.0
}

pub(super) fn one() -> i64 {
    1
}

pub(super) fn once() -> u64 {
    1
}

pub(super) fn thousand() -> u64 {
    1000
}

pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

pub(super) fn is_one<T: From<u8> + PartialEq>(value: &T) -> bool {
    *value == T::from(1)
}
