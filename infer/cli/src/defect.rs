//! What happens after a panic on any thread: Rust's own message, a request to report it, and the exit code of an
//! internal error.

use super::error::Exit;
use super::stream::tell;
use std::panic;
use std::process;

/// Makes every panic end the program.
pub fn exit_on_panic() {
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        report(panic);
        if let Some(device) = quarterturn::eval::called() {
            tell(&format!("the device {device} failed"));
        }
        tell(
            "internal error: this is a bug in quarterturn. Please report it with the command you ran and the lines above.",
        );
        process::exit(Exit::Internal.code().into());
    }));
}

#[cfg(test)]
mod tests {
    use std::process::Command;
    use std::{env, thread};

    const CHILD: &str = "QUARTERTURN_TEST_DEFECT";

    /// This test runs itself again as a process of its own, which panics.
    #[test]
    fn a_panic_on_any_thread_ends_with_exit_code_1() {
        if env::var_os(CHILD).is_some() {
            super::exit_on_panic();
            let _ = thread::spawn(|| panic!("on purpose")).join();
            unreachable!("the panic ends the process");
        }
        let name = thread::current().name().expect("a test's").to_owned();
        let mut child = Command::new(env::current_exe().unwrap());
        child.args(["--exact", "--nocapture", &name]);
        let ran = child.env(CHILD, "").output().unwrap();
        let said = String::from_utf8_lossy(&ran.stderr);
        assert!(said.contains("on purpose"), "{said}");
        assert!(said.contains("this is a bug in quarterturn"), "{said}");
        assert_eq!(ran.status.code(), Some(1));
    }
}
