#!/usr/bin/env bash
# WebAssembly: the program by itself in Node, and the npm package as it is installed, in Node and in Chromium.
set -euo pipefail
cd "$(dirname "$0")/.."
source tests/built.sh
source tests/cache.sh

if ! node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' 2>/dev/null || ! command -v npm >/dev/null; then
    echo "Not run: WebAssembly, which takes Node 20 with npm"
    exit
fi
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
# What only the tests call is built in the same call.
package=$(infer/bindings/npm/pack "$target/npm" -p quarterturn-wasm-check)
quarterturn_built quarterturn-wasm-glue quarterturn-wasm-glue
"$made" "$target/wasm32-unknown-unknown/wasm/quarterturn_wasm_check.wasm" "$target/wasm-check"
timeout 300 node infer/bindings/npm/test/wasm.mjs "$target/npm/package/wasm" "$target/wasm-check" "$PWD"

size=$(gzip -9c "$target/npm/package/wasm/quarterturn_bg.wasm" | wc -c)
echo "$size bytes of WebAssembly, compressed"
[ "$size" -le 1500000 ]

# As a user installs it, in a folder of its own.
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
cp infer/bindings/npm/test/{package.json,package.mjs,browser.mjs,types.ts,tsconfig.json} tests/data/questions.tsv "$fresh"
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
