#!/bin/sh
# The compiler of start_test.sh: takes the object that the build in $KRANICH_BUILT has made of the
# same source, and compiles where there is none.
word_before=
for word; do
    case $word_before in
    -o) object=$word ;;
    -MF) list=$word ;;
    esac
    word_before=$word
done
if [ -n "${list:-}" ] && [ -n "${KRANICH_BUILT:-}" ]; then
    # Its layers may be shared libraries.
    for made in "$KRANICH_BUILT/$object" "$KRANICH_BUILT/${object%%.a.p/*}.so.p/${object##*.a.p/}"; do
        if [ -f "$made" ]; then
            printf '%s:\n' "$object" >"$list"
            exec cp "$made" "$object"
        fi
    done
fi
exec gcc "$@"
