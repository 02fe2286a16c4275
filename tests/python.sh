#!/usr/bin/env bash
# tests/python.sh       the Python package's tests, with types, in an environment that has nothing else
# tests/python.sh all   of the wheel that pip builds from the source archive, as a user's pip does it
set -euo pipefail
cd "$(dirname "$0")/.."
source tests/cache.sh
source tests/debian.sh
source tests/built.sh

tools="$quarterturn_cache/python"
if ! "$tools/bin/python" -c 'import maturin, mypy, numpy, pytest' >/dev/null 2>&1; then
    python3 -c 'import venv, ensurepip' >/dev/null 2>&1 || quarterturn_debian python3-venv || true
    rm -rf "$tools"
    if ! python3 -m venv "$tools" || ! "$tools/bin/pip" install --quiet "maturin>=1.9,<2" mypy numpy pytest; then
        rm -rf "$tools"
        echo "Not run: the Python package, for want of maturin and pytest, which cannot be installed"
        exit
    fi
fi

here=infer/bindings/python
folder=$(realpath -m "${CARGO_TARGET_DIR:-target}/python")
rm -rf "$folder"
"$tools/bin/maturin" sdist --manifest-path $here/Cargo.toml --out "$folder" 2>&1 | tail -1
# Nothing of the sources is missing in the archive: neither the package's nor those of the library that it is built from.
listed=$(tar -tzf "$folder"/*.tar.gz | sed 's#^[^/]*/##' | sort)
git ls-files $here/python $here/src infer/src core/src weights/lib.rs 'weights/*.qtw' |
    sed "s#^$here/python/#python/#" | sort | comm -23 - <(echo "$listed") >"$folder/missing"
[ ! -s "$folder/missing" ] || { echo "the source archive lacks $(head -3 "$folder/missing")" >&2; exit 1; }

python="$folder/venv/bin/python"
if [ "${1:-}" = all ]; then
    # What the archive lacks would be noticed. In a folder of its own, because the times of files in an archive are old
    # ones, and Cargo would take what was made of others before.
    CARGO_TARGET_DIR=$folder/build PATH="$tools/bin:$PATH" pip wheel --quiet --no-deps --no-build-isolation \
        --wheel-dir "$folder" "$folder"/*.tar.gz
    rm -r "$folder/build"
    python3 -m venv "$folder/venv"
    "$python" -m pip install --quiet --no-index "$folder"/*.whl
    ls -l "$folder"/*.whl "$folder"/*.tar.gz
else
    # What a wheel has: the sources, and the library beside them.
    quarterturn_built quarterturn-python lib_native.so
    python3 -m venv --without-pip "$folder/venv"
    site=$("$python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
    cp -r $here/python/quarterturn "$site"
    cp "$made" "$site/quarterturn/_native.abi3.so"
fi
[ "$("$python" -m quarterturn "R U F'")" = "F U' R'" ]

# The test tools are lent, and the package is that of the fresh environment.
export PYTHONPATH
PYTHONPATH=$("$tools/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
"$python" -m pytest --quiet -p no:cacheprovider $here/tests
"$python" -m mypy --cache-dir "$folder/mypy" --config-file $here/pyproject.toml -p quarterturn
"$python" -m mypy.stubtest quarterturn._native
