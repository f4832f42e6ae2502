package describe

import (
	"math"
	"slices"
	"strings"
)

// block is lines of a head that belong together by their looks, a candidate for the title.
type block struct {
	from, to int // lines[from:to]
	score    float64
}

// title finds the title of a head: its lines, how sure that is from 0 to 1, and the index behind its last line.
func (h *head) title(hint func(text string) bool) (text string, confidence float64, end int) {
	var best block
	best.score = math.Inf(-1)
	var second float64 = math.Inf(-1)
	for _, b := range h.blocks() {
		b.score = h.titleScore(b, hint)
		if b.score > best.score {
			best, second = b, best.score
		} else if b.score > second {
			second = b.score
		}
	}
	if best.to == 0 || best.score < 0 {
		return "", 0, 0
	}
	best = h.subtitle(best)
	text = cutAt(tidyTitle(h.text(best)), maxTitle)
	confidence = 0.5 + 0.4*min(1, max(0, best.score-second)/3)
	if !h.laid {
		confidence -= 0.1
	}
	return text, confidence, best.to
}

func (h *head) text(b block) string {
	var parts []string
	for _, l := range h.lines[b.from:b.to] {
		parts = append(parts, l.Text)
	}
	return joinTitle(parts)
}

// joinTitle joins a title's lines. A hyphen at a line's end stays: in titles it is rather a compound's than a syllable's.
func joinTitle(parts []string) string {
	s := ""
	for _, p := range parts {
		if strings.HasSuffix(s, "-") && !strings.HasSuffix(s, " -") && len(s) > 1 {
			s += p
		} else {
			s += " " + p
		}
	}
	return strings.TrimSpace(s)
}

// tidyTitle takes footnote marks and the full stop from a title's end.
func tidyTitle(s string) string {
	for {
		was := s
		s = strings.TrimRight(s, marks+" ,;")
		if strings.HasSuffix(s, ".") && strings.Count(s, ".") == 1 {
			s = strings.TrimSuffix(s, ".")
		}
		s = strings.TrimLeft(s, "*†‡•∗ ")
		if s == was {
			return s
		}
	}
}

// blocks are the runs of lines that may be the title: one below the other, alike in type.
func (h *head) blocks() []block {
	var found []block
	for i := 0; i < len(h.lines); {
		if !h.mayTitle(i) {
			i++
			continue
		}
		b := block{from: i, to: i + 1}
		for b.to < len(h.lines) && b.to-b.from < 9 && h.continues(b) {
			b.to++
		}
		found = append(found, b)
		i = b.to
	}
	return found
}

// mayTitle reports whether a title may begin with line i.
func (h *head) mayTitle(i int) bool {
	switch h.lines[i].kind {
	case plain, names, affiliation:
		return letters(h.lines[i].Text) > 1
	case banner, others, date:
		return h.lines[i].Style == "title" || h.laid && h.lines[i].Size > 1.35*h.body && letters(h.lines[i].Text) > 8 && !stamp.match(h.lines[i].Text)
	case closing:
		return false
	}
	return false
}

// stamp is what is never a title, however large.
var stamp = prefixes{"arxiv:", "proceedings of", "technical report", "tech report", "doctor of", "master of", "bachelor of", "journal of"}

type prefixes []string

func (p prefixes) match(s string) bool {
	s = strings.ToLower(s)
	return slices.ContainsFunc(p, func(prefix string) bool { return strings.HasPrefix(s, prefix) })
}

// continues reports whether the line behind a block goes on with it.
func (h *head) continues(b block) bool {
	prev, l := h.lines[b.to-1], h.lines[b.to]
	if prev.Style != l.Style && (prev.Style != "" || l.Style != "") {
		return false
	}
	if !h.laid {
		return h.goesOn(prev, l, b)
	}
	if !h.alike(prev, l) || (prev.Bold != l.Bold || prev.Italic != l.Italic) && prev.Font != l.Font {
		return false
	}
	widest := 2.1
	if l.kind == plain && l.Size > 1.15*h.body && prev.Font == l.Font && !h.personAt(b.to) {
		widest = 3.2 // title pages are set wide
	}
	if leading := l.Y - prev.Y; leading > widest*max(l.Size, prev.H) || leading < 0 {
		return false
	}
	if sameRow(prev.Line, l.Line) {
		return false
	}
	large := l.Size > 1.12*h.body
	switch l.kind {
	case plain:
		return true
	case names:
		return large && l.Font == prev.Font && l.Size > 1.2*h.body && !h.listed(b.to) || unfinished(prev.Text)
	case affiliation, date, others:
		return large || unfinished(prev.Text)
	case banner:
		return unfinished(prev.Text)
	}
	return false
}

// listed reports whether a line is surely names: two persons and more.
func (h *head) listed(i int) bool {
	n := 0
	for _, p := range h.words.people(h.lines[i].Text) {
		if p.score > 2 {
			n++
		}
	}
	return n > 1 || n == 1 && i+1 < len(h.lines) && (h.lines[i+1].kind == affiliation || h.lines[i+1].kind == contact)
}

// goesOn is continues for text without looks, where only words tell.
func (h *head) goesOn(prev, l line, b block) bool {
	if unfinished(prev.Text) {
		return l.kind != contact && l.kind != closing
	}
	if l.kind != plain {
		return false
	}
	if l.gap {
		return false
	}
	if startsLower(l.Text) {
		return true
	}
	return !h.nameBelow(b.to)
}

// nameBelow reports whether line i, just below what may be the title, is rather a name: every part of it is of two words or more that
// the text never writes small, and what follows is short, or no running text.
func (h *head) nameBelow(i int) bool {
	list := h.words.people(h.lines[i].Text)
	if n := len(list); n > 2 && !strings.Contains(list[n-1].name, " ") {
		list = list[:n-1] // the line breaks off within a name
	}
	if first, rest, ok := strings.Cut(h.lines[i].Text, ","); ok && len(list) > 0 && list[0].score > 2.5 && !mixed(first) && mixed(rest) {
		return true // a person and an institution
	}
	for _, p := range list {
		if n := len(strings.Fields(p.name)); p.score < 0.4 || n < 2 || n > 4 {
			return false
		}
	}
	if len(list) == 0 {
		return false
	}
	if len(list) > 1 || i+1 >= len(h.lines) {
		return true
	}
	next := h.lines[i+1]
	return next.kind != plain || next.gap || len(strings.Fields(next.Text)) < 5
}

// unfinished reports a line that must go on: it ends in a function word, a colon, a hyphen.
func unfinished(s string) bool {
	s = strings.TrimRight(s, " ")
	if strings.HasSuffix(s, ":") || strings.HasSuffix(s, "-") || strings.HasSuffix(s, "–") || strings.HasSuffix(s, ",") || strings.HasSuffix(s, "&") {
		return true
	}
	words := strings.Fields(strings.ToLower(s))
	if len(words) == 0 {
		return false
	}
	last := words[len(words)-1]
	return functionWords[last] && last != "it" && last != "in" || last == "and" || last == "or" || last == "und" || last == "et" || last == "a" || last == "in"
}

// subtitle adds to a title the lines behind it that are a subtitle: set larger than the text or between dashes, and no names.
func (h *head) subtitle(b block) block {
	for b.to < len(h.lines) && b.to-b.from < 10 {
		l, prev := h.lines[b.to], h.lines[b.to-1]
		text := strings.TrimSpace(l.Text)
		dashed := strings.HasPrefix(text, "—") || strings.HasPrefix(text, "– ") || strings.HasPrefix(text, "- ") || strings.HasPrefix(text, "--")
		colon := strings.HasSuffix(strings.TrimSpace(prev.Text), ":")
		near := !h.laid || l.Y-prev.Y < 2.6*max(prev.H, prev.Size)
		larger := h.laid && l.Size > 1.1*h.body && l.Size < prev.Size && l.kind == plain && near && letters(text) > 8 && !h.personAt(b.to)
		styled := l.Style == "subtitle"
		if l.kind == contact || l.kind == closing || l.kind == byline || strings.HasPrefix(text, "(") || !(dashed && letters(text) > 3 || colon && near || larger || styled) {
			break
		}
		b.to++
	}
	return b
}

// personAt reports whether a line may be one person's name or more: no word that names never hold, and few words.
func (h *head) personAt(i int) bool {
	for _, p := range h.words.people(h.lines[i].Text) {
		if p.score > -0.5 {
			return true
		}
	}
	return false
}
