# shellcheck shell=bash
# Sourced by tests/run: steps with their times, and one verdict over all of them.

log=$(mktemp)
times=$(mktemp)
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

# joined: waits for all that runs beside; the first that failed ends the run.
joined() {
    local pid name
    for pid in "${!asides[@]}"; do
        name=${asides[pid]}
        unset "asides[$pid]"
        wait "$pid" || failed_at=${failed_at:-$name}
        tee -a "$log" <"$log.$name"
        rm "$log.$name"
    done
    [ -z "${failed_at:-}" ] || verdict "$failed_at"
}

# skipped WHAT: this machine cannot run it. Scripts say the same by a line of this form.
skipped() { echo "Not run: $*" | tee -a "$log"; }

# verdict [FAILED STEP]: the times, the tests counted, what this machine cannot run, and the end. Only a run that left nothing
# out says that all checks passed.
verdict() {
    failed_at=${1:-${failed_at:-}}
    [ ${#asides[@]} = 0 ] || joined
    printf '\n'
    cat "$times"
    local passed failed left
    read -r passed failed < <(sed -nE 's/^test result: .* ([0-9]+) passed; ([0-9]+) failed.*/\1 \2/p' "$log" |
        awk '{ passed += $1; failed += $2 } END { print passed + 0, failed + 0 }')
    mapfile -t left < <(sed -n 's/^Not run: //p' "$log" | sort -u)
    rm -f "$log" "$times"
    echo "$(((SECONDS - began) / 60)) min $(((SECONDS - began) % 60)) s"
    if [ -n "$failed_at" ]; then
        echo "FAILED at: $failed_at"
    elif [ ${#left[@]} = 0 ]; then
        echo "ALL CHECKS PASSED"
    fi
    printf '%s passed, %s failed' "$passed" "$failed"
    case ${#left[@]} in
    0) ;;
    1) printf ', 1 step not run: %s' "${left[0]}" ;;
    *) printf ', %s steps not run: %s' ${#left[@]} "${left[0]}" && printf '; %s' "${left[@]:1}" ;;
    esac
    printf '\n'
    [ -z "$failed_at" ] || exit 1
    exit 0
}
