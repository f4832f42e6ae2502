package describe

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// authors finds the persons behind the title, in the order of rows, and the institutions that stand with them.
func (h *head) authors(after int) (list, affiliations []string, confidence float64) {
	zone := h.lines[after:]
	locals := localParts(zone)
	start, led := bylineIn(zone)
	a := authorship{head: h, locals: locals}
	a.addressed = h.addressed(zone)
	for i := start; i < len(zone); i++ {
		l := zone[i]
		if h.torn(zone, i) {
			l.Text += " " + zone[i+1].Text
			l.kind = names
			i++
		}
		if l.kind == closing || l.kind == others && len(a.found) > 0 && !led || l.kind == others && led {
			if len(a.found) > 0 {
				break
			}
			continue
		}
		if led && len(a.found) > 0 && l.kind != names && l.kind != byline {
			break
		}
		if n := len(a.found); !a.line(l, led && i <= start+1) && n > 0 && h.far(zone, i) {
			break
		}
	}
	if !h.laid && !led {
		h.stragglers(&a)
	}
	affiliations = h.affiliations(zone, &a)
	if len(a.found) == 0 {
		return nil, affiliations, 0
	}
	a.halve()
	a.unraise(zone)
	sum := 0.0
	for _, p := range a.found {
		list = append(list, clean(p.name, maxName))
		sum += min(1, max(0, p.score/4))
	}
	return list, affiliations, 0.55 + 0.35*sum/float64(len(a.found))
}

// halve parts names of four words where there are more addresses than persons: two names that stood side by side.
func (a *authorship) halve() {
	for i := 0; i < len(a.found) && len(a.locals) > len(a.found); i++ {
		words := strings.Fields(a.found[i].name)
		if len(words) != 4 || slices.ContainsFunc(words, func(w string) bool { return particles[strings.ToLower(w)] || initials.MatchString(w) }) {
			continue
		}
		second := person{strings.Join(words[2:], " "), a.found[i].score}
		a.found[i].name = strings.Join(words[:2], " ")
		a.found = slices.Insert(a.found, i+1, second)
	}
}

// torn reports whether a list of names breaks off within a name at the end of line i and goes on in the next.
func (h *head) torn(zone []line, i int) bool {
	if i+1 >= len(zone) || zone[i].kind != names && zone[i].kind != plain || zone[i+1].kind != names && zone[i+1].kind != plain {
		return false
	}
	a, b := zone[i], zone[i+1]
	if h.laid && (!h.alike(a, b) || a.Font != b.Font || sameRow(a.Line, b.Line) || b.Y-a.Y > 2*a.Size) || b.gap {
		return false
	}
	list := h.words.people(a.Text)
	if len(list) < 2 || strings.HasSuffix(a.Text, ",") || list[0].score < 0.2 {
		return false
	}
	return !strings.Contains(list[len(list)-1].name, " ") && strings.ContainsRune(b.Text, ',')
}

// addressed counts lines that are a person and their institution: "Jane Roe, Example University, Norway".
func (h *head) addressed(zone []line) int {
	n := 0
	for _, l := range zone {
		if name, rest, ok := strings.Cut(l.Text, ","); ok && mixed(rest) {
			if list := h.words.people(name); len(list) == 1 && list[0].score > 0 {
				n++
			}
		}
	}
	return n
}

// far reports white space before line i so large that what follows is no longer the block of authors.
func (h *head) far(zone []line, i int) bool {
	return h.laid && i > 0 && zone[i].Y-zone[i-1].Y > 0.25*h.height
}

// bylineIn finds a line such as "by" or "A thesis by Jane Roe": where to begin, and whether there is one.
func bylineIn(zone []line) (start int, led bool) {
	for i, l := range zone {
		if l.kind == byline {
			words := strings.Fields(l.Text)
			if last := strings.ToLower(strings.Trim(words[len(words)-1], ":")); last == "by" || last == "von" || last == "par" || last == "por" {
				return i + 1, true
			}
			return i, len(words) > 1 && strings.HasPrefix(strings.ToLower(l.Text), "by ")
		}
		if l.kind == others && i > 0 {
			break
		}
	}
	return 0, false
}

// authorship gathers the authors line by line.
type authorship struct {
	head      *head
	locals    []string // local parts of the e-mail addresses around
	found     []person
	size      float64 // of the first author's type
	addressed int     // lines that give a person and an institution each
	font      string
	marked    bool // letters stand apart from the names as marks
}

// line takes the persons of a line, and reports whether there are any.
func (a *authorship) line(l line, certain bool) bool {
	bar := 0.4
	switch l.kind {
	case contact, date, banner:
		return false
	case affiliation:
		bar = 2.5
	case names, byline:
		bar = -0.2
	}
	if certain {
		bar = -1
	}
	if l.Style == "author" {
		bar = -2
	}
	if l.Style == "affiliation" {
		return false
	}
	if a.head.laid && len(a.found) > 0 {
		switch same := l.Size > 0.96*a.size && l.Size < 1.04*a.size; {
		case same && l.Font == a.font:
			bar -= 0.4
		case !same:
			bar += 1.2
		case l.Font != a.font:
			bar += 0.6
		}
	}
	text := l.Text
	if l.kind == byline {
		text = byPrefix.ReplaceAllString(text, "")
	}
	list := a.head.words.people(text)
	single := mixed(text)
	if single {
		bar = max(bar, 1.6)
		if first, rest, ok := strings.Cut(text, ","); ok && a.addressed > 1 && mixed(rest) && len(list) > 0 && !mixed(first) {
			bar, list = 0, list[:1]
		}
	}
	took := false
	for _, p := range list {
		score := p.score + a.mailed(p.name)
		if len(list) > 1 && l.kind == names {
			score += 0.5
		}
		if score <= bar || len(a.found) >= maxAuthors || utf8.RuneCountInString(p.name) < 4 {
			if single {
				break // what follows is an address
			}
			continue
		}
		if !a.has(p.name) {
			a.found = append(a.found, person{p.name, score})
		}
		if !took && len(a.found) == 1 {
			a.size, a.font = l.Size, l.Font
		}
		took = true
	}
	a.marked = a.marked || took && (l.raised || apartMark.MatchString(text))
	return took
}

// mixed reports a line of names and places both.
func mixed(s string) bool {
	if stateMark.MatchString(s) || postalMark.MatchString(s) {
		return true
	}
	for _, w := range strings.Fields(s) {
		if l := strings.ToLower(strings.Trim(w, ".,;:()")); organisationWords[l] || places[l] && !givenNames[l] {
			return true
		}
	}
	return false
}

var byPrefix = regexp.MustCompile(`(?i)^.*?\b(?:by|von|par|por|authors?)\s*:?\s+`)

func (a *authorship) has(name string) bool {
	key := personKey(name)
	return slices.ContainsFunc(a.found, func(p person) bool { return personKey(p.name) == key })
}

// mailed is what an e-mail address that fits a name says for it.
func (a *authorship) mailed(name string) float64 {
	words := plainWords(name)
	if len(words) < 2 {
		return 0
	}
	first, last := words[0], words[len(words)-1]
	for _, local := range a.locals {
		switch {
		case len(last) >= 3 && strings.Contains(local, last), len(first) >= 3 && strings.Contains(local, first):
			return 2
		case len(last) >= 4 && len(local) >= 4 && strings.HasPrefix(local, first[:1]+last[:min(len(last), len(local)-1)]):
			return 1.5
		}
	}
	return 0
}

var localMark = regexp.MustCompile(`([\w.+\-]+|\{[^{}@]*\}|\([^()@]*\)|\[[^\[\]@]*\])\s?@`)

// localParts are the names before the "@" of a head's e-mail addresses, lists in braces included.
func localParts(lines []line) []string {
	var found []string
	for _, l := range lines {
		if !strings.Contains(l.Text, "@") {
			continue
		}
		for _, m := range localMark.FindAllStringSubmatch(l.Text, 20) {
			for _, part := range strings.FieldsFunc(strings.ToLower(m[1]), func(r rune) bool { return strings.ContainsRune("{}()[],;| ", r) }) {
				if len(part) > 1 && len(found) < 200 {
					found = append(found, part)
				}
			}
		}
	}
	return found
}
