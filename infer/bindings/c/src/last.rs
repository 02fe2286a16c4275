//! Why the last call of a thread failed, where its result cannot say so.

use crate::text::Text;
use std::cell::RefCell;
use std::ffi::{CString, c_char};

thread_local! {
    /// The code and the words.
    static LAST: RefCell<[CString; 2]> = RefCell::default();
}

/// Keeps a reason.
pub fn keep(why: Text) {
    let own = |mut text: String| {
        // C's texts end at a 0.
        text.retain(|c| c != '\0');
        CString::new(text).unwrap_or_default()
    };
    LAST.set([own(why.code.into()), own(why.words)]);
}

/// There is none any more.
pub fn forget() {
    LAST.take();
}

/// The reason, empty if there is none; until the next of this thread.
pub fn text() -> *const c_char {
    LAST.with_borrow(|[_, words]| words.as_ptr())
}

/// Its code.
pub fn code() -> *const c_char {
    LAST.with_borrow(|[code, _]| code.as_ptr())
}
