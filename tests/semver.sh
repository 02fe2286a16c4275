#!/usr/bin/env bash
# The libraries break nothing that a program written for the commit in tests/semver.baseline uses.
set -euo pipefail
cd "$(dirname "$0")/.."
source tests/cache.sh

baseline=$(cat tests/semver.baseline)
if ! git cat-file -e "$baseline^{commit}" 2>/dev/null; then
    echo "Not run: compatibility, for want of commit $baseline in this clone"
    exit
fi
quarterturn_tool cargo-semver-checks "^0.51" || exit 0
# Before 1.0 a minor version may break what was there: every change since the baseline counts as a patch here.
check() {
    cargo semver-checks --baseline-rev "$baseline" --release-type patch --only-explicit-features "$@"
}
check -p quarterturn-core
check -p quarterturn --features config
