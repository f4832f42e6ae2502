package page_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sluice/page"
)

func TestTextOfAnyLengthIsFolded(t *testing.T) {
	word := rapid.SampledFrom([]string{"a", "word", "longer-word", " ", "  ", "\n\t", "\r\n        ", "é", "日本", "ア。", "\u00a0", "\u3000", "\u2028",
		"\u0085", "\x7f", "\x01", "~", "\u1680", "ꯍ", "😀"})
	var p page.Parser
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(word, 0, 40).Draw(t, "words"), "")
		pg := p.Parse([]byte("<title>"+text+"</title><p>"+text), page.Source{URL: sampleURL(), ContentType: "text/html; charset=utf-8"})
		defer pg.Release()
		want := strings.Join(strings.Fields(text), " ")
		if pg.Title != want || string(pg.Text) != want {
			t.Fatalf("%q: title %q, text %q, want %q", text, pg.Title, pg.Text, want)
		}
	})
}
