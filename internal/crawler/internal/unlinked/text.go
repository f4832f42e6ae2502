package unlinked

import (
	"math"
	"math/bits"
	"net/url"
	"slices"

	"sluice/weburl"
)

const (
	maxText   = 64 << 10 // bytes of a text that count
	maxTitle  = 64       // words of a title that count
	maxPairs  = 512      // kept of a page
	fewPairs  = 32       // kept of a page that came before the probe
	minPairs  = 3        // a shorter text is compared with its title
	mostExtra = 4        // pairs that a page may have beyond those of the probe's answer: one other word
	extraPart = 16       // but not more than one pair of so many
	mostLess  = 1        // pairs of the probe's answer that a page may lack
	numbers   = 64       // kept of a page
	mostOther = 8        // numbers that only one of two pages has: dates, times and counters
	otherPart = 3        // but not more than one number of so many pairs: what says little else is made of its numbers
)

// Text is what a page says, as hashes of its words and of its pairs of words. Numbers stand apart, and the names of months and
// days do not count: a few counters and dates differ from answer to answer, but a table is made of numbers. Of a long text
// those pairs are kept that have the least hashes (bottom-k sampling: Broder, 1997).
type Text struct {
	Title []uint32 `json:"title,omitempty"` // words, sorted
	Pairs []uint32 `json:"pairs,omitempty"` // sorted
	Bound uint32   `json:"bound"`           // pairs above it are not kept

	Numbers []uint32 `json:"numbers,omitempty"` // those of the least hashes, sorted

	OwnTitle []uint32 `json:"own_title,omitempty"` // words that the page's URL has, too, sorted
	OwnPairs []uint32 `json:"own_pairs,omitempty"` // with such a word, sorted
}

// NewText returns the text of a page. What it repeats of its URL counts for likeness, but not against it.
func NewText(title string, text []byte, u weburl.URL) *Text {
	own := ownWords(u)
	t := &Text{Bound: math.MaxUint32}
	eachWord([]byte(title), func(w uint32, isNumber bool) {
		switch {
		case isNumber:
		case len(t.Title)+len(t.OwnTitle) == maxTitle:
		case own[w]:
			t.OwnTitle = append(t.OwnTitle, w)
		default:
			t.Title = append(t.Title, w)
		}
	})
	last := uint32(0)
	add := func(w uint32, isNumber bool) {
		if isNumber {
			t.Numbers = append(t.Numbers, w)
			return
		}
		pair := mix(bits.RotateLeft32(last, 13) ^ w)
		if own[w] || own[last] {
			t.OwnPairs = append(t.OwnPairs, pair)
		} else {
			t.Pairs = append(t.Pairs, pair)
		}
		last = w
	}
	eachWord(text[:min(len(text), maxText)], add)
	add(0, false) // so that the last word stands in two pairs, too
	t.Title, t.OwnTitle = distinct(t.Title), distinct(t.OwnTitle)
	t.Pairs, t.OwnPairs = distinct(t.Pairs), distinct(t.OwnPairs)
	t.Numbers = distinct(t.Numbers)
	t.Numbers = slices.Clone(t.Numbers[:min(len(t.Numbers), numbers)])
	t.keep(maxPairs)
	return t
}

// ownWords returns the words of a URL, as written and without its escapes.
func ownWords(u weburl.URL) map[uint32]bool {
	own := map[uint32]bool{}
	add := func(w uint32, _ bool) { own[w] = true }
	eachWord([]byte(u.String()), add)
	if plain, err := url.PathUnescape(u.RequestURI()); err == nil {
		eachWord([]byte(plain), add)
	}
	return own
}

// distinct sorts a list and removes what comes twice.
func distinct(list []uint32) []uint32 {
	slices.Sort(list)
	return slices.Compact(list)
}

// keep keeps n pairs at most.
func (t *Text) keep(n int) {
	if len(t.Pairs) > n {
		t.Bound = t.Pairs[n-1]
	}
	if len(t.OwnPairs) > n {
		t.Bound = min(t.Bound, t.OwnPairs[n-1])
	}
	t.Pairs = slices.Clone(upTo(t.Pairs, t.Bound))
	t.OwnPairs = slices.Clone(upTo(t.OwnPairs, t.Bound))
}

// upTo returns the hashes of a sorted list up to a bound.
func upTo(list []uint32, bound uint32) []uint32 {
	n, found := slices.BinarySearch(list, bound)
	if found {
		n++
	}
	return list[:n]
}

// says reports whether a page says what the answer to a probe says, and hardly anything else.
func (t *Text) says(probe *Text) bool {
	if missing(probe.Title, t.Title, t.OwnTitle) > 0 || missing(t.Title, probe.Title, nil) > 0 {
		return false
	}
	bound := min(t.Bound, probe.Bound)
	pairs, wanted := upTo(t.Pairs, bound), upTo(probe.Pairs, bound)
	if missing(probe.Numbers, t.Numbers, nil)+missing(t.Numbers, probe.Numbers, nil) > min(mostOther, len(probe.Pairs)/otherPart) {
		return false
	}
	less, extra := missing(wanted, pairs, t.OwnPairs), missing(pairs, wanted, nil)
	if len(wanted) < minPairs {
		return len(probe.Title) > 0 && less == 0 && extra == 0
	}
	return less <= mostLess && extra <= min(mostExtra, len(wanted)/extraPart)
}

// missing counts the hashes that stand in neither of two sorted lists.
func missing(hashes, list, other []uint32) (n int) {
	for _, h := range hashes {
		if _, found := slices.BinarySearch(list, h); found {
			continue
		}
		if _, found := slices.BinarySearch(other, h); !found {
			n++
		}
	}
	return n
}

// eachWord calls yield with a hash of each word: a run of letters and digits, or of digits alone. Case is folded in ASCII
// only. The names of months and days are left out.
func eachWord(text []byte, yield func(w uint32, isNumber bool)) {
	hash, hasLetter := uint32(0), false
	end := func() {
		if w := mix(hash); hash != 0 && !dates[w] {
			yield(w, !hasLetter)
		}
		hash, hasLetter = 0, false
	}
	for _, c := range text {
		switch lower := c | 0x20; {
		case 'a' <= lower && lower <= 'z':
			hash, hasLetter = (hash^uint32(lower))*16777619, true
		case c >= 0x80:
			hash, hasLetter = (hash^uint32(c))*16777619, true
		case '0' <= c && c <= '9':
			hash = (hash ^ uint32(c)) * 16777619
		case hash != 0:
			end()
		}
	}
	end()
}

// mix spreads a hash over all of its bits (the finalizer of MurmurHash3).
func mix(h uint32) uint32 {
	h = (h ^ h>>16) * 0x85ebca6b
	h = (h ^ h>>13) * 0xc2b2ae35
	return h ^ h>>16
}

// dates are the names of months and days.
var dates map[uint32]bool

func init() {
	set := map[uint32]bool{}
	eachWord([]byte(`January February March April May June July August September October November December
		Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec Monday Tuesday Wednesday Thursday Friday Saturday Sunday
		Mon Tue Wed Thu Fri Sat Sun AM PM GMT UTC CET CEST EST PST`), func(w uint32, _ bool) { set[w] = true })
	dates = set
}
