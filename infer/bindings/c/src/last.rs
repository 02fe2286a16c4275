//! The error of the last solver that a thread could not make, because a null pointer carries no text.

use std::cell::RefCell;
use std::ffi::{CString, c_char};

thread_local! {
    static LAST: RefCell<CString> = RefCell::default();
}

/// Keeps a reason.
pub fn keep(mut why: String) {
    // C's texts end at a 0.
    why.retain(|c| c != '\0');
    LAST.set(CString::new(why).unwrap_or_default());
}

/// There is none any more.
pub fn forget() {
    LAST.take();
}

/// The reason, empty if there is none; until the next of this thread.
pub fn text() -> *const c_char {
    LAST.with_borrow(|last| last.as_ptr())
}
