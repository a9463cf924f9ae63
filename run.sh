#!/usr/bin/env bash
# usage: ./run.sh [ARGUMENTS]
#
# Starts `kranich ARGUMENTS`. Does what is needed first: installs missing Debian packages (with sudo
# only when you are not root), configures and builds. When all that is done already it says nothing.
set -eu

root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=$root/build-run
# A warning of a newer compiler must not keep a user from starting the program.
options="--buildtype=release -Dwerror=false -Dtests=disabled"
. "$root/.ci/packages.sh"

# The state of the build folder: a moved tree or other options need a new configuration.
wanted="$root $options"

prepare() {
    if ! need_packages "$build/.packages" run; then
        exit 3
    fi
    if [ ! -f "$build/build.ninja" ] || [ "$(cat "$build/.configured" 2>/dev/null)" != "$wanted" ]; then
        say "Configuring the build in $build"
        rm -rf "$build/meson-private" "$build/meson-info" "$build/build.ninja"
        if ! CC=${CC:-gcc} meson setup $options "$build" "$root" >"$build/setup.log" 2>&1; then
            cat "$build/setup.log" >&2
            rm -f "$build/.packages"
            say "Configuring failed; the reason is above."
            exit 3
        fi
        printf '%s\n' "$wanted" >"$build/.configured"
    fi
    if [ "$(ninja -C "$build" -n 2>/dev/null | tail -n 1)" = "ninja: no work to do." ]; then
        return
    fi
    say "Building Kranich (the first time takes a minute or two)"
    if ! ninja -C "$build" >"$build/build.log" 2>&1; then
        # A package may have been removed since: look again at the next start.
        rm -f "$build/.packages"
        tail -n 40 "$build/build.log" >&2
        say "Building failed; the reason is above."
        exit 3
    fi
}

mkdir -p "$build"
# One at a time: two starts at once would build into the same folder.
exec 9>"$build/.lock"
flock 9
prepare
exec 9>&-

exec "$build/kranich" "$@"
