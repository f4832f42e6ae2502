#!/bin/sh
# Makes words.txt.gz of the folder of SCOWL's lists (Debian's package scowl has it as /usr/share/dict/scowl):
# American and British words, names and contractions up to size 50, in lower case, ASCII. A word with a final s is left out
# if the list has it without: the test looks for both.
set -eu
cd "${1:-/usr/share/dict/scowl}"
for size in 10 20 35 40 50; do
  cat english-words.$size american-words.$size british-words.$size british_z-words.$size
  cat english-upper.$size american-upper.$size english-proper-names.$size english-contractions.$size 2>/dev/null || true
done | LC_ALL=C tr A-Z a-z | LC_ALL=C sed "s/'s\$//" | LC_ALL=C grep -x "[a-z'][a-z']\{1,\}\|[aio]" | LC_ALL=C sort -u |
  LC_ALL=C awk '{has[$0]; line[NR] = $0} END {for (i = 1; i <= NR; i++) { w = line[i]; if (w !~ /s$/ || !(substr(w, 1, length(w) - 1) in has)) print w }}' |
  gzip -9n >"$OLDPWD/words.txt.gz"
