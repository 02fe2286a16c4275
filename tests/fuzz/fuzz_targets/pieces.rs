#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| quarterturn_tests::fuzz::pieces(data));
