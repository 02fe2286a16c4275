//! What C gives: texts, lists, structures of other versions.

use crate::failure::Failure;
use std::ffi::{CStr, c_char};

/// A text that may be NULL.
///
/// # Safety
/// What is not NULL ends with a 0, and lives as long as the call.
pub unsafe fn text<'a>(text: *const c_char) -> Result<Option<&'a str>, Failure> {
    if text.is_null() {
        return Ok(None);
    }
    // SAFETY: the caller says so.
    let text = unsafe { CStr::from_ptr(text) }.to_str();
    text.map(Some)
        .map_err(|_| Failure::misuse("a text is not UTF-8"))
}

/// A structure of C. Fields that the caller's version does not have are zero, and so are all of a NULL.
///
/// # Safety
/// What is not NULL begins with its size in bytes, and has that many. All fields may be zero.
pub unsafe fn whole<T: Copy>(from: *const T) -> Result<T, Failure> {
    // SAFETY: the caller says so.
    let mut own: T = unsafe { std::mem::zeroed() };
    if from.is_null() {
        return Ok(own);
    }
    // SAFETY: as above.
    let size = unsafe { from.cast::<usize>().read() };
    if !(size_of::<usize>()..=size_of::<T>()).contains(&size) {
        return Err(Failure::misuse("the size of a structure is wrong"));
    }
    // SAFETY: neither is longer than that.
    unsafe { std::ptr::copy_nonoverlapping(from.cast::<u8>(), (&raw mut own).cast(), size) };
    Ok(own)
}

/// As many items as `count` says; none where there is a NULL.
///
/// # Safety
/// That many items are there, and nobody changes them.
pub unsafe fn items<'a, T>(first: *const T, count: usize) -> &'a [T] {
    match first.is_null() {
        true => &[],
        // SAFETY: the caller says so.
        false => unsafe { std::slice::from_raw_parts(first, count) },
    }
}
