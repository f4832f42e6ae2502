package identity

import (
	"hash/maphash"
	"slices"
	"strconv"
)

// Index finds works. It is used by one goroutine at a time. A work takes about half a kilobyte.
type Index struct {
	seed  maphash.Seed
	works packed
	heads map[uint32]int32 // key to the last link of its chain
	chain []link
}

// link is one work of a key.
type link struct {
	work     int32
	previous int32 // link of the same key, or -1
}

// maxCandidates bounds the works of one key that are compared: titles that everybody gives do not cost more than others.
const maxCandidates = 200

// NewIndex returns an index without works.
func NewIndex() *Index { return &Index{seed: maphash.MakeSeed(), heads: map[uint32]int32{}} }

// Len returns the number of works.
func (x *Index) Len() int { return x.works.len() }

// Add adds a work and returns its number, from 0.
func (x *Index) Add(w Work) int {
	n := int32(x.works.len())
	x.works.add(&w)
	x.link(n, &w)
	return int(n)
}

// Extend adds what another record says of a work to what finds it: its identifiers and its title.
func (x *Index) Extend(n int, w Work) {
	known := x.works.get(int32(n))
	x.link(int32(n), &w)
	isChanged := false
	set := func(to *string, is string) {
		if *to == "" && is != "" {
			*to, isChanged = is, true
		}
	}
	if known.title == "" && w.title != "" {
		known.words, known.numbers = w.words, w.numbers
	}
	set(&known.title, w.title)
	set(&known.doi, w.doi)
	set(&known.arXiv, w.arXiv)
	if len(known.people) == 0 && len(w.people) > 0 {
		known.people, isChanged = w.people, true
	}
	if known.year == 0 && w.year != 0 {
		known.year, isChanged = w.year, true
	}
	for _, id := range w.ids {
		if !slices.Contains(known.ids, id) && len(known.ids) < maxIDs {
			known.ids, isChanged = append(known.ids, id), true
		}
	}
	if isChanged {
		x.works.set(int32(n), &known)
	}
}

// link enters a work under the keys of what is said of it.
func (x *Index) link(n int32, w *Work) {
	for _, k := range x.keys(w) {
		previous, ok := x.heads[k]
		if !ok {
			previous = -1
		} else if x.chain[previous].work == n {
			continue
		}
		x.heads[k] = int32(len(x.chain))
		x.chain = append(x.chain, link{n, previous})
	}
}

// Match is the work that was found.
type Match struct {
	Number int // as Add returned it
	By     By
}

// Find returns the work of the index that is the same as w; false if there is none. An identifier goes before an equal title, and that before a similar one.
func (x *Index) Find(w Work, mode Mode) (best Match, ok bool) {
	for _, k := range x.keys(&w) {
		at, known := x.heads[k]
		if !known {
			continue
		}
		for n := 0; at >= 0 && n < maxCandidates; n++ {
			c := x.chain[at]
			at = c.previous
			known := x.works.get(c.work)
			by, same := match(&w, &known, mode)
			if same && (!ok || rank(by) < rank(best.By) || rank(by) == rank(best.By) && int(c.work) < best.Number) {
				best, ok = Match{int(c.work), by}, true
			}
		}
		if ok && rank(best.By) <= rank(ByTitle) { // the keys of identifiers and of equal titles come first
			return best, true
		}
	}
	return best, ok
}

// rank returns how good a proof is, the best first.
func rank(by By) int {
	return slices.Index([]By{ByDOI, ByArXiv, ByID, ByTitle, BySimilarTitle}, by)
}

// prefixLetters is the number of letters at the beginning of similar titles that are equal, unless two of their three longest words are, or the first author.
const prefixLetters = 14

// keys returns the keys of a work: those of identifiers, of the title, and of its parts.
func (x *Index) keys(w *Work) []uint32 {
	keys := make([]uint32, 0, 8)
	add := func(kind, value string) {
		if value != "" {
			var h maphash.Hash
			h.SetSeed(x.seed)
			h.WriteString(kind)
			h.WriteString(value)
			keys = append(keys, uint32(h.Sum64())) // works of other keys are compared in vain now and then
		}
	}
	add("doi:", w.doi)
	add("arxiv:", w.arXiv)
	for _, id := range w.ids {
		add("id:", id)
	}
	add("title:", w.title)
	if len(w.title) > prefixLetters {
		add("prefix:", beginning(w.title, prefixLetters))
	}
	if len(w.people) > 0 {
		add("author:", w.people[0].family)
		if w.year > 0 {
			add("author:", w.people[0].family+" "+strconv.Itoa(w.year))
		}
	}
	longest := slices.DeleteFunc(slices.Clone(w.words), isStop)
	slices.SortStableFunc(longest, func(a, b string) int { return len(b) - len(a) })
	longest = longest[:min(len(longest), 3)]
	slices.Sort(longest)
	for i, a := range longest {
		for _, b := range longest[i+1:] {
			add("words:", a+" "+b)
		}
	}
	return keys
}
