#!/bin/sh
# The shell of scripts during `audit.mjs`: notes in out/trace which files a script opens. What it starts is noted with it.
if [ -n "$CCDAG_IS_TRACED" ] || [ -z "$TURBO_HASH" ]; then exec /bin/sh "$@"; fi
export CCDAG_IS_TRACED=1
mkdir -p out/trace
exec strace -f --seccomp-bpf -qqq -y -e trace=open,openat -e signal=none -o "out/trace/$(echo "$npm_lifecycle_event" | tr : -).txt" /bin/sh "$@"
