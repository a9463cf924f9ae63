# Sourced by run.sh and test.sh: installs the Debian packages of packages.txt that are missing.

# say WORDS...: what the script does goes to stderr, stdout belongs to the program.
say() {
    printf '%s\n' "$*" >&2
}

# packages SECTION...: the package names in those sections of packages.txt
packages() {
    awk -v wanted=" $* " '
        /^\[/ { section = substr($1, 2, length($1) - 2); next }
        /^[a-z0-9]/ { if (index(wanted, " " section " ")) print $1 }' "$root/packages.txt"
}

# need_packages STAMP SECTION...: does nothing when STAMP says that the same list was complete before
need_packages() {
    local stamp=$1
    shift
    local list
    list=$(packages "$@")
    if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$list" ]; then
        return 0
    fi
    if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
        say "This system has no apt. Kranich needs what Debian 12 calls:" $list
        return 0
    fi
    local missing="" name
    for name in $list; do
        case $(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null) in
        installed) ;;
        *) missing="$missing $name" ;;
        esac
    done
    if [ -n "$missing" ]; then
        install_packages $missing || return 1
    fi
    mkdir -p "$(dirname "$stamp")"
    printf '%s\n' "$list" >"$stamp"
}

install_packages() {
    local sudo=""
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            say "These Debian packages are missing, and there is no sudo to install them:"
            say "  $*"
            say "Please ask an administrator to run: apt-get install $*"
            return 1
        fi
        sudo="sudo"
    fi
    say "Installing these Debian packages (once, this can take some minutes): $*"
    local log
    log=$(mktemp)
    # An update that fails (a foreign package source is down) need not keep ours from being found.
    if {
        $sudo env DEBIAN_FRONTEND=noninteractive apt-get -q update
        $sudo env DEBIAN_FRONTEND=noninteractive apt-get -q install -y \
            --no-install-recommends -o DPkg::Lock::Timeout=600 "$@"
    } >"$log" 2>&1; then
        rm -f "$log"
        return 0
    fi
    tail -n 20 "$log" >&2
    rm -f "$log"
    say "The packages could not be installed; apt's last lines are above."
    say "Is the network up, and is this Debian 12?"
    return 1
}
