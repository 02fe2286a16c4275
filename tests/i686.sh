#!/usr/bin/env bash
# tests/i686.sh       the core's tests on hosts whose addresses have 32 bits
# tests/i686.sh all   and a program that answers as that of this machine does
#
# The processor runs both, so nothing is emulated.
set -euo pipefail
cd "$(dirname "$0")/.."
source tests/debian.sh
source tests/built.sh

target=i686-unknown-linux-gnu
if [ "$(uname -m)" != x86_64 ]; then
    echo "Not run: 32-bit programs, which take a processor of the x86-64 kind"
    exit
fi

# A compiler for both sizes is enough. Debian's cannot be installed beside the one for Arm.
packages=()
if ! cc -m32 -static -xc - -o /dev/null <<<'int main(void) { return 0; }' 2>/dev/null; then
    command -v i686-linux-gnu-gcc >/dev/null || packages+=(gcc-i686-linux-gnu)
    [ -e /usr/i686-linux-gnu/lib/libc.a ] || packages+=(libc6-dev-i386-cross)
    export CARGO_TARGET_I686_UNKNOWN_LINUX_GNU_LINKER=i686-linux-gnu-gcc
fi
quarterturn_cargo $target
# Static: a 64-bit system need not have the libraries of 32 bits.
export CARGO_TARGET_I686_UNKNOWN_LINUX_GNU_RUSTFLAGS=-Ctarget-feature=+crt-static
# One kernel alone needs no million states.
tests=(--lib --test net --test fence)
[ "${1:-}" != all ] || tests=(--lib --tests)
"${cargo[@]}" test --locked --quiet --target $target -p quarterturn-core --features std,device "${tests[@]}" \
    -- --skip many_states
[ "${1:-}" = all ] || exit 0

# The program without what draws and compares: half of the time that a build takes.
"${cargo[@]}" build --locked --quiet --target $target -p quarterturn-cli
there=${CARGO_TARGET_DIR:-target}/$target/debug/quarterturn
quarterturn_built quarterturn-cli quarterturn

# answers PROGRAM: solutions of some states of several puzzles and searches, and the signature.
answers() {
    # Both programs answer at once, so each has a file of its own.
    local puzzle states="$work/${1//\//-}"
    for puzzle in cube3 cube3-htm cube2 puzzle15 puzzle35 lightsout5 lightsout7 sokoban; do
        echo "$puzzle"
        "$1" scramble --puzzle $puzzle --length 12 --count 3 --seed 3 >"$states"
        case $puzzle in
        lightsout5) "$1" solve --puzzle $puzzle --search direct --quiet --from "$states" ;;
        *) "$1" solve --puzzle $puzzle --width 256 --quiet --from "$states" ;;
        esac
    done
    "$1" solve --search bidirectional --quiet "R U2 F' L D"
    "$1" solve --search bwas --quiet "R U2 F' L D"
    # More states than there are addresses.
    "$1" solve --width 4294967295 --memory-limit 300MiB --views 1 --quiet "R U2 F' L D B2 R'"
    "$1" bench --signature
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
diff <(answers "$made") <(answers "$there")
