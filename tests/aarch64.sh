#!/usr/bin/env bash
# The kernels of 64-bit Arm, emulated: without the dot product (Raspberry Pi 4), then with it. `all` as its argument
# compares a million states in place of a hundred thousand.
set -euo pipefail
cd "$(dirname "$0")/.."
source tests/debian.sh

target=aarch64-unknown-linux-gnu
if [ "$(uname -m)" = aarch64 ]; then
    echo "this machine is one: cargo test runs its kernels"
    exit
fi

packages=()
command -v qemu-aarch64 >/dev/null || packages+=(qemu-user)
command -v aarch64-linux-gnu-gcc >/dev/null || packages+=(gcc-aarch64-linux-gnu)
[ -e /usr/aarch64-linux-gnu/lib/libc.so.6 ] || packages+=(libc6-dev-arm64-cross)
quarterturn_cargo $target

export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
states=100000
[ "${1:-}" != all ] || states=1000000
# The second has the kernels of the first as well, so the longest test is left to it.
for processor in "cortex-a72 neon,portable --skip many_states" \
    "neoverse-n1 neon-dotprod,neon,portable"; do
    read -r cpu kernels which <<<"$processor"
    echo "$cpu: $kernels"
    QUARTERTURN_TEST_KERNELS=$kernels QUARTERTURN_TEST_STATES=$states \
        CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER="qemu-aarch64 -cpu $cpu -L /usr/aarch64-linux-gnu" \
        "${cargo[@]}" test --locked --quiet --target $target -p quarterturn-core --features std \
        --test net --test fence -- $which
done
