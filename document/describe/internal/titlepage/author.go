package titlepage

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"sluice/document/describe/internal/person"
	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
	"sluice/text"
)

// Authors finds the persons behind the title, in the order of rows, and the
// institutions printed with them.
func (h *Head) Authors(after int) (list, affiliations []string, confidence float64) {
	zone := h.Lines[after:]
	locals := localParts(zone)
	start, led := bylineIn(zone)
	a := authorship{head: h, locals: locals}
	a.addressed = h.addressed(zone)
	for i := start; i < len(zone); i++ {
		l := zone[i]
		if h.torn(zone, i) {
			l.Text += " " + zone[i+1].Text
			l.Kind = Names
			i++
		}
		if len(a.found) > 0 && l.Kind != Names && (phrase.IsAroundDegree(l.Text) || degreeNotice.MatchString(l.Text)) {
			break // who follows has advised or examined the author of the thesis
		}
		if l.Kind == closing || l.Kind == Others || l.Kind == Byline && i > start {
			if len(a.found) > 0 {
				break
			}
			if l.Kind != Byline {
				continue
			}
		}
		if led && len(a.found) > 0 && l.Kind != Names && l.Kind != Byline && !(h.laid && i > 0 && l.Font == a.font && l.Size == a.size && l.Kind != Others && l.Kind != closing && l.X+l.W > zone[i-1].X) {
			break
		}
		if n := len(a.found); !a.line(l, led && i <= start+1) && n > 0 && (led && (strings.HasSuffix(l.Text, ":") || textline.Capitals(l.Text) < 0.8) || h.far(zone, i)) {
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
		list = append(list, textline.Clean(p.Name, textline.MaxName))
		sum += min(1, max(0, p.Score/4))
	}
	return list, affiliations, 0.55 + 0.35*sum/float64(len(a.found))
}

// degreeNotice matches the sentence of a title page that says for which degree a thesis
// was submitted.
var degreeNotice = regexp.MustCompile(`(?i)\b(?:(?:thesis|dissertation)(?: is| was)? (?:submitted|presented)|partial fulfil\w*|requirements? (?:for|of) the degree|submetida|submitted (?:in|for|to))\b`)

// halve splits names of four words where there are more addresses than persons:
// two names that were printed side by side.
func (a *authorship) halve() {
	for i := 0; i < len(a.found) && len(a.locals) > len(a.found); i++ {
		words := strings.Fields(a.found[i].Name)
		if len(words) != 4 || slices.ContainsFunc(words, func(w string) bool { return phrase.Particles[strings.ToLower(w)] || person.Initials.MatchString(w) }) {
			continue
		}
		second := person.Person{Name: strings.Join(words[2:], " "), Score: a.found[i].Score}
		a.found[i].Name = strings.Join(words[:2], " ")
		a.found = slices.Insert(a.found, i+1, second)
	}
}

// torn reports whether a list of names breaks off within a name at the end of
// line i and continues in the next.
func (h *Head) torn(zone []line, i int) bool {
	if i+1 >= len(zone) || zone[i].Kind != Names && zone[i].Kind != plain || zone[i+1].Kind != Names && zone[i+1].Kind != plain {
		return false
	}
	a, b := zone[i], zone[i+1]
	if h.laid && (!h.alike(a, b) || a.Font != b.Font || sameRow(a.Line, b.Line) || b.Y-a.Y > 2*a.Size) || b.gap {
		return false
	}
	list := h.words.People(a.Text)
	if len(list) < 2 || strings.HasSuffix(a.Text, ",") || list[0].Score < 0.2 {
		return false
	}
	last := list[len(list)-1].Name
	next, _, _ := strings.Cut(b.Text, ",")
	return !strings.Contains(last, " ") && !credential.MatchString(last) && (person.OpensName(last) || person.Initials.MatchString(strings.Fields(next + " .")[0]) || !strings.Contains(strings.TrimSpace(next), " ")) && strings.ContainsRune(b.Text, ',')
}

// credential matches what a person may put behind a name: "MD", "CAE".
var credential = regexp.MustCompile(`^[A-Z]{2,4}$`)

// addressed counts lines that are a person and their institution: "Jane Roe,
// Example University, Norway".
func (h *Head) addressed(zone []line) int {
	n := 0
	for _, l := range zone {
		if name, rest, ok := strings.Cut(l.Text, ","); ok && mixed(rest) {
			if list := h.words.People(name); len(list) == 1 && list[0].Score > 0 {
				n++
			}
		}
	}
	return n
}

// far reports white space before line i so large that what follows is no longer
// the block of authors.
func (h *Head) far(zone []line, i int) bool {
	return h.laid && i > 0 && zone[i].Y-zone[i-1].Y > 0.25*h.height
}

// bylineIn finds a line such as "by" or "A thesis by Jane Roe": where to begin,
// and whether there is one.
func bylineIn(zone []line) (start int, led bool) {
	for i, l := range zone {
		if l.Kind == Byline {
			words := strings.Fields(l.Text)
			if last := strings.ToLower(strings.Trim(words[len(words)-1], ":")); last == "by" || last == "von" || last == "par" || last == "por" || last == "door" || last == "av" || last == "af" || wholeByline.MatchString(strings.Trim(l.Text, " :")) {
				return i + 1, true
			}
			return i, len(words) > 1 && strings.HasPrefix(strings.ToLower(l.Text), "by ")
		}
		if l.Kind == Others && i > 0 {
			break
		}
	}
	return 0, false
}

// line adds the persons of a line, and reports whether there are any.
func (a *authorship) line(l line, certain bool) bool {
	bar := 0.4
	switch l.Kind {
	case contact, Date, Banner:
		return false
	case Affiliation:
		bar = 2.5
	case Names, Byline:
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
	names := l.Text
	if l.Kind == Byline {
		names = byPrefix.ReplaceAllString(names, "")
	}
	list := a.head.words.People(names)
	single := mixed(names)
	if single {
		bar = max(bar, 1.6)
		if first, rest, ok := strings.Cut(names, ","); ok && a.addressed > 1 && mixed(rest) && len(list) > 0 && !mixed(first) {
			bar, list = 0, list[:1]
		}
	}
	took := false
	for _, p := range list {
		score := p.Score + a.mailed(p.Name)
		if len(list) > 1 && l.Kind == Names {
			score += 0.5
		}
		if score <= bar || len(a.found) >= textline.MaxAuthors || utf8.RuneCountInString(p.Name) < 4 {
			if single {
				break // what follows is an address
			}
			continue
		}
		if !a.has(p.Name) {
			a.found = append(a.found, person.Person{Name: p.Name, Score: score})
		}
		if !took && len(a.found) == 1 {
			a.size, a.font = l.Size, l.Font
		}
		took = true
	}
	a.marked = a.marked || took && (l.raised || apartMark.MatchString(names))
	return took
}

// Above finds authors that precede the title, as in some old books and in
// notes.
func (h *Head) Above(end int) ([]string, float64) {
	for i, l := range h.Lines[:min(end, len(h.Lines))] {
		if i > 4 && end-i > 8 || l.Kind != Names || strings.HasPrefix(l.Text, "—") || strings.HasPrefix(l.Text, "–") {
			continue
		}
		var list []string
		for _, p := range h.words.People(l.Text) {
			if p.Score > 2.5 {
				list = append(list, p.Name)
			}
		}
		if len(list) > 0 {
			return list, 0.45
		}
	}
	return nil, 0
}

// Led finds the authors that a line such as "Authors:" or "by" announces, anywhere
// on the page.
func (h *Head) Led() ([]string, float64) {
	const further = 60 // lines behind the head
	lines := slices.Clone(h.Lines)
	for _, l := range h.rest[:min(len(h.rest), further)] {
		l.Kind = KindOf(h.words, l.Text)
		lines = append(lines, l)
	}
	for i, l := range lines {
		if l.Kind != Byline {
			continue
		}
		names := byPrefix.ReplaceAllString(l.Text, "")
		if list := h.sure(names); len(list) > 0 && names != l.Text {
			return list, 0.7
		}
		for _, next := range lines[i+1:] {
			if h.laid && (next.X > l.X+l.W+next.Size || l.X > next.X+next.W) {
				continue // another column
			}
			if list := h.sure(next.Text); len(list) > 0 && next.Kind != Others && next.Kind != Affiliation && next.Kind != closing {
				return list, 0.7
			}
			break
		}
	}
	return nil, 0
}

// sure returns the persons of a line if it has nothing else.
func (h *Head) sure(s string) (list []string) {
	for _, p := range h.words.People(s) {
		if p.Score < 0.2 {
			return nil
		}
		list = append(list, textline.Clean(p.Name, textline.MaxName))
	}
	return list
}

// Has reports whether a line of the head says nothing but a text.
func (h *Head) Has(s string) bool {
	key := text.NormalTitle(s)
	return key != "" && slices.ContainsFunc(h.Lines, func(l line) bool { return text.NormalTitle(l.Text) == key })
}
