package archive_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"sluice/internal/archive"
	"sluice/internal/archive/archivetest"
)

// webPage makes HTML of n bytes with words and links that repeat as real ones do.
func webPage(n int) []byte {
	r := rand.New(rand.NewPCG(1, 2))
	words := strings.Fields("the university library of science holds papers reports theses on crawling and archives for students who read them every day in many languages")
	var b bytes.Buffer
	b.WriteString("<!DOCTYPE html><html><head><title>Page</title></head><body>\n")
	for b.Len() < n {
		fmt.Fprintf(&b, "<p class=\"text\"><a href=\"/d%d/page%d.html\">%s %d</a> ", r.IntN(20), r.IntN(1000), words[r.IntN(len(words))], r.IntN(1e6))
		for range 25 {
			b.WriteString(words[r.IntN(len(words))] + " ")
		}
		b.WriteString("</p>\n")
	}
	return b.Bytes()[:n]
}

func BenchmarkEncode(b *testing.B) {
	body := webPage(15_500)
	for name, o := range map[string]archive.Options{"gzip": {}, "plain": {Plain: true}} {
		b.Run(name, func(b *testing.B) {
			a := mustOpen(b, b.TempDir(), o, archive.Position{})
			x := archivetest.Page("http://www.example.org/d1/page.html", body)
			in := bytes.NewReader(body)
			x.Body = in
			var size int64
			b.SetBytes(int64(len(body)))
			b.ReportAllocs()
			for b.Loop() {
				in.Seek(0, io.SeekStart)
				e, err := a.Encode(b.Context(), x)
				if err != nil {
					b.Fatal(err)
				}
				size = e.Size()
				e.Release()
			}
			b.ReportMetric(float64(size), "stored-B/op")
		})
	}
}

// BenchmarkAppendSync writes groups of 100 pages, as a crawl does; one op is a group.
func BenchmarkAppendSync(b *testing.B) {
	for name, o := range map[string]archive.Options{"gzip": {}, "plain": {Plain: true}} {
		b.Run(name, func(b *testing.B) {
			a := mustOpen(b, b.TempDir(), o, archive.Position{})
			var group []*archive.Encoded
			var size int64
			for i := range 100 {
				e, err := a.Encode(b.Context(), archivetest.Page(fmt.Sprintf("http://www.example.org/%d", i), webPage(15_500)))
				if err != nil {
					b.Fatal(err)
				}
				group = append(group, e)
				size += e.Size()
			}
			b.SetBytes(size)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := a.Append(b.Context(), group...); err != nil {
					b.Fatal(err)
				}
				if _, err := a.Sync(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkRead(b *testing.B) {
	a := mustOpen(b, b.TempDir(), archive.Options{}, archive.Position{})
	e, err := a.Encode(b.Context(), archivetest.Page("http://www.example.org/", webPage(15_500)))
	if err != nil {
		b.Fatal(err)
	}
	ls, err := a.Append(b.Context(), e)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(15_500)
	b.ReportAllocs()
	for b.Loop() {
		r, err := a.Read(b.Context(), ls[0])
		if err != nil {
			b.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, r.Body); err != nil {
			b.Fatal(err)
		}
		r.Close()
	}
}
