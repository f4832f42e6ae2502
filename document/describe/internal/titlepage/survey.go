package titlepage

import (
	"math"
	"slices"
	"strings"

	"sluice/document/describe/internal/textline"
	"sluice/text"
)

// survey is what all lines of a page show together.
type survey struct {
	*Head
	largest     float64 // size of type
	left, right float64 // edges of the text
	firstPlain  int     // the first line of the kind plain, or -1
	elsewhere   *Elsewhere
	named       int  // words of the file's name that lines have
	repeats     bool // the text repeats lines
	sights      []sight
}

// newSurvey looks at all lines.
func newSurvey(h *Head, elsewhere *Elsewhere) *survey {
	v := &survey{Head: h, left: math.Inf(1), firstPlain: -1, elsewhere: elsewhere, sights: make([]sight, len(h.Lines))}
	var sizes []float64
	for i, l := range h.Lines {
		s := &v.sights[i]
		*s = sight{line: l, at: i, page: v, words: countWords(l.Text), letters: textline.Letters(l.Text), worded: isWording(l.Text)}
		if s.letters > 3 {
			v.largest = max(v.largest, l.Size)
			sizes = append(sizes, l.Size)
		}
		v.left, v.right = min(v.left, l.X), max(v.right, l.X+l.W)
		if v.firstPlain < 0 && l.Kind == plain {
			v.firstPlain = i
		}
		s.person, s.sure = h.names.class(l.Text)
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
		if !textline.IsProse(l.Text) {
			s.normal = text.NormalTitle(l.Text)
		}
		s.named, s.ends = elsewhere.named(s.normal), elsewhere.places(s.normal)
	}
	for _, w := range elsewhere.words {
		if slices.ContainsFunc(v.sights, func(s sight) bool { return strings.Contains(s.normal, w) }) {
			v.named++
		}
	}
	v.repeats = slices.ContainsFunc(v.sights, func(s sight) bool { return len(s.ends) > 1 })
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

// evidence returns what speaks for and against each run of lines as the title; page is the number of the page.
func (v *survey) evidence(page int) *Evidence {
	texts := titleText{v.Lines, v.names}
	e := &Evidence{Lines: make([][]Fact, len(v.Lines)), Joins: make([][]Fact, len(v.Lines)+1)}
	buffer := make([]Fact, 0, 120*(len(v.Lines)+1))
	cut := func(from int) []Fact { return buffer[from:len(buffer):len(buffer)] }
	for i := range v.Lines {
		from := len(buffer)
		buffer = facts(lineFeatures, &v.sights[i], buffer)
		buffer = addPairs(buffer, from)
		e.Lines[i] = cut(from)
	}
	for i := range len(v.Lines) + 1 {
		j := join{page: v, at: i, end: i == 0 || i == len(v.Lines)}
		if !j.end {
			j.a, j.b = &v.sights[i-1], &v.sights[i]
			j.compare()
		}
		from := len(buffer)
		buffer = facts(joinFeatures, &j, buffer)
		e.Joins[i] = cut(from)
	}
	var key []byte
	for from := range v.Lines {
		if !v.sights[from].mayOpen() {
			continue
		}
		key = key[:0]
		for to := from + 1; to <= min(len(v.Lines), from+mostRunLines) && !v.sights[to-1].isHopeless(); to++ {
			if to-1 > from && (v.sights[from].isNotice() || v.sights[to-1].isNotice()) {
				break
			}
			key = append(key, v.sights[to-1].normal...)
			if to < len(v.Lines) && v.sights[to-1].breaksOff(&v.sights[to]) {
				continue
			}
			if isProse(texts.text(block{from, to})) {
				break
			}
			r := reach{survey: v, from: from, to: to, key: string(key)}
			r.measure()
			at := len(buffer)
			buffer = facts(runFeatures, &r, buffer)
			e.Runs = append(e.Runs, Run{from, to, cut(at)})
		}
	}
	e.None = facts(noneFeatures, &bare{v, page}, nil)
	return e
}

// nameBelow reports whether line i, just below what may be the title, is rather
// a name: every part of it is of two words or more that the text never writes
// small, and what follows is short, or no running text.
func (v *survey) nameBelow(i int) bool {
	list := v.names.People(v.Lines[i].Text)
	if n := len(list); n > 2 && !strings.Contains(list[n-1].Name, " ") {
		list = list[:n-1] // the line breaks off within a name
	}
	if first, rest, ok := strings.Cut(v.Lines[i].Text, ","); ok && len(list) > 0 && list[0].Score > 2.5 && !mixed(first) && mixed(rest) {
		return true // a person and an institution
	}
	for _, p := range list {
		if n := len(strings.Fields(p.Name)); p.Score < 0.4 || n < 2 || n > 4 {
			return false
		}
	}
	if len(list) == 0 {
		return false
	}
	if len(list) > 1 || i+1 >= len(v.Lines) {
		return true
	}
	next := v.Lines[i+1]
	return next.Kind != plain || next.gap || len(strings.Fields(next.Text)) < 5
}

// isAnnual reports whether line i names a kind of report, and the next the time that it is about.
func (v *survey) isAnnual(i int) bool {
	return v.laid && i+1 < len(v.Lines) && isPeriod(v.Lines[i+1].Text, v.Lines[i].Text)
}

// asks reports whether line i is one of several questions.
func (v *survey) asks(i int) bool {
	const several = 3
	if !strings.HasSuffix(v.Lines[i].Text, "?") {
		return false
	}
	n := 0
	for _, lines := range [][]line{v.Lines, v.rest} {
		for _, l := range lines {
			if strings.HasSuffix(l.Text, "?") {
				n++
			}
		}
	}
	return n >= several
}
