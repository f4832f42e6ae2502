package soft404

import (
	"strings"
	"testing"

	"sluice/weburl"
)

func BenchmarkSketchPage(b *testing.B) {
	u, err := weburl.Parse("http://www.example.org/people/papers/a-paper-of-some-name.html?view=full")
	if err != nil {
		b.Fatal(err)
	}
	text := []byte(strings.Repeat("What stands on the page of a common site, of five kilobytes or so. ", 75))
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		SketchPage("A paper", text, u)
	}
}
