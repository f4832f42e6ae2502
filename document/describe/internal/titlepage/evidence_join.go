package titlepage

import (
	"math"
	"strings"

	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
	"sluice/internal/lazyregexp"
)

// join is two neighbouring lines.
type join struct {
	page       *survey
	at         int // of the second
	a, b       *sight
	end        bool // of the page: there are no two lines
	look       int  // in which the lines differ
	edge       int  // which of their edges are aligned
	alike      bool
	leading    float64 // in sizes of the type
	unfinished bool
	open       bool // the first ends in a function word
}

// compare compares the looks of the two lines.
func (j *join) compare() {
	a, b := j.a, j.b
	j.open = endsInFunctionWord(a.Text)
	j.alike, j.unfinished = j.page.alike(a.line, b.line), unfinished(a.Text)
	bits := [...]bool{a.Font != b.Font, !j.alike, !j.alike && a.Size < b.Size, a.Bold != b.Bold, a.Italic != b.Italic, a.Style != b.Style}
	for i, is := range bits[:5] {
		if is {
			j.look |= 1 << i
		}
	}
	if !j.page.laid && bits[5] {
		j.look |= 1 << 5
	}
	j.leading = (b.Y - a.Y) / max(1, b.Size, a.H)
	switch {
	case math.Abs(a.X-b.X) < slack:
		j.edge = 1
	case centred(a.Line, b.Line):
		j.edge = 2
	case edged(a.Line, b.Line):
		j.edge = 3
	}
}

// laid is a feature of two lines with positions, unlaid of two lines of text, and either of both.
func laid(name string, of func(*join) int) feature[join] {
	return feature[join]{name, func(j *join) int {
		if j.end || !j.page.laid {
			return -1
		}
		return of(j)
	}}
}

func unlaid(name string, of func(*join) int) feature[join] {
	return feature[join]{name, func(j *join) int {
		if j.end || j.page.laid {
			return -1
		}
		return of(j)
	}}
}

func either(name string, is func(*join) bool) feature[join] {
	return feature[join]{name, func(j *join) int { return given(!j.end && is(j)) }}
}

// ratio is the size of the second line's type in steps of the first's.
func (j *join) ratio() int {
	return step(j.b.Size/max(1, j.a.Size), 0.5, 0.65, 0.8, 0.92, 1.08, 1.25, 1.6)
}

// nearer compares the space between the two lines with that below the second, or returns -1.
func (j *join) nearer() int {
	if j.at+1 >= len(j.page.Lines) {
		return -1
	}
	above, below := j.b.Y-j.a.Y, j.page.Lines[j.at+1].Y-j.b.Y
	if above <= 0 || below <= 0 {
		return -1
	}
	return step(above/below, 0.4, 0.7, 0.9, 1.12, 1.4, 2.5)
}

// dashed matches a line between two dashes: a subtitle.
var dashed = lazyregexp.New(`^[-–—~] ?\pL.*\PZ ?[-–—~]$`)

func (j *join) lead() int { return step(j.leading, 0, 0.9, 1.3, 1.6, 2.1, 2.6, 3.2, 4.7, 7) }

func (j *join) coarseLead() int { return step(j.leading, 0, 1.6, 2.4, 3.5) }

// where returns a value if something holds, or -1.
func where(holds bool, value int) int {
	if !holds {
		return -1
	}
	return value
}

// joinFeatures are those of two neighbouring lines. The looks of laid lines have five bits, of which not all go together.
var joinFeatures = []feature[join]{
	{"end", func(j *join) int { return given(j.end) }},
	either("font", func(j *join) bool { return j.a.Font == j.b.Font }),
	either("alike", func(j *join) bool { return j.alike }),
	either("style", func(j *join) bool { return j.a.Style == j.b.Style }),
	either("gap", func(j *join) bool { return j.b.gap }),
	either("unfinished", func(j *join) bool { return j.unfinished }),
	either("open", func(j *join) bool { return j.open }),
	{"open-kind", func(j *join) int {
		if !j.open {
			return -1
		}
		return int(j.b.Kind)
	}},
	either("lower", func(j *join) bool { return textline.StartsLower(j.b.Text) }),
	either("inside", func(j *join) bool { return startsInside(j.b.Text) }),
	either("sentence", func(j *join) bool { return textline.EndsSentence(j.a.Text) }),
	either("colon", func(j *join) bool { return strings.HasSuffix(j.a.Text, ":") }),
	either("hyphen", func(j *join) bool { return strings.HasSuffix(j.a.Text, "-") }),
	either("capital", func(j *join) bool { return isCapital(j.a.Text) != isCapital(j.b.Text) }),
	either("labelled", func(j *join) bool { return j.b.isLabelled }),
	either("degree", func(j *join) bool { return phrase.IsDegree(j.a.Text) && phrase.IsDegree(j.a.Text+" "+j.b.Text) }),
	either("period", func(j *join) bool { return isPeriod(j.b.Text, j.a.Text) }),
	either("degree-open", func(j *join) bool {
		return j.open && (phrase.IsAroundDegree(j.a.Text) || degreeNotice.MatchString(j.a.Text))
	}),
	either("byline", func(j *join) bool { return j.a.Kind == Byline && j.a.words < 3 }),
	{"kinds", func(j *join) int {
		if j.end {
			return -1
		}
		return min(both(min(int(j.a.Kind), 7), min(int(j.b.Kind), 7), 8), mostValues-1)
	}},
	unlaid("text-look", func(j *join) int { return j.look }),
	unlaid("text-unfinished", func(j *join) int { return given(j.unfinished) }),
	unlaid("text-gap", func(j *join) int { return given(j.b.gap) }),
	unlaid("text-gap-look", func(j *join) int { return where(j.b.gap, j.look) }),
	unlaid("text-lower", func(j *join) int { return given(textline.StartsLower(j.b.Text)) }),
	unlaid("text-name", func(j *join) int { return given(j.page.nameBelow(j.at)) }),
	laid("look", func(j *join) int { return j.look }),
	laid("ratio", (*join).ratio),
	laid("row", func(j *join) int { return given(sameRow(j.a.Line, j.b.Line)) }),
	laid("lead", (*join).lead),
	laid("lead-same", func(j *join) int { return where(j.look&3 == 0, j.lead()) }),
	laid("lead-font", func(j *join) int { return both(j.coarseLead(), j.look&7, 8) }),
	laid("lead-weight", func(j *join) int { return both(j.coarseLead(), j.look>>3, 4) }),
	laid("edge", func(j *join) int { return j.edge }),
	laid("edge-font", func(j *join) int { return both(j.edge, j.look&7, 8) }),
	laid("edge-weight", func(j *join) int { return both(j.edge, j.look>>3, 4) }),
	laid("unfinished-look", func(j *join) int { return where(j.unfinished, j.look) }),
	laid("unfinished-lead", func(j *join) int { return where(j.unfinished, j.coarseLead()) }),
	laid("same-kind", func(j *join) int { return where(j.look&3 == 0, int(j.b.Kind)) }),
	laid("family", func(j *join) int { return given(j.a.Font != j.b.Font && family(j.a.Font) == family(j.b.Font)) }),
	{"repeated", func(j *join) int {
		if j.end || len(j.a.ends) < 2 {
			return -1
		}
		return min(2, len(j.a.page.elsewhere.follow(j.a.ends, j.b.normal)))
	}},
	either("known", func(j *join) bool { return j.a.page.elsewhere.joins(j.a.normal, j.b.normal) }),
	either("same", func(j *join) bool { return j.a.normal != "" && j.a.normal == j.b.normal }),
	either("scripts", func(j *join) bool { return areScripts(j.a.Text, j.b.Text) }),
	either("dashed", func(j *join) bool { return dashed.MatchString(j.b.Text) }),
	{"case", func(j *join) int {
		if j.end {
			return -1
		}
		return both(step(textline.Capitals(j.a.Text), 0.3, 0.6, 0.9), step(textline.Capitals(j.b.Text), 0.3, 0.6, 0.9), 4)
	}},
	laid("nearer", (*join).nearer),
	laid("nearer-plain", func(j *join) int { return where(j.b.Kind == plain && j.b.person < 9, j.nearer()) }),
	laid("ratio-lead", func(j *join) int { return both(j.ratio(), j.coarseLead(), 5) }),
	laid("ratio-kind", func(j *join) int { return both(j.ratio(), min(int(j.b.Kind), 7), 8) }),
	laid("ratio-words", func(j *join) int { return both(j.ratio(), wordSteps(j.b.words), 8) }),
	laid("poster", func(j *join) int { return given(j.page.isPoster(j.a.line, j.b.line)) }),
}
