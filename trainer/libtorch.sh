# shellcheck shell=bash
# Finds or installs LibTorch 2.11.0 for the trainer: `source trainer/libtorch.sh`.
#
# A LibTorch named by the environment (LIBTORCH, LIBTORCH_USE_PYTORCH) is used as it is, then a
# Python that has torch 2.11.0; otherwise torch is installed once into a folder of its own
# ($QUARTERTURN_CACHE, by default ~/.cache/quarterturn), about 5 GB with its CUDA libraries.

source "$(dirname "${BASH_SOURCE[0]}")/../tests/debian.sh"
source "$(dirname "${BASH_SOURCE[0]}")/../tests/cache.sh"

quarterturn_libtorch() {
    local version=2.11.0
    if [ -n "${LIBTORCH:-}" ] || [ -n "${LIBTORCH_USE_PYTORCH:-}" ]; then
        return
    fi
    local has="import torch, sys; sys.exit(torch.__version__.split('+')[0] != '$version')"
    if python3 -c "$has" >/dev/null 2>&1; then
        export LIBTORCH_USE_PYTORCH=1
        return
    fi
    local venv="$quarterturn_cache/libtorch-$version"
    if ! "$venv/bin/python" -c "$has" >/dev/null 2>&1; then
        echo "Installing torch $version into $venv (once; about 5 GB)" >&2
        if ! python3 -c 'import venv, ensurepip' >/dev/null 2>&1; then
            quarterturn_debian python3-venv || return
        fi
        rm -rf "$venv"
        python3 -m venv "$venv" && "$venv/bin/pip" install --quiet "torch==$version" || {
            echo "torch $version could not be installed; set LIBTORCH to a LibTorch $version" >&2
            return 1
        }
    fi
    export VIRTUAL_ENV="$venv" PATH="$venv/bin:$PATH" LIBTORCH_USE_PYTORCH=1
}

if ! command -v c++ >/dev/null; then
    quarterturn_debian g++ || return
fi
quarterturn_libtorch
