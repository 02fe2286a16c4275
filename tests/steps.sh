# shellcheck shell=bash
# Sourced by tests/run: steps with their times, and one verdict over all of them.

log=$(mktemp)
times=()
skips=()
began=$SECONDS

# step NAME COMMAND...: runs it and notes how long it took; the first that fails ends the run.
step() {
    local name=$1 start=$SECONDS
    shift
    printf '\n== %s: %s\n' "$name" "$*"
    if "$@" 2>&1 | tee -a "$log"; then
        times+=("$(printf '%5d s  %s' $((SECONDS - start)) "$name")")
    else
        times+=("$(printf '%5d s  %s: FAILED' $((SECONDS - start)) "$name")")
        verdict "$name"
    fi
}

# skipped WHAT: it is not checked on this machine.
skipped() { skips+=("$*"); }

# verdict [FAILED STEP]: the times, what was not checked, the tests counted, and the end.
verdict() {
    printf '\n'
    printf '%s\n' "${times[@]}"
    [ ${#skips[@]} = 0 ] || printf 'not checked: %s\n' "${skips[@]}"
    grep '^Not run: ' "$log" | sort -u || true
    local passed failed
    read -r passed failed < <(sed -nE 's/^test result: .* ([0-9]+) passed; ([0-9]+) failed.*/\1 \2/p' "$log" |
        awk '{ passed += $1; failed += $2 } END { print passed + 0, failed + 0 }')
    rm -f "$log"
    echo "$passed passed, $failed failed in $(((SECONDS - began) / 60)) min $(((SECONDS - began) % 60)) s"
    if [ $# -gt 0 ]; then
        echo "FAILED at: $1"
        exit 1
    fi
    echo "ALL CHECKS PASSED"
    exit 0
}
