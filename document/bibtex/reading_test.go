package bibtex_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"sluice/document/bibtex"
)

// read returns the entries that Read yields.
func read(t *testing.T, from io.Reader) (all []bibtex.Entry) {
	t.Helper()
	for e, err := range bibtex.Read(from) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, e)
	}
	return all
}

func TestLargeBibliographiesAreReadInParts(t *testing.T) {
	var b strings.Builder
	b.WriteString("@string{j = {Journal of Wébs}}\n")
	for i := range 60_000 {
		fmt.Fprintf(&b, "@article{k%d, title = {Wörk %d: 世界},\n journal = j, abstract = {%s}}\n\n", i, i, strings.Repeat("é", i%97))
		if i%1000 == 7 {
			b.WriteString("@misc{cut, title = {never closed\n")
		}
	}
	text := b.String()
	want := bibtex.Parse([]byte(text))
	if d := cmp.Diff(want, read(t, strings.NewReader(text))); d != "" {
		t.Errorf("entries (-Parse +Read):\n%.2000s", d)
	}
	if d := cmp.Diff(want[:2000], read(t, iotest.OneByteReader(strings.NewReader(text[:strings.Index(text, "@article{k1999,")])))[:2000]); d != "" {
		t.Errorf("entries, byte by byte (-Parse +Read):\n%.2000s", d)
	}
}

func TestErrorOfAReaderEndsTheReading(t *testing.T) {
	failed := errors.New("disk")
	for _, err := range bibtex.Read(io.MultiReader(strings.NewReader("@misc{a, title={x}}"), iotest.ErrReader(failed))) {
		if !errors.Is(err, failed) {
			t.Errorf("error %v", err)
		}
	}
}

func FuzzReadIsParse(f *testing.F) {
	f.Add("@string{a={b}} @misc{x, title=a # {é}}\n@misc{y, title={")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<20 {
			return // which is read in parts
		}
		if d := cmp.Diff(bibtex.Parse([]byte(text)), read(t, strings.NewReader(text))); d != "" {
			t.Errorf("(-Parse +Read):\n%s", d)
		}
	})
}
