package anchors

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"sluice/text"
)

// Model is the keywords of anchors with their weights, greater than 0 and at most 1: whole words as package text folds them.
type Model struct{ Weights map[string]float64 }

// header is the first line of a file, with the version of its form.
const header = "sluice anchors 1"

// maxKept bounds the keywords of a file: those of the greatest weight.
const maxKept = 10_000

// MarshalText returns the file of a model: the header, and on each line a keyword, a tab and its weight, the greatest first.
func (m *Model) MarshalText() ([]byte, error) {
	words := slices.SortedFunc(maps.Keys(m.Weights), func(a, b string) int {
		return cmp.Or(cmp.Compare(m.Weights[b], m.Weights[a]), cmp.Compare(a, b))
	})
	var b bytes.Buffer
	fmt.Fprintln(&b, header)
	for _, w := range words[:min(len(words), maxKept)] {
		fmt.Fprintf(&b, "%s\t%.4f\n", w, m.Weights[w])
	}
	return b.Bytes(), nil
}

// UnmarshalText reads a file. Empty lines are passed over, and those that begin with "#".
func (m *Model) UnmarshalText(b []byte) error {
	first, rest, _ := strings.Cut(string(b), "\n")
	switch first = strings.TrimSpace(first); {
	case !strings.HasPrefix(first, "sluice anchors "):
		return errors.New("not a file of keywords of anchors")
	case first != header:
		return fmt.Errorf("made by another version of sluice: its first line is %q, not %q", clip(first), header)
	}
	weights := map[string]float64{}
	n := 1
	for line := range strings.Lines(rest) {
		n++
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		word, number, _ := strings.Cut(line, "\t")
		weight, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		switch {
		case err != nil || !(weight > 0 && weight <= 1):
			return fmt.Errorf("line %d: %q is not a keyword, a tab and a weight greater than 0 and at most 1", n, clip(line))
		case !isWord(word):
			return fmt.Errorf("line %d: %q is not one word in lower case", n, clip(word))
		case weights[word] > 0:
			return fmt.Errorf("line %d: %q occurs twice", n, word)
		case len(weights) == maxKept:
			return fmt.Errorf("line %d: more than %d keywords", n, maxKept)
		}
		weights[word] = weight
	}
	m.Weights = weights
	return nil
}

// isWord reports whether s is one word as package text yields it.
func isWord(s string) bool {
	for w := range text.Words(s) {
		return w == s && utf8.ValidString(s)
	}
	return false
}

// clip returns the beginning of a text for an error.
func clip(s string) string {
	const most = 80
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}
