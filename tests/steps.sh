# shellcheck shell=bash
# Sourced by tests/run: steps with their times, and one verdict over all of them.

log=$(mktemp)
times=$(mktemp)
skips=()
asides=()
began=$SECONDS

# timed NAME COMMAND...: runs it and notes how long it took.
timed() {
    local name=$1 start=$SECONDS failed=
    shift
    printf '\n== %s: %s\n' "$name" "$*"
    "$@" 2>&1 || failed=": FAILED"
    printf '%5d s  %s%s\n' $((SECONDS - start)) "$name" "$failed" >>"$times"
    [ -z "$failed" ]
}

# step NAME COMMAND...: the first that fails ends the run.
step() { timed "$@" | tee -a "$log" || verdict "$1"; }

# aside NAME COMMAND...: a step that keeps one core busy beside those after it; the verdict waits for it.
aside() {
    printf '\n== %s: beside what follows\n' "$1"
    timed "$@" >"$log.$1" &
    asides[$!]=$1
    # An interrupt does not reach what runs in the background.
    trap 'trap - TERM; kill 0' INT
}

# skipped WHAT: it is not checked on this machine.
skipped() { skips+=("$*"); }

# verdict [FAILED STEP]: the times, what was not checked, the tests counted, and the end.
verdict() {
    local pid failed_at=${1:-}
    for pid in "${!asides[@]}"; do
        wait "$pid" || failed_at=${failed_at:-${asides[pid]}}
        tee -a "$log" <"$log.${asides[pid]}"
        rm "$log.${asides[pid]}"
    done
    printf '\n'
    cat "$times"
    [ ${#skips[@]} = 0 ] || printf 'not checked: %s\n' "${skips[@]}"
    grep '^Not run: ' "$log" | sort -u || true
    local passed failed
    read -r passed failed < <(sed -nE 's/^test result: .* ([0-9]+) passed; ([0-9]+) failed.*/\1 \2/p' "$log" |
        awk '{ passed += $1; failed += $2 } END { print passed + 0, failed + 0 }')
    rm -f "$log" "$times"
    echo "$passed passed, $failed failed in $(((SECONDS - began) / 60)) min $(((SECONDS - began) % 60)) s"
    if [ -n "$failed_at" ]; then
        echo "FAILED at: $failed_at"
        exit 1
    fi
    echo "ALL CHECKS PASSED"
    exit 0
}
