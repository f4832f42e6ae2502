// Package english says whether a text is English, by the share of its words that a list of English words has.
//
// It is the test of Chung, "Topic-oriented collaborative web crawling" (University of Waterloo, 2001, section 4.4.3). Unlike
// [sluice/text.Language] it knows nothing of other languages, so that it judges those that nobody trained it on alike.
package english

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"strings"
	"sync"

	"sluice/text"
)

// Cutoff is the share of known words, K in the source, above which a text counts as English.
const Cutoff = 0.5

// maxText is the length, in bytes, up to which a text is examined.
const maxText = 1 << 20

// Is reports whether a text is English: its [Share] is above [Cutoff].
func Is(s string) bool { return Share(s) > Cutoff }

// Share returns which share of the words of a text are English, from 0 to 1: those that the list has, with or without a final s
// (equations 4.1 and 4.2). Numbers do not count. It is 0 for a text without words. At most 1 MB is examined.
func Share(s string) float64 {
	list := words()
	known, n := 0, 0
	for w := range (text.Rules{Numbers: text.DropNumbers}).Terms(s[:min(len(s), maxText)]) {
		n++
		w = strings.TrimSuffix(w, "'s")
		if has(list, w) {
			known++
		}
	}
	return float64(known) / float64(max(n, 1))
}

// compressed is the list, a word a line: see words.sh and NOTICE.
//
//go:embed words.txt.gz
var compressed []byte

// Has reports whether the list has a word in lower case, with or without a final s.
func Has(word string) bool { return has(words(), word) }

func has(list map[string]bool, word string) bool {
	return list[word] || list[strings.TrimSuffix(word, "s")]
}

// words returns the list as a set. It is read once, when it is first used.
var words = sync.OnceValue(func() map[string]bool {
	z, err := gzip.NewReader(bytes.NewReader(compressed))
	if err != nil {
		panic(err) // unreachable: the list is part of the program
	}
	list, err := io.ReadAll(z)
	if err != nil {
		panic(err) // unreachable, as above
	}
	set := make(map[string]bool, bytes.Count(list, []byte("\n")))
	for w := range strings.Lines(string(list)) {
		set[strings.TrimSuffix(w, "\n")] = true
	}
	return set
})
