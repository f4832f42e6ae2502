package titlepage

import (
	"math"
	"slices"
	"strings"

	"sluice/document/describe/internal/textline"
	"sluice/text"
)

// mostRunLines is how many lines a title has at most.
const mostRunLines = 10

// feature is something that the evidence may have: its value, or -1.
type feature[T any] struct {
	name string
	of   func(*T) int
}

// featureNames are the names of the features of each part.
var featureNames = [parts][]string{names(lineFeatures), names(joinFeatures), names(runFeatures), names(noneFeatures)}

func names[T any](features []feature[T]) (all []string) {
	for _, f := range features {
		all = append(all, f.name)
	}
	return all
}

// facts returns the facts of a thing.
func facts[T any](features []feature[T], of *T, into []Fact) []Fact {
	for i, f := range features {
		if v := f.of(of); v >= 0 {
			into = append(into, Fact{uint8(i), uint8(v)})
		}
	}
	return into
}

// given is the value of a feature that a thing has or has not.
func given(has bool) int {
	if has {
		return 1
	}
	return -1
}

// both joins two values to one; n is how many the second has.
func both(a, b, n int) int {
	if a < 0 || b < 0 {
		return -1
	}
	return a*n + b
}

// step returns how many of the bounds are not above x.
func step(x float64, bounds ...float64) int {
	n := 0
	for n < len(bounds) && x >= bounds[n] {
		n++
	}
	return n
}

// survey is what all lines of a page show together.
type survey struct {
	largest     float64 // size of type
	left, right float64 // edges of the text
	firstPlain  int     // the first line of the kind plain, or -1
	known       map[string]bool
	sights      []sight
}

// Evidence returns what speaks for and against each run of lines as the title. Known are the titles that other sources have, as
// text.NormalTitle writes them; page is the number of the page.
func (h *Head) Evidence(known map[string]bool, page int) *Evidence {
	v := h.survey(known)
	e := &Evidence{Lines: make([][]Fact, len(h.Lines)), Joins: make([][]Fact, len(h.Lines)+1)}
	buffer := make([]Fact, 0, 100*(len(h.Lines)+1))
	cut := func(from int) []Fact { return buffer[from:len(buffer):len(buffer)] }
	for i := range h.Lines {
		from := len(buffer)
		buffer = facts(lineFeatures, &v.sights[i], buffer)
		e.Lines[i] = cut(from)
	}
	for i := range len(h.Lines) + 1 {
		j := join{h: h, at: i, end: i == 0 || i == len(h.Lines)}
		if !j.end {
			j.a, j.b = &v.sights[i-1], &v.sights[i]
			j.compare()
		}
		from := len(buffer)
		buffer = facts(joinFeatures, &j, buffer)
		e.Joins[i] = cut(from)
	}
	var key []byte
	for from := range h.Lines {
		if !v.sights[from].mayOpen() {
			continue
		}
		key = key[:0]
		for to := from + 1; to <= min(len(h.Lines), from+mostRunLines) && !v.sights[to-1].isHopeless(); to++ {
			key = append(key, v.sights[to-1].normal...)
			if to < len(h.Lines) && v.sights[to-1].breaksOff(&v.sights[to]) {
				continue
			}
			if isProse(h.text(block{from, to})) {
				break
			}
			r := reach{h: h, survey: v, from: from, to: to, isKnown: v.known[string(key)]}
			r.measure()
			at := len(buffer)
			buffer = facts(runFeatures, &r, buffer)
			e.Runs = append(e.Runs, Run{from, to, cut(at)})
		}
	}
	e.None = facts(noneFeatures, &bare{h, v, page}, nil)
	return e
}

// survey looks at all lines.
func (h *Head) survey(known map[string]bool) *survey {
	v := &survey{left: math.Inf(1), firstPlain: -1, known: known, sights: make([]sight, len(h.Lines))}
	var sizes []float64
	for i, l := range h.Lines {
		s := &v.sights[i]
		*s = sight{line: l, h: h, at: i, page: v, words: countWords(l.Text), letters: textline.Letters(l.Text), worded: isWording(l.Text)}
		if s.letters > 3 {
			v.largest = max(v.largest, l.Size)
			sizes = append(sizes, l.Size)
		}
		v.left, v.right = min(v.left, l.X), max(v.right, l.X+l.W)
		if v.firstPlain < 0 && l.Kind == plain {
			v.firstPlain = i
		}
		s.person, s.sure = h.personClass(l.Text)
		for _, r := range l.Text {
			switch r {
			case '(', '“', '«':
				s.open++
			case ')', '”', '»':
				s.open--
			}
		}
		s.colons = strings.Count(l.Text, ": ")
		s.strong = l.Kind == Affiliation && (strongOrganisation.MatchString(l.Text) || schoolLine.MatchString(l.Text))
		if len(known) > 0 {
			s.normal = text.NormalTitle(l.Text)
		}
	}
	for _, l := range h.rest[:min(len(h.rest), 40)] {
		v.left, v.right = min(v.left, l.X), max(v.right, l.X+l.W)
	}
	slices.Sort(sizes)
	for i := range v.sights {
		s := &v.sights[i]
		at := s.Size
		for _, size := range sizes {
			if size > 1.08*at && s.rank < 3 {
				s.rank++
				at = size
			}
		}
	}
	return v
}
