#!/usr/bin/env bash
# usage: ./test.sh [fast]
#
# Installs what is missing, then builds and tests three times:
#   gcc         optimised; every test
#   sanitizers  clang, optimised, for addresses and undefined behaviour; variables begin as rubbish,
#               and each world is validated after each step; without the slow tests and the checks
#               of the source tree
#   clang       not optimised, otherwise likewise: the scenes of tests/data/golden.txt
# `fast` is the first of them without the slow tests. The last line is `N passed, N failed`; the exit
# status is 0 when nothing failed.
set -u

root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$root" || exit 3
. "$root/.ci/packages.sh"

out=$root/build-test
results=()

# stage NAME COMPILER TARGETS TEST-OPTIONS -- SETUP-OPTIONS...: builds into build-test/NAME and runs
# tests
stage() {
    local name=$1 compiler=$2 targets=$3 test_options=$4
    shift 5
    local build=$out/$name
    local began=$SECONDS
    results+=("$build")
    # Results of an earlier run must not be counted when this one does not get that far.
    rm -f "$build"/meson-logs/testlog*
    mkdir -p "$build"
    say "== $name: building"
    if [ "$(cat "$build/.configured" 2>/dev/null)" != "$root $*" ]; then
        rm -rf "$build"
        mkdir -p "$build"
        # The 600 programs of the tests: lld links them in half the time, with shared layers in a
        # third of that.
        CC=$compiler CC_LD=lld meson setup -Ddefault_library=shared "$@" "$build" \
            >"$build/build.log" 2>&1 &&
            printf '%s\n' "$root $*" >"$build/.configured"
    fi
    if ! { [ -f "$build/.configured" ] && ninja -C "$build" $targets >"$build/build.log" 2>&1; }; then
        tail -n 60 "$build/build.log"
        say "== $name: the build failed after $((SECONDS - began)) s"
        return
    fi
    say "== $name: testing"
    meson test -C "$build" --no-rebuild --print-errorlogs $test_options
    say "== $name: done after $((SECONDS - began)) s"
}

need_packages "$out/.packages" run test || exit 3

# The scenes have to end in the states of tests/data/golden.txt, in every build.
export KRANICH_GOLDEN=check

if [ "${1:-}" = fast ]; then
    stage gcc gcc all "--no-suite slow" -- --buildtype=debugoptimized -Dc_args=-g1
else
    stage gcc gcc all "" -- --buildtype=debugoptimized -Dc_args=-g1
    # Optimisers would hide these faults: stale memory, and in the last stage results that depend on
    # inlining.
    rubbish=-ftrivial-auto-var-init=pattern
    # Sanitizers slow a test down several times, so it gets more time. Null and wild pointers are
    # found where memory is used, by the sanitizer for addresses: three checks of each pointer on its
    # way there would take a quarter of the stage and find little else. In functions with more than
    # 1,000 accesses it calls its checks, which compiles the widest loops in a quarter of the time.
    # No test goes on after a fault, and checks that need not return compile sim in half the time.
    stage sanitizers clang all "--no-suite slow --no-suite source -t 5" -- \
        --buildtype=debugoptimized -Db_sanitize=address,undefined -Db_lundef=false \
        -Dslow_tests=false \
        "-Dc_args=-g1 $rubbish -fno-sanitize=null,object-size,pointer-overflow \
            -fno-sanitize-recover=all \
            -mllvm -asan-instrumentation-with-call-threshold=1000"
    stage clang clang tests/data_golden_test "data/golden -t 2" -- --buildtype=debug \
        -Dslow_tests=false "-Dc_args=-g1 $rubbish"
fi

/usr/bin/python3 tests/summary.py "${results[@]}"
