#!/usr/bin/env bash
# tests/serve-load.sh [SECONDS]   load on `quarterturn serve`: 1, 8 and 64 clients, then SECONDS (600 unless said) of slow clients,
#                                 garbage, large bodies, uploads and 1,000 connections beside clients that solve, then a minute
#                                 of clients that take memory: slow readers of large definitions, slow uploads
#
# Fails if an answer is wrong or lost, if memory goes on growing or is more than was allowed, if a place is not given back, or if
# the server does not end when it is asked to.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:-600}
# Memory after the first part and at the end may differ by so much, in KiB.
growth=65536
built=${CARGO_TARGET_DIR:-target}/library
# At once: then both take the library with the same features.
cargo build --profile library -p quarterturn-cli -p quarterturn-serve --features quarterturn-cli/serve --bin quarterturn \
    --example load --locked --quiet
# Two ends of each connection, one in each program.
ulimit -n "$(ulimit -H -n)"

log=$(mktemp)
"$built/quarterturn" serve --port 0 --memory 512MiB --queue 128 >"$log" 2>/dev/null &
server=$!
trap 'kill -9 "$server" 2>/dev/null || true; rm -f "$log"' EXIT
until [ -s "$log" ]; do
    kill -0 "$server"
    sleep 0.1
done
address=$(sed -E 's|http://(.*)/|\1|' "$log")
memory() { awk '/^VmRSS/ { print $2 }' "/proc/$server/status"; }

for clients in 1 8 64; do
    echo "$clients clients: $("$built/examples/load" "$address" steady "$clients" 10)"
done
# Tables, threads and the places of uploads are there after a part of it.
part=$((seconds / 6 > 10 ? seconds / 6 : 10))
echo "mixed, to begin with: $("$built/examples/load" "$address" mixed "$part")"
first=$(memory)
echo "mixed: $("$built/examples/load" "$address" mixed "$seconds")"
last=$(memory)
echo "memory: $((first / 1024)) MiB, then $((last / 1024)) MiB"
[ $((last - first)) -lt "$growth" ]

hostile=$((seconds < 60 ? seconds : 60))
echo "hostile: $("$built/examples/load" "$address" hostile "$hostile")"
most=$(awk '/^VmHWM/ { print $2 }' "/proc/$server/status")
sleep 2
after=$(memory)
echo "memory: $((most / 1024)) MiB at most, $((after / 1024)) MiB afterwards"
[ "$most" -lt $((512 * 1024)) ]
[ $((after - last)) -lt "$growth" ]
kill -TERM "$server"
wait "$server"
