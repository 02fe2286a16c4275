//! Networks and beams on LibTorch, on this processor.

mod beam;
#[path = "../cli/harness.rs"]
#[allow(dead_code, reason = "the command line's own tests use the rest")]
mod harness;
mod networks;
// This program is built without the server, that of the command line's own tests with it.
#[path = "../cli/serve.rs"]
mod serve;
