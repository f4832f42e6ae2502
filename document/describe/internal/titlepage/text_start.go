package titlepage

import (
	"slices"

	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
)

// textStart finds where the running text of a page begins, and the kinds of the lines before it.
type textStart struct {
	look
	names      nameFinder
	lines      []line
	classified int // lines whose kind has been found
}

// find returns the index of the line with which the running text begins.
func (t *textStart) find() int {
	for i := range t.lines {
		t.kinds(i + 1)
		if i > 0 && (i >= headLines || t.ends(i)) {
			return i
		}
	}
	return len(t.lines)
}

// kinds finds the kinds of the lines before line n. Kinds are found as they are
// needed: the head mostly ends long before the page does.
func (t *textStart) kinds(n int) {
	for ; t.classified < min(n, len(t.lines)); t.classified++ {
		l := &t.lines[t.classified]
		if l.Kind = KindOf(t.names.Lexicon, l.Text); l.Kind == closing && t.isAboutAbstraction(*l) {
			l.Kind = plain
		}
	}
}

// isAboutAbstraction reports whether a line in large type only begins as an abstract does that goes on behind its heading: "Abstract
// Interpretation of Sieves".
func (t *textStart) isAboutAbstraction(l line) bool {
	const large = 1.3 // sizes of the running text
	m := phrase.AbstractHeading.FindStringSubmatch(l.Text)
	return m != nil && m[2] != "" && t.laid && l.Size > large*t.body
}

// ends reports whether the running text begins with line i.
func (t *textStart) ends(i int) bool {
	return (t.lines[i].Kind == closing || t.prose(i)) && t.titled(i) && !t.surpassed(i)
}

// surpassed reports whether a line behind line i is set so much larger than it and all
// before it that what precedes it is no title: an epigraph, a notice.
func (t *textStart) surpassed(i int) bool {
	if !t.laid || t.rough {
		return false
	}
	largest := t.body
	for _, l := range t.lines[:i+1] {
		largest = max(largest, l.Size)
	}
	return slices.ContainsFunc(t.lines[i:], func(l line) bool { return l.Size > 1.4*largest && textline.Letters(l.Text) > 4 })
}

// titled reports whether something before line i can be a title, so that line i
// may end the head.
func (t *textStart) titled(i int) bool {
	for _, l := range t.lines[:i] {
		if (l.Kind == plain || l.Kind == Names) && textline.Letters(l.Text) > 5 {
			return true
		}
	}
	return false
}

// prose reports whether line i begins a paragraph of running text: three lines
// of body size, long, mostly in lower case; or one line that is a paragraph.
func (t *textStart) prose(i int) bool {
	if !t.laid && textline.IsProse(t.lines[i].Text) {
		return true // the whole paragraph is one line
	}
	n, capitals := 0, 0.0
	for j := i; j < min(len(t.lines), i+8) && n < 3; j++ {
		l := t.lines[j]
		if t.laid && n > 0 && sameRow(l.Line, t.lines[j-1].Line) {
			continue // the other column
		}
		share := textline.Capitals(l.Text)
		if t.laid && l.Size > 1.15*t.body || len(l.Text) < 38 || share > 0.42 && (n == 0 || !t.laid) || share > 0.6 {
			return false
		}
		capitals += share
		if t.kinds(j + 1); t.lines[j].Kind == Affiliation || t.lines[j].Kind == contact || t.lines[j].Kind == Names {
			return false
		}
		if n > 0 && !t.laid && l.gap {
			return false
		}
		n++
	}
	return n == 3 && capitals < 3*0.42
}
