package match

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"unicode/utf8"

	"sluice/document/bibliography"
	"sluice/text"
)

// Index holds many wanted records, so that a document is compared only with those whose title it may have. The memory grows with the words of
// the titles, the time of a match with the number of records that share rare words with the first pages.
type Index struct {
	records  []*wanted
	byWord   map[string][]int32 // records by each word of their titles
	byPrefix map[string][]int32 // by the first letters of their titles, for texts without spaces and with spaces within words
	byID     map[string][]int32 // by DOI and arXiv number
	words    [][]string         // of each record, by which it is indexed
	logs     []float64          // natural logarithms, as many as weights need
}

// NewIndex returns an index without records.
func NewIndex() *Index {
	return &Index{byWord: map[string][]int32{}, byPrefix: map[string][]int32{}, byID: map[string][]int32{}}
}

const (
	prefixLetters = 16
	maxTitleWords = 40
	shareOfWords  = 0.6 // of the weight of a title's words, that the first pages must have
	mostCompared  = 100 // records that one document is compared with, the most promising first
)

// Add adds a record and returns its place, from 0. Add must not run while documents are matched.
func (ix *Index) Add(r *bibliography.Record) int {
	w, n := newWanted(r), int32(len(ix.records))
	ix.records = append(ix.records, w)
	words := keyWords(r.Title)
	ix.words = append(ix.words, words)
	for _, word := range words {
		ix.byWord[word] = append(ix.byWord[word], n)
	}
	if p := prefix(w.title.letters); p != "" {
		ix.byPrefix[p] = append(ix.byPrefix[p], n)
	}
	if w.doi != "" {
		ix.byID["doi:"+w.doi] = append(ix.byID["doi:"+w.doi], n)
	}
	if w.arXiv != "" {
		ix.byID["arxiv:"+w.arXiv] = append(ix.byID["arxiv:"+w.arXiv], n)
	}
	for len(ix.logs) < 2*len(ix.records)+3 {
		ix.logs = append(ix.logs, math.Log(float64(len(ix.logs))))
	}
	return int(n)
}

// keyWords returns the words of a title that it is found by, each once: those that mean something, or all if none does.
func keyWords(title string) []string {
	var all, stops []string
	for word := range text.Words(title) {
		switch {
		case len(all) == maxTitleWords:
			return all
		case slices.Contains(all, word) || slices.Contains(stops, word):
		case text.Stop(word, "en"):
			stops = append(stops, word)
		default:
			all = append(all, word)
		}
	}
	if len(all) == 0 {
		return stops[:min(len(stops), maxTitleWords)]
	}
	return all
}

// prefix returns the first letters of a title, or "" if it has fewer.
func prefix(letters string) string {
	n := 0
	for i := range letters {
		if n == prefixLetters {
			return letters[:i]
		}
		n++
	}
	if n == prefixLetters {
		return letters
	}
	return ""
}

// Match returns the results of the records that a document may be, the most probable first. Records whose title is not on its first pages are
// not among them, unless the document has their identifier.
func (ix *Index) Match(d *Document) []Result {
	var results []Result
	for _, n := range ix.candidates(d) {
		r := ix.records[n].compare(d)
		if r.Not == Another && r.Confidence < certainlyNot/2 {
			continue // another title, and nothing else to say
		}
		r.Record = int(n)
		results = append(results, r)
	}
	slices.SortStableFunc(results, func(a, b Result) int {
		return cmp.Or(cmp.Compare(b.Confidence, a.Confidence), cmp.Compare(a.Record, b.Record))
	})
	return onlyOneTitle(results)
}

// mostTitles is the number of works whose titles a document may have as its own: a work may stand in a bibliography more than once.
const mostTitles = 4

// onlyOneTitle returns the results of a document that has the titles of many works: it lists them, and is none of them.
func onlyOneTitle(results []Result) []Result {
	same := 0
	for _, r := range results {
		if r.Same {
			same++
		}
	}
	if same > mostTitles {
		for i := range results {
			if results[i].Same {
				results[i].Same, results[i].Not, results[i].Version = false, Lists, Unknown
				results[i].Confidence = min(results[i].Confidence, certainlyNot)
			}
		}
	}
	return results
}

// candidates returns the records that a document is compared with: first those that have its identifier or the beginning of one of its lines, then those
// whose words it has, the most promising first.
func (ix *Index) candidates(d *Document) []int32 {
	shared := ix.sharedWords(d)
	chosen := map[int32]bool{}
	add := func(records []int32) {
		for _, n := range records[:min(len(records), mostCompared)] {
			chosen[n] = true
		}
	}
	for doi := range d.dois {
		add(ix.byID["doi:"+doi])
	}
	if d.arXiv != "" {
		add(ix.byID["arxiv:"+d.arXiv])
	}
	for _, l := range d.lines {
		add(ix.byPrefix[prefix(d.letters[l.start:])])
	}
	for _, t := range d.titles {
		add(ix.byPrefix[prefix(t.letters)])
	}
	for letters := range d.linkTitles {
		add(ix.byPrefix[prefix(letters)])
	}
	first := slices.Collect(maps.Keys(chosen))
	var all []int32
	for n, share := range shared {
		if share >= shareOfWords && !chosen[int32(n)] {
			all = append(all, int32(n))
		}
	}
	letters := func(n int32) int { return utf8.RuneCountInString(ix.records[n].title.letters) }
	promise := func(a, b int32) int {
		return cmp.Or(cmp.Compare(shared[b], shared[a]), cmp.Compare(letters(b), letters(a)), cmp.Compare(a, b))
	}
	slices.SortFunc(first, promise)
	slices.SortFunc(all, promise)
	all = append(first, all...)
	return all[:min(len(all), mostCompared)]
}

// sharedWords returns, for each record, the share of the weight of its title's words that the first pages have. A word weighs more the fewer
// titles have it: Spärck Jones, "A statistical interpretation of term specificity" (1972).
func (ix *Index) sharedWords(d *Document) []float64 {
	shared := make([]float64, len(ix.records))
	for _, word := range d.plainWords {
		records := ix.byWord[word]
		for _, n := range records {
			shared[n] += ix.weight(len(records))
		}
	}
	for n, sum := range shared {
		if sum == 0 {
			continue
		}
		total := 0.0
		for _, word := range ix.words[n] {
			total += ix.weight(len(ix.byWord[word]))
		}
		shared[n] = sum / total
	}
	return shared
}

// weight returns the weight of a word that n titles have: the logarithm of 1 + (N+1)/(n+1), N being the number of records.
func (ix *Index) weight(n int) float64 {
	return ix.logs[len(ix.records)+n+2] - ix.logs[n+1]
}
