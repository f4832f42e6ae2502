package urlclass

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// trained returns a classifier that has learned a site whose documents lie under /bitstream/ and have no ending.
func trained(n int) *Classifier {
	var c Classifier
	for i := range n {
		c.Learn(fmt.Sprintf("http://a.example/bitstream/%d/download", i), true)
		c.Learn(fmt.Sprintf("http://a.example/item/%d/view", i), false)
	}
	return &c
}

func TestNothingIsADocumentBeforeTheFirstTraining(t *testing.T) {
	var c Classifier
	if c.Document("http://a.example/x.pdf") {
		t.Error("an untrained classifier found a document")
	}
	for range batch - 1 {
		c.Learn("http://a.example/x.pdf", true)
	}
	if c.Document("http://a.example/x.pdf") {
		t.Error("found a document before the first batch was full")
	}
}

func TestDocumentsAreToldFromPagesByTheirURLs(t *testing.T) {
	c := trained(50)
	wrong := 0
	for i := range 100 {
		if !c.Document(fmt.Sprintf("http://a.example/bitstream/%d/download", 1000+i)) {
			wrong++
		}
		if c.Document(fmt.Sprintf("http://a.example/item/%d/view", 1000+i)) {
			wrong++
		}
	}
	if wrong > 0 {
		t.Errorf("%d of 200 URLs were taken for the other kind", wrong)
	}
}

func TestHostileURLsLeaveWeightsFinite(t *testing.T) {
	var c Classifier
	for i, url := range []string{"", strings.Repeat("a", 1<<20), "\x00\xff\x7f", strings.Repeat("/é", 1000)} {
		for range 1000 {
			c.Learn(url, i%2 == 0)
		}
		if s := c.sum(pairsOf(url)); math.IsNaN(s) || math.IsInf(s, 0) {
			t.Errorf("sum of %.20q = %v", url, s)
		}
	}
}

func TestRestoredClassifierJudgesAsBefore(t *testing.T) {
	c := trained(50)
	var again Classifier
	for n := range Rows {
		if c.Changed(n) && !again.Restore(c.Append(nil, n), n) {
			t.Fatalf("part %d cannot be restored", n)
		}
	}
	for i := range 100 {
		url := fmt.Sprintf("http://a.example/bitstream/%d/x", i)
		if c.sum(pairsOf(url)) != again.sum(pairsOf(url)) {
			t.Fatalf("%s: %v before, %v after", url, c.sum(pairsOf(url)), again.sum(pairsOf(url)))
		}
	}
}

func FuzzRestore(f *testing.F) {
	c := trained(20)
	f.Add(c.Append(nil, 'i'), "http://a.example/item/")
	f.Add([]byte{200, 0, 0, 0, 0, 0, 0, 0, 1}, "x")
	f.Fuzz(func(t *testing.T, b []byte, url string) {
		var c Classifier
		if c.Restore(b, 'i') && len(b) > 0 && len(c.Append(nil, 'i')) > len(b) {
			t.Errorf("%d bytes became %d", len(b), len(c.Append(nil, 'i')))
		}
		for range batch {
			c.Learn(url, true)
		}
		if s := c.sum(pairsOf(url)); math.IsNaN(s) {
			t.Errorf("sum of %q is no number", url)
		}
	})
}
