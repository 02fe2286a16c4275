//! The proof that no panic can be reached: the handler calls a function that exists nowhere, so
//! code that may panic cannot be linked. Where none may, the linker drops the handler.

use core::panic::PanicInfo;

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    // Without optimisation, and with checks of overflow, much may panic as far as the compiler sees.
    #[cfg(debug_assertions)]
    loop {}
    #[cfg(not(debug_assertions))]
    {
        unsafe extern "C" {
            fn some_code_in_this_image_may_panic() -> !;
        }
        // SAFETY: never called, since it is never linked.
        unsafe { some_code_in_this_image_may_panic() }
    }
}
