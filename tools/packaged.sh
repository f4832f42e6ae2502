#!/usr/bin/env bash
# Makes a release for this machine, installs it into empty folders and uses it there without a network: the Debian package with
# its manual, completions and a crawl of the sample web, and the image that packaging/Containerfile describes.
# Needs root on Debian.
set -euo pipefail
cd "$(dirname "$0")/.."
[ "$(id -u)" -eq 0 ] || { echo "packaged: dpkg and chroot need root"; exit 1; }
for program in dpkg man bash zsh fish ip unshare; do
    command -v $program >/dev/null || { echo "packaged: $program is missing; the packages are man-db, bash, zsh, fish, iproute2"; exit 1; }
done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

step() {
    printf '\n== %s\n' "$*"
}

# alone ROOT COMMAND... runs a command with the folder ROOT as its file system, as an ordinary user, with no network but the
# loopback interface, and with no mount but /proc.
alone() {
    unshare --mount --net --pid --fork bash -c '
        ip link set lo up
        mkdir -p "$1/proc"
        mount -t proc proc "$1/proc"
        exec env -i HOME=/tmp PATH=/usr/sbin:/usr/bin chroot --userspec=65532:65532 --groups= "$@"' - "$@"
}

# expect WHAT GOT WANT prints what was got, and ends the script if something else was wanted.
expect() {
    printf '%s: %s\n' "$1" "$2"
    [ "$2" = "$3" ] || { printf 'packaged: %s: want: %s\n' "$1" "$3"; exit 1; }
}

# sorted prints lines as one line of words in alphabetic order. Shells differ in the order in which they offer words.
sorted() {
    LC_ALL=C sort -u | paste -s -d ' '
}

# crawl ROOT crawls the sample web in an installation, searches it and compares every file with its hash. The first hit is a PDF file.
crawl() {
    alone "$1" /usr/bin/sluice version
    alone "$1" /usr/bin/sluice demo -d /library/demo >"$scratch/answer"
    head -25 "$scratch/answer"
    alone "$1" /usr/bin/sluice search -d /library/demo 'polite crawling' >"$scratch/answer"
    hit=$(head -3 "$scratch/answer")
    expect "the first hit" "$hit" '1. Polite Crawling: What a Hundred Webmasters Told Us
   Anna Marsh, Jonas Weil · 2022 · report · cited by 3 pages
   http://library.northbridge.example/reports/2022/nb-tr-2022-01.pdf'
    alone "$1" /usr/bin/sluice verify -d /library/demo
}

step "a release"
make --no-print-directory dist SYSTEMS="linux/$(go env GOARCH)"
(cd dist && sha256sum -c SHA256SUMS)

step "the same bytes from another clone of the commit"
if [ -z "$(git status --porcelain --untracked-files=no)" ]; then
    git clone -q . "$scratch/clone"
    make --no-print-directory -C "$scratch/clone" dist SYSTEMS="linux/$(go env GOARCH)" >"$scratch/log"
    cmp dist/SHA256SUMS "$scratch/clone/dist/SHA256SUMS"
    echo "SHA256SUMS are equal"
else
    echo "skipped: files differ from the commit"
fi

step "the Debian package, in an empty folder"
debian=$scratch/debian
mkdir -p "$debian"/var/lib/dpkg/{info,updates} "$debian"/{library,tmp}
touch "$debian/var/lib/dpkg/status"
chmod 1777 "$debian"/{library,tmp}
dpkg --root="$debian" -i dist/*.deb
field() {
    dpkg-query --admindir="$debian/var/lib/dpkg" -W -f "\${$1}" sluice
}
status=$(field Status)
architecture=$(field Architecture)
depends=$(field Pre-Depends; field Depends)
recommends=$(field Recommends)
number=$(field Version)
version=$(alone "$debian" /usr/bin/sluice version --json | sed -n 's/^ *"version": "\(.*\)",$/\1/p')
expect status "$status" 'install ok installed'
expect architecture "$architecture" "$(go env GOARCH)"
expect depends "$depends" ''
expect recommends "$recommends" 'ghostscript, libreoffice, tesseract-ocr'
expect version "$number" "${version/-/\~}-1"
changed=$(dpkg --root="$debian" --verify sluice)
expect "files that differ from the package" "$changed" ''
dpkg --root="$debian" -L sluice | grep -v '/docs/'

step "its manual"
MANPATH=$debian/usr/share/man MANWIDTH=100 MANROFFOPT=-Wbreak man --warnings=all sluice 2>"$scratch/warnings" >"$scratch/manual"
[ ! -s "$scratch/warnings" ] || { cat "$scratch/warnings"; exit 1; }
head -20 "$scratch/manual"
grep -q '^ *sluice - a polite web crawler' "$scratch/manual"

step "its completions"
offered=$(PATH=$debian/usr/bin:$PATH XDG_DATA_DIRS=$debian/usr/share HOME=$scratch fish -c 'complete -C "sluice st"' | cut -f 1 | sorted)
expect "fish, which finds its file, offers for 'sluice st'" "$offered" 'status stop'
if [ -e /usr/share/bash-completion/bash_completion ]; then
    found=$(XDG_DATA_DIRS=$debian/usr/share bash --norc -c 'source /usr/share/bash-completion/bash_completion; _completion_loader sluice || true; complete -p sluice')
    echo "bash finds its file: $found"
else
    echo "skipped: whether bash finds its file, because bash-completion is not installed"
fi
harness=cmd/sluice/testdata/shells
mkdir "$scratch/zsh"
# completion LINE WORDS asks each shell what it offers at the end of a line.
completion() {
    IFS=' ' read -ra words <<<"$1|"
    words[-1]=${words[-1]%|}
    rm -rf "$scratch/zsh/zsh"
    offered=$(bash --norc $harness/complete.bash "$debian/usr/share/bash-completion/completions/sluice" "${words[@]}" | sorted)
    expect "bash offers for '$1'" "$offered" "$2"
    offered=$(TMPDIR=$scratch/zsh zsh -f $harness/complete.zsh "$debian/usr/share/zsh/vendor-completions/_sluice" "${words[@]}" | sorted)
    expect "zsh offers for '$1'" "$offered" "$2"
    offered=$(HOME=$scratch fish --no-config $harness/complete.fish "$debian/usr/share/fish/vendor_completions.d/sluice.fish" "${words[@]}" | sorted)
    expect "fish offers for '$1'" "$offered" "$2"
}
completion 'sluice st' 'status stop'
completion 'sluice trash ' 'empty list restore'
completion 'sluice crawl --scope ' 'any domain host list prefix'

step "a crawl of the sample web from the Debian package"
crawl "$debian"

step "the image from scratch, in an empty folder"
go -C tools run ./imageroot .. ../packaging/Containerfile "$scratch/image"
(cd "$scratch/image" && find . -not -path './usr/share/*' | sort)
[ -s "$scratch/image/etc/ssl/certs/ca-certificates.crt" ] || { echo "packaged: the image has no certificates"; exit 1; }

step "a crawl of the sample web from the image"
crawl "$scratch/image"

step "the programs of packaging/Containerfile.programs can be installed"
programs=$(sed -n '/apt-get install/,/&& rm/{s/.*--no-install-recommends//;/&& rm/d;s/\\//;p}' packaging/Containerfile.programs)
apt-get install --simulate --no-install-recommends $programs >"$scratch/answer"
tail -1 "$scratch/answer"
printf '\n== all done\n'
