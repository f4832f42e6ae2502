package titlepage

import (
	"math"
	"strings"
)

// reach is a run of lines and what is around it.
type reach struct {
	*survey
	from, to int
	key      string // its letters and digits

	top               float64 // the largest size in it
	larger, same      int     // lines elsewhere in larger type, and in type as large
	surpassed         bool    // by a line behind it
	closed            bool    // the running text began before it
	words, letters    int
	open, colons      int
	plains, persons   int
	changes           int // of its look
	grows             bool
	widest, narrowest float64 // leading within
	organisations     int
	sentences         int   // that end within it, on lines of more than six words together
	ends              []int // where it ends in the text
	named, missed     int   // words of the file's name that it has, and that only other lines have
}

// measure looks at the lines of the run and at the others.
func (r *reach) measure() {
	r.narrowest = math.Inf(1)
	for i := r.from; i < r.to; i++ {
		s := &r.sights[i]
		r.top = max(r.top, s.Size)
		r.words += s.words
		r.letters += s.letters
		r.open += s.open
		r.colons += s.colons
		if i+1 < r.to && strings.HasSuffix(s.Text, ":") {
			r.colons++
		}
		if i+1 < r.to && r.words > 6 && strings.HasSuffix(s.Text, ".") {
			r.sentences++
		}
		switch s.Kind {
		case plain:
			r.plains++
		case Names:
			r.persons++
		}
		if s.strong {
			r.organisations++
		}
		if i == r.from {
			r.ends = s.ends
		} else {
			r.ends = r.elsewhere.follow(r.ends, s.normal)
		}
		if i > r.from {
			before := &r.sights[i-1]
			if s.Font != before.Font || !r.alike(before.line, s.line) {
				r.changes++
			}
			r.grows = r.grows || s.Size > 1.08*before.Size
			r.widest, r.narrowest = max(r.widest, s.Y-before.Y), min(r.narrowest, s.Y-before.Y)
		}
	}
	if r.survey.named > 0 {
		r.named = r.elsewhere.named(r.key)
		r.missed = r.survey.named - r.named
	}
	first := r.Lines[r.from].Size
	for i := range r.sights {
		s := &r.sights[i]
		if i >= r.from && i < r.to {
			continue
		}
		r.closed = r.closed || i < r.from && s.Kind == closing
		r.surpassed = r.surpassed || i >= r.to && s.Size > 1.2*first
		if s.letters > 3 && s.Size > 1.08*r.top {
			r.larger++
		} else if s.letters > 3 && s.Size > 0.95*r.top {
			r.same++
		}
	}
}

// followed reports whether persons or a byline come soon behind the run, in no larger type.
func (r *reach) followed() bool {
	size := r.Lines[r.from].Size
	for j := r.to; j < min(r.to+3, len(r.Lines)); j++ {
		if r.laid && r.Lines[j].Size > 1.2*size {
			return false
		}
		if k := r.Lines[j].Kind; k == Names || k == Byline || !r.laid && (k == Affiliation || k == contact) {
			return true
		}
	}
	return false
}

// space returns how far apart two lines are, in units of another space.
func (r *reach) distance(above, below int, unit float64) float64 {
	return (r.Lines[below].Y - r.Lines[above].Y) / max(1, unit)
}

// titleWords are steps of a title's words.
func titleWords(n int) int { return step(float64(n), 2, 3, 4, 6, 9, 13, 18, 26, 36) }

func (r *reach) isFirst() bool { return r.firstPlain >= r.from && r.firstPlain < r.to }

// runFeatures are those of a run of lines.
var runFeatures = []feature[reach]{
	{"lines", func(r *reach) int { return r.to - r.from }},
	{"words", func(r *reach) int { return titleWords(r.words) }},
	{"text-words", func(r *reach) int { return where(!r.laid, titleWords(r.words)) }},
	{"letters", func(r *reach) int { return step(float64(r.letters), 4, 10) }},
	{"known", func(r *reach) int { return given(r.elsewhere.Titles[r.key]) }},
	{"first", func(r *reach) int { return given(r.isFirst()) }},
	{"text-first", func(r *reach) int { return given(!r.laid && r.isFirst()) }},
	{"behind-plain", func(r *reach) int { return given(r.firstPlain >= 0 && r.firstPlain < r.from) }},
	{"followed", func(r *reach) int {
		if r.to == len(r.Lines) {
			return 0
		}
		return 1 + max(0, given(r.followed()))
	}},
	{"surpassed", func(r *reach) int { return given(r.surpassed) }},
	{"larger", func(r *reach) int { return where(r.laid, step(float64(r.larger), 1, 2, 3, 5)) }},
	{"same", func(r *reach) int { return where(r.laid, step(float64(r.same), 1, 2, 3, 5)) }},
	{"largest", func(r *reach) int { return given(r.laid && r.larger+r.same == 0) }},
	{"size-same", func(r *reach) int {
		return where(r.laid, both(step(r.top/max(1, r.body), 1.1, 1.35, 1.8), step(float64(r.same), 1, 3), 3))
	}},
	{"closed", func(r *reach) int { return given(r.closed) }},
	{"institution", func(r *reach) int { return given(r.organisations == r.to-r.from) }},
	{"author-line", func(r *reach) int { return given(r.to-r.from == 1 && r.sights[r.from].isAuthors()) }},
	{"colons", func(r *reach) int { return step(float64(r.colons), 1, 2) }},
	{"sentences", func(r *reach) int { return where(r.sentences > 0, min(r.sentences, 2)) }},
	{"annual", func(r *reach) int { return given(r.isAnnual(r.from)) }},
	{"asks", func(r *reach) int { return given(r.asks(r.from)) }},
	{"open", func(r *reach) int { return given(r.open != 0) }},
	{"plain", func(r *reach) int { return step(float64(r.plains)/float64(r.to-r.from), 0.01, 0.5, 0.99) }},
	{"persons", func(r *reach) int { return given(r.persons == r.to-r.from) }},
	{"changes", func(r *reach) int { return step(float64(r.changes), 1, 2, 3) }},
	{"grows", func(r *reach) int { return given(r.grows) }},
	{"uneven", func(r *reach) int {
		return where(r.laid && r.to-r.from > 2, step(r.widest/max(1, r.narrowest), 1.1, 1.3, 1.6, 2, 3))
	}},
	{"space-below", func(r *reach) int {
		if !r.laid || r.to == len(r.Lines) || r.to-r.from == 1 {
			return -1
		}
		return step(r.distance(r.to-1, r.to, r.widest), 0, 0.9, 1.1, 1.4, 1.8, 2.5)
	}},
	{"space-above", func(r *reach) int {
		if !r.laid || r.from == 0 || r.to-r.from == 1 {
			return -1
		}
		return step(r.distance(r.from-1, r.from, r.widest), 0, 0.9, 1.1, 1.4, 1.8, 2.5)
	}},
	{"named", func(r *reach) int {
		return where(r.survey.named > 0, both(step(float64(r.named)/float64(len(r.elsewhere.words)), 0.01, 0.34, 0.67, 0.99), step(float64(len(r.elsewhere.words)), 2, 3, 5), 4))
	}},
	{"names-missed", func(r *reach) int { return where(r.survey.named > 0, min(r.missed, 3)) }},
	{"part-of-known", func(r *reach) int { return where(len(r.elsewhere.Titles) > 0, r.elsewhere.part(r.key)) }},
	{"repeated", func(r *reach) int {
		return where(r.repeats, both(step(float64(len(r.ends)), 2, 3, 5), step(float64(r.words), 2, 3, 5), 4))
	}},
	{"spaces", func(r *reach) int {
		if !r.laid || r.from == 0 || r.to == len(r.Lines) || r.to-r.from > 1 {
			return -1
		}
		return step(r.distance(r.from, r.to, r.distance(r.from-1, r.from, 1)), 0, 0.5, 0.8, 1.25, 2)
	}},
}

// bare is a page without a title.
type bare struct {
	*survey
	page int
}

// noneFeatures are those of a page without a title.
var noneFeatures = []feature[bare]{
	{"any", func(*bare) int { return 1 }},
	{"page", func(b *bare) int { return b.page }},
	{"lines", func(b *bare) int { return step(float64(len(b.Lines)), 1, 2, 4, 8, 16, 32) }},
	{"laid", func(b *bare) int { return given(b.laid) }},
	{"largest", func(b *bare) int {
		return where(b.laid && b.body > 0, step(b.largest/max(1, b.body), 1.05, 1.2, 1.5, 2, 3))
	}},
	{"whole", func(b *bare) int { return given(len(b.rest) == 0) }},
	{"expected", func(b *bare) int { return given(len(b.elsewhere.Titles) > 0) }},
}

// isAuthors reports whether a line is several persons in the type of the text, which is left where the title above it was not seen.
func (s *sight) isAuthors() bool {
	return s.Kind == Names && s.sure > 1 && s.Style != "title" && !(s.page.laid && s.Size > 1.2*s.page.body)
}
