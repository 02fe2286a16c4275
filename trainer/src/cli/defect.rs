//! What happens after a panic on any thread: a message and an exit code.

use quarterturn_trainer::peers;
use quarterturn_trainer::progress::tell;
use std::panic::{self, PanicHookInfo};
use std::process;

/// Makes every panic end the program with exit code 1.
///
/// LibTorch reports device errors and lack of memory by exceptions, which arrive as panics. They are not bugs, so
/// only their first sentence is printed. Files are as the last checkpoint left them.
pub fn exit_on_panic() {
    let otherwise = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        match of_libtorch(panic) {
            Some(what) => tell(&format!(
                "error: LibTorch failed: {what}; the last checkpoint is kept"
            )),
            None => {
                otherwise(panic);
                tell(
                    "internal error: this is a bug in quarterturn-trainer. Please report it with the command you ran and \
         the lines above.",
                );
            }
        }
        peers::give_up();
        process::exit(1);
    }));
}

/// The first sentence of what LibTorch says: the rest is its own stack.
fn of_libtorch<'a>(panic: &'a PanicHookInfo<'_>) -> Option<&'a str> {
    let (_, said) = panic.payload_as_str()?.split_once("Torch(\"")?;
    said.split(['\n', '\\']).next()
}
