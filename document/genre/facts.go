package genre

import (
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"sluice/document/content"
	"sluice/learn"
)

// Facts are what a filter knows of a document: its features, whether its text is
// garbled, and the rule that decides about it, if one does. They hold no text, so
// they can be kept where the document cannot.
type Facts struct {
	features []learn.Feature // paging, setting, file, names, volume, speech, cues
	garbled  bool
	rule     *rule
}

// Where parts of the features end.
var (
	pagingEnd  = len(paging)
	settingEnd = pagingEnd + len(setting)
	shapeEnd   = settingEnd + len(file) + 3*len(names)
)

// FactsOf returns the facts about a document.
func FactsOf(d *content.Document, c Clues) *Facts {
	r := look(theMatcher(), d, c)
	return &Facts{r.features(), r.garbled(), r.ruled()}
}

// shape returns the features that need no readable text. If the text is garbled,
// its lines and fonts are unreliable, too: their features are unknown.
func (f *Facts) shape() []learn.Feature { return without(f.features[:shapeEnd], pagingEnd, settingEnd) }

// bare returns the features without layout and file name, which the text of a
// PostScript file lacks. It returns nil if the document has no layout.
func (f *Facts) bare() []learn.Feature {
	for _, x := range f.features[pagingEnd:settingEnd] {
		if !math.IsNaN(x.Value) {
			return without(f.features, pagingEnd, shapeEnd)
		}
	}
	return nil
}

// paged reports whether the document has pages of a known size.
func (f *Facts) paged() bool {
	for _, x := range f.features[settingEnd:shapeEnd] {
		if x.Name == widePages {
			return !math.IsNaN(x.Value)
		}
	}
	return false
}

// without returns the features with those of a range unknown.
func without(features []learn.Feature, from, to int) []learn.Feature {
	features = slices.Clone(features)
	for i := from; i < to; i++ {
		features[i].Value = unknown
	}
	return features
}

// featuresVersion tells the features, cues and rules of this program from those of
// others: by their names and words, and by the values for a text of all these words,
// as what is counted may change without its name.
var featuresVersion = sync.OnceValue(func() string {
	h := crc32.NewIEEE()
	sample := &content.Document{Type: "pdf", Pages: 3, Width: 595, Height: 842}
	for _, c := range cues {
		fmt.Fprintln(h, c.where, c.phrases)
		sample.Text += strings.ReplaceAll(c.phrases, "|", "\n") + "\n"
	}
	for _, f := range FactsOf(sample, Clues{}).features {
		fmt.Fprintf(h, "%s %.3g\n", f.Name, f.Value)
	}
	for _, n := range names {
		io.WriteString(h, n.words+"\n")
	}
	for _, r := range rules {
		io.WriteString(h, r.reason+"\n")
	}
	return fmt.Sprintf("%08x", h.Sum32())
})

// MarshalText returns the facts as words: the version of the features, the number
// of the rule from 1, or 0, whether the letters are garbled, and the values, with
// four digits, a dash for what is not known.
func (f *Facts) MarshalText() ([]byte, error) {
	number := 0
	for i := range rules {
		if f.rule == &rules[i] {
			number = i + 1
		}
	}
	b := fmt.Appendf(nil, "%s %d %t", featuresVersion(), number, f.garbled)
	for _, x := range f.features {
		b = append(b, ' ')
		if math.IsNaN(x.Value) {
			b = append(b, '-')
		} else {
			b = strconv.AppendFloat(b, x.Value, 'g', 4, 64)
		}
	}
	return b, nil
}

// UnmarshalText reads what MarshalText wrote. Facts of other features than those of
// this program are an error.
func (f *Facts) UnmarshalText(b []byte) error {
	words := strings.Fields(string(b))
	next := Facts{features: (&reading{doc: &content.Document{}}).features()}
	if len(words) != 3+len(next.features) || words[0] != featuresVersion() {
		return fmt.Errorf("genre: facts of other features: compute them again")
	}
	number, err := strconv.Atoi(words[1])
	if err != nil || number < 0 || number > len(rules) {
		return fmt.Errorf("genre: facts: no rule %q", words[1])
	}
	if number > 0 {
		next.rule = &rules[number-1]
	}
	if next.garbled, err = strconv.ParseBool(words[2]); err != nil {
		return fmt.Errorf("genre: facts: %w", err)
	}
	for i, word := range words[3:] {
		next.features[i].Value = unknown
		if word == "-" {
			continue
		}
		if next.features[i].Value, err = strconv.ParseFloat(word, 64); err != nil {
			return fmt.Errorf("genre: facts: %w", err)
		}
	}
	*f = next
	return nil
}
