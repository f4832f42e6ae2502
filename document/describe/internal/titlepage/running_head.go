package titlepage

import (
	"math"

	"sluice/document/content"
	"sluice/document/describe/internal/textline"
)

// runningHeads are the lines of the pages around a page, by their letters. One that stands at the same place on several pages is a
// running head, a stamp or a watermark, and no title: a title that pages repeat stands lower on its own.
type runningHeads map[string][]pagePlace

// pagePlace is where a line is.
type pagePlace struct {
	page int
	y    float64
}

// nearPages is how many of the first pages are looked at. Those on the left often have another running head than those on the right.
const nearPages = 6

// newRunningHeads returns the lines of the first pages without those of one page.
func newRunningHeads(d *content.Document, page int) runningHeads {
	heads := runningHeads{}
	for _, l := range d.Lines {
		if l.Page != page && l.Page < nearPages {
			if key := runningKey(l.Text); key != "" {
				heads[key] = append(heads[key], pagePlace{l.Page, l.Y})
			}
		}
	}
	return heads
}

// runningKey returns a line's letters: pages differ in their numbers.
func runningKey(s string) string {
	const least, most = 4, 300
	if key := textline.WithoutDigits(textline.Clean(s, most)); textline.Letters(key) >= least {
		return key
	}
	return ""
}

// pages returns how many other pages have a line at the same place, at most two.
func (h runningHeads) pages(l content.Line) (n int) {
	const near, most = 3, 2 // points, pages
	before := -1
	for _, p := range h[runningKey(l.Text)] {
		if p.page != before && math.Abs(p.y-l.Y) < near {
			before = p.page
			n++
		}
	}
	return min(n, most)
}
