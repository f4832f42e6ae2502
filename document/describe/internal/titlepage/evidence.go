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

// FeatureNames are the names of the features of each part of evidence: lines, joins, runs, none. Facts count features in this order.
var FeatureNames = [parts][]string{append(names(lineFeatures), pairNames()...), names(joinFeatures), names(runFeatures), names(noneFeatures)}

func names[T any](features []feature[T]) (all []string) {
	for _, f := range features {
		all = append(all, f.name)
	}
	return all
}

func pairNames() (all []string) {
	for _, p := range linePairs {
		all = append(all, p.a+"-and-"+p.b)
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

// pair is what two features of a line have together: the log-linear model adds what features say, and some mean something else beside
// another. A line of two words is no title in small type, and one in large.
type pair struct {
	a, b string // names of features
	n    int    // how many values the second has at most
}

// linePairs were chosen by the titles found of owners from whose documents the model had not learned.
var linePairs = []pair{{"kind", "words", 8}, {"size", "place", 10}, {"person", "words", 8}, {"rank", "words", 8}, {"largest", "place", 10}, {"kind", "line", 9}}

// pairIndex are the indexes of the two features of each pair.
var pairIndex = func() (all [][2]int) {
	index := names(lineFeatures)
	for _, p := range linePairs {
		all = append(all, [2]int{slices.Index(index, p.a), slices.Index(index, p.b)})
	}
	return all
}()

// addPairs adds to facts, from an index on those of the features of a line, those of its pairs.
func addPairs(facts []Fact, from int) []Fact {
	var values [math.MaxUint8 + 1]int // and one
	for _, f := range facts[from:] {
		values[f.Feature] = int(f.Value) + 1
	}
	for i, p := range linePairs {
		if a, b := values[pairIndex[i][0]], values[pairIndex[i][1]]; a > 0 && b > 0 {
			facts = append(facts, Fact{uint8(len(lineFeatures) + i), uint8(min((a-1)*p.n+b-1, mostValues-1))})
		}
	}
	return facts
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
	elsewhere   *Elsewhere
	named       int  // words of the file's name that lines have
	repeats     bool // the text repeats lines
	sights      []sight
}

// Evidence returns what speaks for and against each run of lines as the title; page is the number of the page.
func (h *Head) Evidence(elsewhere *Elsewhere, page int) *Evidence {
	v := h.survey(elsewhere)
	e := &Evidence{Lines: make([][]Fact, len(h.Lines)), Joins: make([][]Fact, len(h.Lines)+1)}
	buffer := make([]Fact, 0, 120*(len(h.Lines)+1))
	cut := func(from int) []Fact { return buffer[from:len(buffer):len(buffer)] }
	for i := range h.Lines {
		from := len(buffer)
		buffer = facts(lineFeatures, &v.sights[i], buffer)
		buffer = addPairs(buffer, from)
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
			if to-1 > from && (v.sights[from].isNotice() || v.sights[to-1].isNotice()) {
				break
			}
			key = append(key, v.sights[to-1].normal...)
			if to < len(h.Lines) && v.sights[to-1].breaksOff(&v.sights[to]) {
				continue
			}
			if isProse(h.text(block{from, to})) {
				break
			}
			r := reach{h: h, survey: v, from: from, to: to, key: string(key)}
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
func (h *Head) survey(elsewhere *Elsewhere) *survey {
	v := &survey{left: math.Inf(1), firstPlain: -1, elsewhere: elsewhere, sights: make([]sight, len(h.Lines))}
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
