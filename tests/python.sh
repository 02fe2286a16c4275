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
# The wheel is built from the archive, by the profile that the archive names: what is missing in it would be noticed.
CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target} "$tools/bin/maturin" build --sdist --compatibility linux \
    --manifest-path infer/bindings/python/Cargo.toml --out "$built" --locked --quiet
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
