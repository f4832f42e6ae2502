package focus_test

import (
	"fmt"
	"strings"
	"testing"

	"sluice/focus"
)

// BenchmarkPage measures what a page with fifty links costs each strategy.
func BenchmarkPage(b *testing.B) {
	var html strings.Builder
	html.WriteString("<title>Papers</title>")
	for i := range 50 {
		fmt.Fprintf(&html, "<p>%s<a href=/papers/%d.html>Paper %d</a>", strings.Repeat("Words around a link to papers. ", 4), i, i)
	}
	p := parse(b, html.String())
	for _, e := range focus.Strategies() {
		b.Run(e.Name, func(b *testing.B) {
			s := named(b, e.Name, 0)
			for b.Loop() {
				v := &focus.Visit{URL: p.URL, Status: 200, Page: p, Relevance: 0.7, Documents: 1}
				s.Learn(v)
				for i := range p.Links {
					s.Place(v, &p.Links[i])
				}
				if tender, ok := s.(focus.Tender); ok {
					tender.Tend(noWaiting{})
				}
			}
		})
	}
}
