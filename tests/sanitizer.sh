#!/usr/bin/env bash
# The kernels under AddressSanitizer, where the toolchain brings its runtime.
set -euo pipefail
cd "$(dirname "$0")/.."

host=$(rustc -vV | sed -n 's/^host: //p')
if ! compgen -G "$(rustc --print sysroot)/lib/rustlib/$host/lib/librustc*_rt.asan.a" >/dev/null; then
    echo "Not run: this toolchain has no AddressSanitizer runtime for $host"
    exit
fi
# The option is not stable; its own target directory keeps the other builds.
export RUSTC_BOOTSTRAP=1 RUSTFLAGS=-Zsanitizer=address
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/sanitizer"
cargo test --locked --quiet --target "$host" -p quarterturn-core --features std --test net -- \
    --exact kernels_equal_the_specification
