// Package vicinity says how much of some keywords stands near each link of a page.
package vicinity

import (
	"sluice/page"
	"sluice/text"
)

// MaxKeywords bounds the keywords that are looked for at once.
const MaxKeywords = 12

// Counts has a number for each keyword: the sum over its occurrences of 1/dist. dist is 1 in the link's own text, and one more for each
// border of a link's text between the occurrence and the link. Each number is a level, of which four are 1; the highest is 1.75 or more.
type Counts [MaxKeywords]uint8

// The levels of a number.
const (
	LevelBits = 3
	maxLevel  = 1<<LevelBits - 1
	ofOne     = 4
)

// Value returns the number of a keyword.
func (c *Counts) Value(keyword int) float64 { return float64(c[keyword]) / ofOne }

// maxText bounds the bytes of a page's text that are looked at.
const maxText = 64 << 10

// Of returns the counts of all links of a page (Menczer's InfoSpiders as Küçük, "Evolving strategies for web crawler", 2009,
// equation 4-1, has them). keyword returns the number of a word, less than [MaxKeywords], or -1. Occurrences more than window links away
// do not count.
func Of(p *page.Page, window int, keyword func(word string) int) []Counts {
	sums := make([][MaxKeywords]float32, len(p.Links))
	at := 0 // links that begin before the occurrence, or at it
	for t := range text.Tokens(string(p.Text[:min(len(p.Text), maxText)])) {
		k := keyword(t.Word)
		if k < 0 || k >= MaxKeywords {
			continue
		}
		for at < len(p.Links) && int(p.TextSpan(&p.Links[at]).Start) <= t.Start {
			at++
		}
		add(sums, p, at, t.Start, k, window)
	}
	for i := range p.Links { // images, whose texts are not among the page's
		l := &p.Links[i]
		if s := p.TextSpan(l); s.Start < s.End {
			continue
		}
		for word := range text.Words(p.Anchor(l)) {
			if k := keyword(word); k >= 0 && k < MaxKeywords {
				sums[i][k]++
			}
		}
	}
	counts := make([]Counts, len(sums))
	for i := range sums {
		for k, sum := range sums[i] {
			counts[i][k] = uint8(min(sum*ofOne+0.5, maxLevel))
		}
	}
	return counts
}

// add adds an occurrence at a place of the text to the links around it. Of these, before begin there or earlier.
func add(sums [][MaxKeywords]float32, p *page.Page, before, place, k, window int) {
	isInside := before > 0 && int(p.TextSpan(&p.Links[before-1]).End) > place
	left := 2 // dist of the last link before the occurrence
	if isInside {
		left = 1
	}
	for i := 0; i <= window && before-1-i >= 0; i++ {
		sums[before-1-i][k] += 1 / float32(left+i)
	}
	for i := 0; i < window && before+i < len(sums); i++ {
		sums[before+i][k] += 1 / float32(2+i)
	}
}
