#!/usr/bin/env bash
# tests/page.sh       the page, built as a user builds it, in Chromium
# tests/page.sh all   and Lighthouse's audit of its accessibility
set -euo pipefail
cd "$(dirname "$0")/.."
source tests/cache.sh

if ! node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' 2>/dev/null || ! command -v npm >/dev/null; then
    echo "Not run: the page, which takes Node 20 with npm"
    exit
fi
if ! chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome); then
    echo "Not run: the page, for want of Chromium"
    exit
fi
# All that the lock file names, which the build then finds, too.
if ! (cd infer/web && { npm ls --silent >/dev/null 2>&1 ||
    timeout 300 npm ci --silent --no-audit --no-fund --cache "$quarterturn_cache/npm"; }); then
    echo "Not run: the page, for want of what npm installs"
    exit
fi
infer/web/build
(cd infer/web && QUARTERTURN_CHROMIUM=$chromium timeout 600 node --test test/cube.mjs test/puzzles.mjs test/page.mjs)

[ "${1:-}" = all ] || exit 0
audit=$quarterturn_cache/lighthouse
if [ ! -x "$audit/node_modules/.bin/lighthouse" ] &&
    ! timeout 300 npm install --silent --no-audit --no-fund --prefix "$audit" --cache "$quarterturn_cache/npm" lighthouse@12.8.2; then
    echo "Not run: Lighthouse, which cannot be installed"
    exit
fi
timeout 120 node infer/web/test/lighthouse.mjs "$audit/node_modules/.bin/lighthouse" "$chromium"
