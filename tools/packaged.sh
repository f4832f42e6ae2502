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

# crawl ROOT crawls the sample web in an installation, searches it and compares every file with its hash.
crawl() {
    alone "$1" /usr/bin/sluice version
    alone "$1" /usr/bin/sluice demo -d /library/demo >"$scratch/answer"
    head -25 "$scratch/answer"
    alone "$1" /usr/bin/sluice search -d /library/demo 'polite crawling' >"$scratch/answer"
    head -5 "$scratch/answer"
    alone "$1" /usr/bin/sluice verify -d /library/demo
}

step "a release"
make --no-print-directory dist SYSTEMS="linux/$(go env GOARCH)"
(cd dist && sha256sum -c SHA256SUMS)

step "the same bytes from another clone of the commit"
if [ -z "$(git status --porcelain --untracked-files=no)" ]; then
    git clone -q . "$scratch/clone"
    make --no-print-directory -C "$scratch/clone" dist SYSTEMS="linux/$(go env GOARCH)" >"$scratch/log"
    cmp dist/SHA256SUMS "$scratch/clone/dist/SHA256SUMS" && echo "SHA256SUMS are equal"
else
    echo "skipped: files differ from the commit"
fi

step "the Debian package, in an empty folder"
debian=$scratch/debian
mkdir -p "$debian"/var/lib/dpkg/{info,updates} "$debian"/{library,tmp}
touch "$debian/var/lib/dpkg/status"
chmod 1777 "$debian"/{library,tmp}
dpkg --root="$debian" -i dist/*.deb
dpkg-query --admindir="$debian/var/lib/dpkg" -W -f '${Package} ${Version} ${Architecture} ${Status}\nRecommends: ${Recommends}\nDepends: ${Depends}\n' sluice
dpkg --root="$debian" --verify sluice && echo "every file is as in the package"
dpkg --root="$debian" -L sluice | grep -v '/docs/'

step "its manual"
MANPATH=$debian/usr/share/man MANWIDTH=100 MANROFFOPT=-Wbreak man --warnings=all sluice 2>"$scratch/warnings" >"$scratch/manual"
[ ! -s "$scratch/warnings" ] || { cat "$scratch/warnings"; exit 1; }
head -20 "$scratch/manual"

step "its completions"
PATH=$debian/usr/bin:$PATH XDG_DATA_DIRS=$debian/usr/share HOME=$scratch fish -c 'complete -C "sluice st"' >"$scratch/answer"
echo "fish finds its file and offers" $(cut -f 1 "$scratch/answer")
if [ -e /usr/share/bash-completion/bash_completion ]; then
    XDG_DATA_DIRS=$debian/usr/share bash --norc -c 'source /usr/share/bash-completion/bash_completion; _completion_loader sluice || true; complete -p sluice' >"$scratch/answer"
    echo "bash finds its file: $(cat "$scratch/answer")"
fi
harness=cmd/sluice/testdata/shells
mkdir "$scratch/zsh"
for line in 'sluice st' 'sluice trash ' 'sluice crawl --scope '; do
    IFS=' ' read -ra words <<<"${line}|"
    words[-1]=${words[-1]%|}
    rm -rf "$scratch/zsh/zsh"
    echo "$line: bash offers" $(bash --norc $harness/complete.bash "$debian/usr/share/bash-completion/completions/sluice" "${words[@]}")
    echo "$line: zsh offers" $(TMPDIR=$scratch/zsh zsh -f $harness/complete.zsh "$debian/usr/share/zsh/vendor-completions/_sluice" "${words[@]}")
    echo "$line: fish offers" $(HOME=$scratch fish --no-config $harness/complete.fish "$debian/usr/share/fish/vendor_completions.d/sluice.fish" "${words[@]}")
done

step "a crawl of the sample web from the Debian package"
crawl "$debian"

step "the image from scratch, in an empty folder"
go -C tools run ./imageroot .. ../packaging/Containerfile "$scratch/image"
(cd "$scratch/image" && find . -not -path './usr/share/*' | sort)

step "a crawl of the sample web from the image"
crawl "$scratch/image"

step "the programs of packaging/Containerfile.programs can be installed"
programs=$(sed -n '/apt-get install/,/&& rm/{s/.*--no-install-recommends//;/&& rm/d;s/\\//;p}' packaging/Containerfile.programs)
apt-get install --simulate --no-install-recommends $programs >"$scratch/answer"
tail -1 "$scratch/answer"
printf '\n== all done\n'
