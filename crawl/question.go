package crawl

import (
	"math/rand/v2"
	"strings"

	"sluice/weburl"
)

// neverLinked makes, of two URLs that were answered alike, a third one that a site
// would have to answer alike if it did not look at what makes the two differ: that
// part is replaced by chance. It is nearly sure that nothing is there.
func neverLinked(a, b weburl.URL) string {
	if a.Host() != b.Host() {
		return b.Scheme() + "://" + vary(a.Host(), b.Host()) + b.RequestURI()
	}
	return b.Origin() + "/" + vary(a.RequestURI()[1:], b.RequestURI()[1:])
}

// vary replaces the part of b in which it differs from a, in kind: digits by digits, all else by letters.
func vary(a, b string) string {
	from := 0
	for from < min(len(a), len(b)) && a[from] == b[from] {
		from++
	}
	if i := strings.LastIndexByte(b[:from], '%'); i >= 0 && from-i < 3 { // not within an escape
		from = i
	}
	end := 0
	for end < min(len(a), len(b))-from && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	signs := "bcdfghjklmnpqrstvwxz" // without vowels: no word
	if differs := b[from : len(b)-end]; differs != "" && strings.Trim(differs, "0123456789") == "" {
		signs = "23456789"
	}
	const length = 12
	chance := make([]byte, length)
	for i := range chance {
		chance[i] = signs[rand.IntN(len(signs))]
	}
	return b[:from] + string(chance) + b[len(b)-end:]
}
