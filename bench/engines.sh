#!/usr/bin/env bash
# Asks engines that others wrote through the seed finder: xapian-omega over the real sites beside the clone, by its HTML, and Debian's searx, which asks omega, by
# its JSON. Then a repository that others wrote, the OAI-PMH provider of Catmandu, is read. Everything runs on loopback, and ends with the tests. It takes
# about a minute.
#
# Debian's packages are installed when this runs as root.
set -euo pipefail
cd "$(dirname "$0")/.."

missing=
[ -x /usr/lib/cgi-bin/omega/omega ] && command -v omindex >/dev/null || missing="$missing xapian-omega"
[ -d /usr/lib/python3/dist-packages/searx ] || missing="$missing python3-searx"
perl -MDancer::Plugin::Catmandu::OAI -e 1 2>/dev/null || missing="$missing libdancer-plugin-catmandu-oai-perl"
if [ -n "$missing" ]; then
    if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
        echo "The engines need$missing. Install them, then run this again." >&2
        exit 1
    fi
    echo "installing$missing" >&2
    apt-get update -qq >&2 || true
    # shellcheck disable=SC2086
    DEBIAN_FRONTEND=noninteractive timeout 300 apt-get install -y -qq --no-install-recommends $missing </dev/null >&2
fi

exec go test -tags 'engines yardstick' -count 1 -v -run 'TestRunningEngines|TestRunningProvider' ./internal/seeds/engine ./internal/harvest/repositories
