#!/usr/bin/env bash
# WebAssembly: the program by itself in Node, and the npm package as it is installed, in Node and in Chromium.
set -euo pipefail
cd "$(dirname "$0")/.."
source tests/debian.sh
source tests/cache.sh

if ! node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' 2>/dev/null || ! command -v npm >/dev/null; then
    echo "Not run: WebAssembly, which takes Node 20 with npm"
    exit
fi
built=$(realpath -m "${CARGO_TARGET_DIR:-target}")
infer/bindings/wasm/build "$built/wasm-check" --features check
timeout 300 node infer/bindings/npm/test/wasm.mjs "$built/wasm-check" "$PWD"

package=$(infer/bindings/npm/pack "$built/npm")
size=$(gzip -9c "$built/npm/package/wasm/quarterturn_bg.wasm" | wc -c)
echo "$size bytes of WebAssembly, compressed"
[ "$size" -le 1500000 ]

# As a user installs it, in a folder of its own.
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
cp infer/bindings/npm/test/{package.json,package.mjs,browser.mjs,types.ts,tsconfig.json} "$fresh"
if ! (cd "$fresh" && timeout 300 npm install --silent --no-audit --no-fund --cache "$quarterturn_cache/npm" "$package"); then
    echo "Not run: the npm package, for want of what npm installs"
    exit
fi
(cd "$fresh" && npx tsc && timeout 300 node package.mjs)
if chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome); then
    (cd "$fresh" && timeout 120 node browser.mjs "$chromium")
else
    echo "Not run: the npm package in a browser, for want of Chromium"
fi
