#!/usr/bin/env bash
# tests/aarch64.sh       the kernels of 64-bit Arm, emulated: those of a processor with the dot product, which has the others too
# tests/aarch64.sh all   also on one without it (Raspberry Pi 4), and a million states in place of ten thousand
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
states=10000
processors=("neoverse-n1 neon-dotprod,neon,portable")
if [ "${1:-}" = all ]; then
    states=1000000
    # The longest test is left to the other.
    processors+=("cortex-a72 neon,portable --skip many_states")
fi
for processor in "${processors[@]}"; do
    read -r cpu kernels which <<<"$processor"
    echo "$cpu: $kernels"
    QUARTERTURN_TEST_KERNELS=$kernels QUARTERTURN_TEST_STATES=$states \
        CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER="qemu-aarch64 -cpu $cpu -L /usr/aarch64-linux-gnu" \
        "${cargo[@]}" test --locked --quiet --target $target -p quarterturn-core --features std \
        --test net --test fence -- $which
done
