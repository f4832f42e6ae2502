#!/usr/bin/env bash
# Installs the peers and measures Sluice side by side with them, as Markdown on standard output:
#
#   bench/peers.sh disk|tmpfs|latency|growth|all [-turns 5] [-slow-turns 2] [-disk FOLDER] [-ram FOLDER]
#
# Debian's packages are installed when this runs as root; Crawlee goes into a folder of its own below TMPDIR.
# A peer that is not available is left out, and the output says so. All sections take about thirty minutes.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { echo "$*" >&2; }

# debian PROGRAM PACKAGE: a program from Debian.
debian() {
    command -v "$1" >/dev/null && return
    if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
        say "$1 is missing; install $2 to compare with it"
        return
    fi
    say "installing $2"
    [ -n "${updated:-}" ] || { apt-get update -qq >&2 || true; updated=1; }
    DEBIAN_FRONTEND=noninteractive timeout 300 apt-get install -y -qq --no-install-recommends "$2" </dev/null >&2 || say "$2 can't be installed; it is left out"
}
debian wget2 wget2
debian httrack httrack
debian scrapy python3-scrapy

debian npm npm

crawlee=${TMPDIR:-/tmp}/sluice-crawlee
if command -v npm >/dev/null; then
    mkdir -p "$crawlee"
    cp bench/peers/crawlee/* "$crawlee"
    [ -d "$crawlee/node_modules" ] || (cd "$crawlee" && say "installing Crawlee" && timeout 300 npm install --no-audit --no-fund </dev/null >&2) || say "Crawlee can't be installed; it is left out"
else
    say "npm is missing; Crawlee is left out"
fi

exec go run ./bench peers "${@:-all}" -crawlee "$crawlee"
