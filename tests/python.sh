#!/usr/bin/env bash
# The Python package: a source archive, the wheel that it builds, and the wheel's tests in a fresh environment that has
# nothing else.
set -euo pipefail
cd "$(dirname "$0")/.."
source tests/cache.sh
source tests/debian.sh

tools="$quarterturn_cache/python"
if ! "$tools/bin/python" -c 'import maturin, mypy, numpy, pytest' >/dev/null 2>&1; then
    python3 -c 'import venv, ensurepip' >/dev/null 2>&1 || quarterturn_debian python3-venv || true
    rm -rf "$tools"
    if ! python3 -m venv "$tools" || ! "$tools/bin/pip" install --quiet "maturin>=1.9,<2" mypy numpy pytest; then
        rm -rf "$tools"
        echo "Not run: maturin and pytest cannot be installed"
        exit
    fi
fi

built=${CARGO_TARGET_DIR:-$PWD/target}/python
rm -rf "$built"
"$tools/bin/maturin" sdist --manifest-path infer/bindings/python/Cargo.toml --out "$built" 2>&1 | tail -1
# As a user's pip does it: what the archive lacks would be noticed. In a folder of its own, because the times of files in an
# archive are old ones, and Cargo would take what was made of others before.
CARGO_TARGET_DIR=$built/build PATH="$tools/bin:$PATH" pip wheel --quiet --no-deps --no-build-isolation --wheel-dir "$built" "$built"/*.tar.gz
rm -r "$built/build"
python3 -m venv "$built/venv"
python="$built/venv/bin/python"
"$python" -m pip install --quiet --no-index "$built"/*.whl
ls -l "$built"/*.whl "$built"/*.tar.gz
[ "$("$python" -m quarterturn "R U F'")" = "F U' R'" ]

# The test tools are lent, and the package is that of the fresh environment.
export PYTHONPATH
PYTHONPATH=$("$tools/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
"$python" -m pytest --quiet -p no:cacheprovider infer/bindings/python/tests
"$python" -m mypy --cache-dir "$built/mypy" --config-file infer/bindings/python/pyproject.toml -p quarterturn
"$python" -m mypy.stubtest quarterturn._native
