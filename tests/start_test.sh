#!/usr/bin/env bash
# Starts the program with run.sh as a user would, and checks what the user sees. Prints TAP.
# usage: start_test.sh ROOT [BUILD]
#
# BUILD has compiled the same sources; its objects are taken. Everything else is as at the first
# start: what is asked of the system, the configuration, the static link.
set -u

root=$1
export KRANICH_BUILT=${2:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
count=0

# report STATUS WORDS...
report() {
    local status=$1
    shift
    count=$((count + 1))
    if [ "$status" -eq 0 ]; then
        echo "ok $count - $*"
    else
        echo "not ok $count - $*"
        sed 's/^/# stdout: /' "$work/out"
        sed 's/^/# stderr: /' "$work/err"
    fi
}

# A tree that has never been built. What is compiled is compiled in a third of the time: whether the
# program is quick is not the question.
tree=$work/tree
mkdir "$tree"
(cd "$root" && tar -cf - --exclude='./build*' --exclude=./.git .) | tar -xf - -C "$tree"
export CC=$tree/tests/made_before.sh CFLAGS=-O0

# From a folder that is not the project's, with a name that needs quoting.
mkdir "$work/my files"
cd "$work/my files" || exit 1

"$tree/run.sh" --version >"$work/out" 2>"$work/err"
first=$?
[ "$first" -eq 0 ] && grep -qx 'kranich [0-9.]*' "$work/out" && [ "$(wc -l <"$work/out")" -eq 1 ]
report $? "the first start prints the program's own output on stdout only"

began=$(date +%s%N)
"$tree/run.sh" --version >"$work/out" 2>"$work/err"
again=$?
took=$((($(date +%s%N) - began) / 1000000))
[ "$again" -eq 0 ] && [ -s "$work/out" ] && [ ! -s "$work/err" ]
report $? "a second start says nothing of its own"
echo "# it took $took ms"

"$tree/run.sh" no-such-verb >"$work/out" 2>"$work/err"
[ $? -eq 2 ] && [ ! -s "$work/out" ]
report $? "the program's exit status comes through"

[ -z "$(ls -A "$work/my files")" ]
report $? "nothing is left in the folder it was started from"

echo "1..$count"
