package describe

import (
	"cmp"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"sluice/document/content"
)

// line is one line of a document's head, with what it looks like and what it says.
type line struct {
	content.Line
	kind kind
	gap  bool // an empty line or more white than usual stands before it

	raised bool // letters that stood raised beside it, as marks, were dropped
}

// kind is what a line of a head is, as far as it can be told from the line alone.
type kind int

const (
	plain       kind = iota
	banner           // page numbers, stamps, series, venues, notices
	contact          // e-mail and Web addresses
	affiliation      // institutions, towns, postal addresses
	names            // persons alone
	date
	byline  // "by", "submitted by"
	closing // what ends the head: abstract, introduction, keywords, prose
	others  // people who did not write it: advisors, committee
)

// head is what stands before the running text of one page.
type head struct {
	lines  []line
	body   float64 // size of the running text's type; 0 where unknown
	height float64 // of the page
	rough  bool    // most sizes are guessed from the lines' heights, so that words alone tell more
	laid   bool    // the lines have positions and sizes
	words  lexicon
	told   int    // lines whose kind is told
	rest   []line // of text without layout, what follows
}

const (
	headPages = 3
	headLines = 90 // of one page
)

// headOf gives the head of a page, one of the first; without lines when there is none.
func headOf(d *content.Document, page int, x lexicon) head {
	if laidOut(d) {
		if h := laidHead(d, page, x); !h.rough || strings.TrimSpace(d.Page(page)) == "" {
			return h
		}
	}
	return textHead(d, page, x)
}

// laidOut reports whether the lines have positions.
func laidOut(d *content.Document) bool {
	n := 0
	for _, l := range d.Lines[:min(len(d.Lines), 50)] {
		if l.H > 0 {
			n++
		}
	}
	return n > 3 || n > 0 && n == len(d.Lines)
}

func laidHead(d *content.Document, page int, x lexicon) head {
	h := head{body: bodySize(d.Lines), height: cmp.Or(d.Height, 800), laid: true, words: x}
	guessed := 0
	for _, l := range d.Lines {
		if l.Page == page && upright(l) && len(h.lines) < 4*headLines {
			if l.Text = clean(l.Text, 1000); l.Text == "" {
				continue
			}
			if l.Size < minSize {
				l.Size = 0.75 * l.H
				guessed++
			}
			h.lines = append(h.lines, line{Line: l})
		}
	}
	h.rough = guessed > len(h.lines)/2
	h.lines = h.rows(h.lines)
	h.end()
	return h
}

// minSize is the smallest type, in points, that a size is believed to be. Fonts drawn as pictures have sizes of their own.
const minSize = 3

// upright drops lines that run up the margin, as stamps of archives do.
func upright(l content.Line) bool {
	n := utf8.RuneCountInString(l.Text)
	return !(n > 3 && l.W > 0 && l.H > 2.5*l.W) && l.X > -50 && l.Y > -50
}

// bodySize is the size that most letters have.
func bodySize(lines []content.Line) float64 {
	weight := map[int]int{}
	for _, l := range lines {
		if l.Size < minSize && l.H > 0 {
			l.Size = 0.75 * l.H
		}
		if len(l.Text) > 20 {
			weight[int(math.Round(l.Size*2))] += len(l.Text)
		}
	}
	best, most := 0, 0
	for size, n := range weight {
		if n > most || n == most && size < best {
			best, most = size, n
		}
	}
	return float64(best) / 2
}

// end tells the lines' kinds and cuts them where the running text begins.
func (h *head) end() {
	for i := range h.lines {
		h.kinds(i + 1)
		if i == 0 || i < headLines && !h.ends(i) {
			continue
		}
		h.lines = h.lines[:i]
		break
	}
	h.persons()
}

// kinds tells the kinds of the lines up to line n that are not told yet.
func (h *head) kinds(n int) {
	for ; h.told < min(n, len(h.lines)); h.told++ {
		h.lines[h.told].kind = h.words.kindOf(h.lines[h.told].Text)
	}
}

// ends reports whether the running text begins with line i.
func (h *head) ends(i int) bool {
	return (h.lines[i].kind == closing || h.prose(i)) && h.titled(i)
}

// persons takes lines that may be names for names when what follows them says so: an address or an institution.
func (h *head) persons() {
	for i := 1; i+1 < len(h.lines); i++ {
		if next := h.lines[i+1].kind; h.lines[i].kind != plain || next != affiliation && next != contact && next != names {
			continue
		}
		if unfinished(h.lines[i-1].Text) || startsLower(h.lines[i].Text) || h.lines[i-1].kind == plain && !h.apart(i) {
			continue
		}
		all := true
		list := h.words.people(h.lines[i].Text)
		for _, p := range list {
			all = all && p.score > 0.2
		}
		if all && len(list) > 0 {
			h.lines[i].kind = names
		}
	}
}

// apart reports whether line i differs in looks from the one before it, or stands apart from it.
func (h *head) apart(i int) bool {
	prev, l := h.lines[i-1], h.lines[i]
	return l.gap || h.laid && (!h.alike(prev, l) || prev.Font != l.Font || prev.Bold != l.Bold)
}

// titled reports whether something before line i can be a title, so that line i may end the head.
func (h *head) titled(i int) bool {
	for _, l := range h.lines[:i] {
		if (l.kind == plain || l.kind == names) && letters(l.Text) > 5 {
			return true
		}
	}
	return false
}

// prose reports whether line i begins a paragraph of running text: three lines of body size, long, mostly in lower case.
func (h *head) prose(i int) bool {
	n := 0
	for j := i; j < min(len(h.lines), i+8) && n < 3; j++ {
		l := h.lines[j]
		if h.laid && n > 0 && sameRow(l.Line, h.lines[j-1].Line) {
			continue // the other column
		}
		if h.laid && l.Size > 1.15*h.body || len(l.Text) < 38 || capitals(l.Text) > 0.42 {
			return false
		}
		if h.kinds(j + 1); h.lines[j].kind == affiliation || h.lines[j].kind == contact || h.lines[j].kind == names {
			return false
		}
		if n > 0 && !h.laid && l.gap {
			return false
		}
		n++
	}
	return n == 3
}

// capitals is the share of words that begin with a capital, those of few letters aside.
func capitals(s string) float64 {
	n, upper := 0, 0
	for _, w := range strings.Fields(s) {
		r, _ := utf8.DecodeRuneInString(w)
		if len(w) < 4 && !unicode.IsUpper(r) {
			continue
		}
		n++
		if unicode.IsUpper(r) || unicode.IsDigit(r) {
			upper++
		}
	}
	if n == 0 {
		return 1
	}
	return float64(upper) / float64(n)
}

func letters(s string) int {
	n := 0
	for _, r := range s {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}
