package page_test

import (
	"bytes"
	"strings"
	"testing"

	tdewolff "github.com/tdewolff/parse/v2"
	lexer "github.com/tdewolff/parse/v2/html"
	"golang.org/x/net/html"

	"sluice/page"
	"sluice/weburl"
)

func sampleURL() weburl.URL {
	u, err := weburl.Parse("http://www.example.edu/research/self.html")
	if err != nil {
		panic(err)
	}
	return u
}

func BenchmarkParse(b *testing.B) {
	body, u := samplePage(1), sampleURL()
	var p page.Parser
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		pg := p.Parse(body, page.Source{URL: u, ContentType: "text/html; charset=utf-8"})
		if len(pg.Links) != 51 {
			b.Fatal(len(pg.Links))
		}
		pg.Release()
	}
}

// BenchmarkTree is the same page read into a tree, to compare.
func BenchmarkTree(b *testing.B) {
	body := samplePage(1)
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		if _, err := html.Parse(bytes.NewReader(body)); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkLexer is the same page cut into tokens by another fast lexer, without any work on them, to compare.
func BenchmarkLexer(b *testing.B) {
	body := samplePage(1)
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		l := lexer.NewLexer(tdewolff.NewInputBytes(body))
		for {
			if kind, _ := l.Next(); kind == lexer.ErrorToken {
				break
			}
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	utf8 := samplePage(1)
	german := []byte(strings.ReplaceAll(string(utf8), "the", "f\xfcr"))
	german = bytes.Replace(german, []byte("utf-8"), []byte("latin1"), 1)
	for name, body := range map[string][]byte{"utf-8": utf8, "windows-1252": german} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(body)))
			for b.Loop() {
				page.Decode(body, "text/html")
			}
		})
	}
}
