#!/usr/bin/env bash
# `quarterturn serve` does what its description in OpenAPI says: schemathesis makes requests of it, right and wrong ones.
set -euo pipefail
cd "$(dirname "$0")/.."
source tests/cache.sh
source tests/debian.sh

tools="$quarterturn_cache/schemathesis"
if [ ! -x "$tools/bin/schemathesis" ]; then
    python3 -c 'import venv, ensurepip' >/dev/null 2>&1 || quarterturn_debian python3-venv || true
    rm -rf "$tools"
    if ! python3 -m venv "$tools" || ! "$tools/bin/pip" install --quiet "schemathesis>=4,<5"; then
        rm -rf "$tools"
        echo "Not run: schemathesis cannot be installed"
        exit
    fi
fi
built=${CARGO_TARGET_DIR:-target}/library
cargo build --profile library -p quarterturn-cli --features serve --locked --quiet
log=$(mktemp)
"$built/quarterturn" serve --port 0 --memory 512MiB --time-limit 200ms >"$log" 2>/dev/null &
server=$!
trap 'kill -9 "$server" 2>/dev/null || true; rm -f "$log"' EXIT
until [ -s "$log" ]; do
    kill -0 "$server"
    sleep 0.1
done
# That a request fits its description does not make its state one of the puzzle's: `positive_data_acceptance` is not asked for.
"$tools/bin/schemathesis" run "$(cat "$log")api/openapi.json" --max-examples "${1:-50}" --seed 54 --request-timeout 20 \
    --checks all --exclude-checks positive_data_acceptance --suppress-health-check all --generation-database none
