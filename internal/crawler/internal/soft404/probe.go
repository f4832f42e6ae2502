package soft404

import (
	"strings"

	"sluice/weburl"
)

// probeURL makes, of two URLs that were answered alike, a third one. A site that does
// not look at the part in which the two differ answers it alike, too. That part is
// random (random returns a number from 0 to n-1), so that almost surely nothing is
// there.
func probeURL(a, b weburl.URL, random func(n int) int) string {
	if a.Host() != b.Host() {
		return b.Scheme() + "://" + vary(a.Host(), b.Host(), random) + b.RequestURI()
	}
	return b.Origin() + "/" + vary(a.RequestURI()[1:], b.RequestURI()[1:], random)
}

// probeLength is the number of random characters in a probe.
const probeLength = 12

// vary replaces the part of b in which it differs from a, in kind: digits by digits,
// all else by letters.
func vary(a, b string, random func(n int) int) string {
	from := 0
	for from < min(len(a), len(b)) && a[from] == b[from] {
		from++
	}
	if i := strings.LastIndexByte(b[:from], '%'); i >= 0 && from-i < 3 { // never inside an escape
		from = i
	}
	end := 0
	for end < min(len(a), len(b))-from && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	alphabet := "bcdfghjklmnpqrstvwxz" // without vowels, so that no word comes about
	if differs := b[from : len(b)-end]; differs != "" && strings.Trim(differs, "0123456789") == "" {
		alphabet = "23456789"
	}
	part := make([]byte, probeLength)
	for i := range part {
		part[i] = alphabet[random(len(alphabet))]
	}
	return b[:from] + string(part) + b[len(b)-end:]
}
