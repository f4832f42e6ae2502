//go:build yardstick

package text

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"math"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"sluice/internal/conformancetest"
)

// labelledText is a row of a corpus: a text and its language.
type labelledText struct{ Label, Text string }

// corpus reads a corpus.
func corpus(t *testing.T, name string) (all []labelledText) {
	t.Helper()
	f, err := os.Open(conformancetest.Path(t, "corpora", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	for d := json.NewDecoder(z); ; {
		var row labelledText
		if err := d.Decode(&row); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, row)
	}
}

// declarations returns the Universal Declaration of Human Rights by language.
func declarations(t *testing.T) map[string]string {
	all := map[string]string{}
	for _, row := range corpus(t, "udhr.jsonl.gz") {
		all[row.Label] += row.Text + "\n"
	}
	return all
}

// exchangedLetters returns a text as of a font that numbers its letters in an order of its own.
func exchangedLetters(s string, n rune) string {
	return strings.Map(func(r rune) rune {
		if low := r | 0x20; low < 'a' || low > 'z' {
			return r
		}
		return r&^0x1f | ((r&0x1f-1+n)%26 + 1)
	}, s)
}

func TestQualityGarbled(t *testing.T) {
	pieces, wrong, foreign, missed := 0, 0, 0, 0
	check := func(label, s string) {
		for s != "" {
			piece := s[:min(len(s), 4000)]
			s = s[len(piece):]
			pieces++
			if Garbled(piece) {
				wrong++
				t.Logf("%s: %.80q", label, piece)
			}
			var c letterCounts
			if c.add(piece); c.plain < 4*c.marked || c.plain < 1000 {
				continue
			}
			for n := rune(1); n < 26; n += 3 {
				foreign++
				if !Garbled(exchangedLetters(piece, n)) {
					missed++
					t.Logf("not found: %s by %d", label, n)
				}
			}
		}
	}
	for label, s := range declarations(t) {
		check(label, s)
	}
	for _, row := range corpus(t, "langdocs.jsonl.gz") {
		check(row.Label, row.Text)
	}
	t.Logf("QUALITY garbled: %d of %d pieces of text in 73 languages taken for garbled, %d of %d with exchanged letters not found", wrong, pieces, missed, foreign)
	if wrong > 0 || 100*missed > foreign {
		t.Error("want none taken for garbled, and 99 % of the garbled found")
	}
}

// TestPairsOfLettersAreThoseOfLanguages compares pairBits with the pairs in the declarations. English counts for twelve languages, and
// the other languages of most documents for three.
func TestPairsOfLettersAreThoseOfLanguages(t *testing.T) {
	weights := map[string]float64{"en": 12, "de": 3, "fr": 3, "es": 3, "it": 3, "pt": 3, "nl": 3}
	var share [27][27]float64
	languages := 0
	for label, s := range declarations(t) {
		var c letterCounts
		c.add(s)
		if c.other+c.phonetic > c.plain/4 {
			continue
		}
		languages++
		var pairs [27][27]float64
		all := 0.0
		for i := range pairs {
			for j := range pairs[i] {
				pairs[i][j] = 0.1
				all += 0.1
			}
		}
		before := 26
		for _, r := range s {
			next := 26
			if r < utf8.RuneSelf && 'a' <= r|0x20 && r|0x20 <= 'z' {
				next = int(r|0x20) - 'a'
			} else if b := c.addOther(r); r >= utf8.RuneSelf && b != 0 {
				next = int(b) - 'a'
			}
			if next != 26 || before != 26 {
				pairs[before][next]++
				all++
			}
			before = next
		}
		for i := range pairs {
			for j := range pairs[i] {
				share[i][j] += max(weights[label], 1) * pairs[i][j] / all
			}
		}
	}
	differ := 0
	for i := range share {
		sum := 0.0
		for _, p := range share[i] {
			sum += p
		}
		var row strings.Builder
		for j, p := range share[i] {
			half := int(math.Round(-2 * math.Log2(p/sum)))
			if row.WriteByte(byte('A' + half)); i+j < 52 && (half-int(pairBits[i][j]-'A') > 1 || half-int(pairBits[i][j]-'A') < -1) {
				differ++
			}
		}
		t.Log(row.String())
	}
	if languages != 48 || differ > 0 {
		t.Errorf("%d languages, %d pairs differ", languages, differ)
	}
}
