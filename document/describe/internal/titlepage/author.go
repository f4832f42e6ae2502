package titlepage

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"sluice/document/describe/internal/person"
	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
)

// Authors finds the persons behind the title, in the order of rows, and the
// institutions printed with them.
func (h *Head) Authors(after int) (list, affiliations []string, confidence float64) {
	zone := h.Lines[after:]
	locals := localParts(zone)
	start, isAnnounced := bylineIn(zone)
	if !isAnnounced {
		above := *h
		above.Lines, above.rest = h.Lines[:after], nil
		if names, sure := above.AnnouncedAuthors(); len(names) > 0 { // those behind the title have advised or examined them
			return names, h.affiliations(zone, &authorship{head: h}), sure
		}
	}
	if h.isListedAbove(zone, start) || isContribution(zone, start) {
		start, isAnnounced = 0, false
	}
	a := authorship{head: h, locals: locals}
	a.addressed, a.marks = h.addressed(zone), marksOf(zone)
	for i := start; i < len(zone); i++ {
		l := zone[i]
		if start > 0 && i > start && isSecondHeading(zone[start-1], l) {
			start = i + 1
			continue
		}
		if a.passes(zone, i, start, isAnnounced) {
			continue
		}
		if len(a.found) > 0 && a.endsBefore(zone, i, start) {
			break
		}
		for i+1 < len(zone) && h.breaksOff(l, zone[i], zone[i+1]) {
			l.Text += " " + zone[i+1].Text
			if l.Kind != Byline {
				l.Kind = Names
			}
			i++
		}
		at := a.place(zone, i, start, l, isAnnounced)
		if at == endPlace {
			break
		}
		if at == otherPlace {
			continue
		}
		if n := len(a.found); !a.line(l, isAnnounced && (i <= start+1 || n > 0 && a.alike(l)) || i == 0 && h.isAlone(zone)) && n > 0 && (isAnnounced && (strings.HasSuffix(l.Text, ":") || textline.Capitals(l.Text) < 0.8) && !h.resumes(zone, i, &a) || h.far(zone, i)) {
			break
		}
	}
	if !h.laid && !isAnnounced {
		h.addDisplaced(&a)
	}
	affiliations = h.affiliations(zone, &a)
	if len(a.found) == 0 {
		return nil, affiliations, 0
	}
	if !isAnnounced && a.isProfessor {
		if names, sure := h.AuthorsAbove(after); len(names) > 0 { // those behind the title sign for the school
			return names, affiliations, sure
		}
	}
	a.splitPairs()
	a.trimMarks(zone)
	list, confidence = a.list(isAnnounced)
	return list, affiliations, confidence
}

// list returns the persons found, and how sure they are.
func (a *authorship) list(isAnnounced bool) (list []string, confidence float64) {
	sum := 0.0
	for _, p := range a.found {
		list = append(list, textline.Clean(p.Name, textline.MaxName))
		sum += min(1, max(0, p.Score/4))
	}
	base := 0.55
	if isAnnounced { // surer than how much the words look like names
		base = 0.65
	}
	return a.head.inOneScript(list), base + 0.35*sum/float64(len(a.found))
}

// isField reports whether a line is a field of a form that has the authors: "Authors: Jane Roe".
func isField(l line) bool {
	_, ok := phrase.AfterByline(l.Text)
	return l.Kind == Byline && ok
}

// isAddress reports whether line i continues an address that an institution has begun above it and a postal code ends below it.
func isAddress(zone []line, i int) bool {
	return i > 1 && i+1 < len(zone) && strings.HasSuffix(zone[i].Text, ",") && zone[i].Kind == plain && zone[i-1].Kind == plain &&
		zone[i+1].Kind == Affiliation && phrase.PostalMark.MatchString(zone[i+1].Text)
}

// isAlone reports whether the first line behind the title is a name by its place: with nothing near below it, in larger type than the
// text, and two or three words with a given name among them or, on a page without running text, two words to six that may all be names.
func (h *Head) isAlone(zone []line) bool {
	l := zone[0]
	words := strings.Fields(l.Text)
	if !h.laid || l.Kind != plain || l.Size < 1.2*h.body || len(words) < 2 || len(words) > 6 || textline.Capitals(l.Text) < 1 || len(zone) > 1 && zone[1].Y-l.Y < 5*l.Size {
		return false
	}
	if len(words) < 4 && slices.ContainsFunc(words, func(w string) bool { return utf8.RuneCountInString(w) > 3 && person.OpensName(w) }) {
		return true
	}
	running := 0
	for _, l := range h.Lines {
		if len(l.Text) > 60 && textline.Capitals(l.Text) < 0.5 {
			running++
		}
	}
	if running > 2 {
		return false
	}
	return !slices.ContainsFunc(words, func(w string) bool { return !phrase.Particles[w] && !h.words.FamilyName(w) && !person.OpensName(w) })
}

// isListedAbove reports whether line i announces a person whom a list of several persons above it has.
func (h *Head) isListedAbove(zone []line, i int) bool {
	if i >= len(zone) || zone[i].Kind != Byline {
		return false
	}
	names := h.sure(withoutByline(zone[i].Text))
	return len(names) == 1 && slices.ContainsFunc(zone[:i], func(l line) bool {
		list := h.sure(l.Text)
		return l.Kind == Names && len(list) > 1 && slices.Contains(list, names[0])
	})
}

// degreeNotice matches the sentence of a title page that says for which degree a thesis
// was submitted.
var degreeNotice = regexp.MustCompile(`(?i)\b(?:(?:thesis|dissertation)(?: is| was)? (?:submitted|presented)|partial fulfil\w*|requirements? (?:for|of) the degree|submetida|submitted (?:in|for|to))\b`)

// splitPairs splits names of four words where there are more addresses than persons:
// two names that were printed side by side.
func (a *authorship) splitPairs() {
	for i := 0; i < len(a.found) && len(a.locals) > len(a.found); i++ {
		words := strings.Fields(a.found[i].Name)
		if len(words) != 4 || slices.ContainsFunc(words, func(w string) bool { return phrase.Particles[strings.ToLower(w)] || person.Initials.MatchString(w) }) {
			continue
		}
		first, second := strings.Join(words[:2], " "), person.Person{Name: strings.Join(words[2:], " "), Score: a.found[i].Score}
		if a.mailed(first) == 0 || a.mailed(second.Name) == 0 || person.OpensName(words[1]) {
			continue
		}
		a.found[i].Name = first
		a.found = slices.Insert(a.found, i+1, second)
	}
}

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

// resumes reports whether a list of authors that an address or a number breaks off continues soon
// behind line i: with a line of the same size at the same edge.
func (h *Head) resumes(zone []line, i int, a *authorship) bool {
	if !h.laid {
		return false
	}
	for _, l := range zone[i:min(i+4, len(zone))] {
		if l.Kind != contact && !(l.Kind == Banner && strings.ContainsAny(l.Text, "0123456789")) {
			return h.resumesAt(l, a)
		}
	}
	return false
}

// resumesAt reports whether a line continues the list of authors.
func (h *Head) resumesAt(l line, a *authorship) bool {
	return (l.Kind == Names || l.Kind == plain) && l.Size > 0.96*a.size && l.Size < 1.04*a.size && aligned(a.at, l.Line) && h.nameAt(l)
}

// nameAt reports whether a line begins with what may be a name.
func (h *Head) nameAt(l line) bool {
	list := h.words.People(l.Text)
	return len(list) > 0 && list[0].Score > -0.2
}

// far reports whether the white space before line i is so large that what follows
// is not the block of authors any more.
func (h *Head) far(zone []line, i int) bool {
	return h.laid && i > 0 && zone[i].Y-zone[i-1].Y > 0.25*h.height
}

// bylineIn finds a line such as "by" or "A thesis by Jane Roe": where to begin,
// and whether there is one.
func bylineIn(zone []line) (start int, isAnnounced bool) {
	others := false
	for i, l := range zone {
		if l.Kind == Byline && (!others || phrase.IsByline(l.Text)) {
			words := strings.Fields(l.Text)
			if last := strings.ToLower(strings.Trim(words[len(words)-1], ":")); bylineWords[last] || phrase.IsByline(l.Text) {
				return i + 1, true
			}
			return i, len(words) > 1 && strings.HasPrefix(strings.ToLower(l.Text), "by ")
		}
		others = others || l.Kind == Others && i > 0
	}
	return 0, false
}

// bylineWords are the last words of a line that the authors follow.
var bylineWords = phrase.WordSet("by von par por door av af da przez")

// line adds the persons of a line, and reports whether there are any.
func (a *authorship) line(l line, certain bool) bool {
	if markedPlace.MatchString(l.Text) && Organised(l.Text) || a.head.isTown(l.Text) {
		return false
	}
	if l.Kind == plain && (labelledValue.MatchString(l.Text) || !certain && isSentence(l.Text)) {
		return false
	}
	if l.Kind == contact || l.Kind == Date || l.Kind == Banner || l.Style == "affiliation" {
		return false
	}
	bar := a.bar(l, certain)
	names := l.Text
	if l.Kind == Byline {
		names = withoutByline(names)
	}
	names = a.withoutMarks(names)
	list := a.withContinued(l, a.head.people(names))
	single := mixed(names) && !slices.ContainsFunc(list, isGroup)
	if single {
		bar = max(bar, 1.6)
		if first, rest, ok := strings.Cut(names, ","); ok && college.MatchString(first) && strongOrganisation.MatchString(rest) {
			return false // "Stone Hall, University of Sandport"
		}
		if first, rest, ok := strings.Cut(names, ","); ok && a.addressed > 1 && mixed(rest) && len(list) > 0 && !mixed(first) {
			bar, list = 0, a.head.people(a.namesBefore(names))
		}
	}
	if len(a.found) > 0 && !a.titled && professor.MatchString(names) {
		a.teacher = l.Line
		return false // who teaches or advises those before
	}
	if name, office, ok := strings.Cut(names, ","); ok && certain && phrase.IsOffice(office) && !a.has(name) {
		a.found = append(a.found, person.Person{Name: name, Score: 1})
		a.size, a.font, a.at = l.Size, l.Font, l.Line
		return true
	}
	if (l.Kind == Names || l.Kind == plain) && surrounded(list) {
		bar = min(bar, -2)
	}
	if l.Kind == plain && !certain && !single && a.isPhrase(list) {
		return false
	}
	return a.take(l, names, list, bar, single)
}

// bar returns the score that a name must have in a line: less where persons are expected, more where the line looks unlike those before.
func (a *authorship) bar(l line, certain bool) float64 {
	bar := 0.4
	switch l.Kind {
	case Affiliation:
		bar = 2.5
	case Names, Byline:
		bar = -0.2
	}
	if certain {
		bar = -1
		if l.Kind == Names {
			bar = -2
		}
	}
	if l.Style == "author" {
		bar = -2
	}
	if a.head.laid && len(a.found) > 0 {
		if isAlike := l.Size > 0.96*a.size && l.Size < 1.04*a.size && l.Font == a.font; isAlike {
			bar -= 0.4
		} else {
			bar += 1.2
		}
	}
	return bar
}

// isPhrase reports whether what may be names is words with capitals in a phrase, or parts of a title.
func (a *authorship) isPhrase(list []person.Person) bool {
	if len(list) > 1 && a.mailed(list[0].Name) == 0 && slices.ContainsFunc(list, func(p person.Person) bool { return p.Score <= -8 }) {
		return true
	}
	return len(list) > 2 && list[0].Score < 2 && unlikely(list)
}

// take adds the persons of a line whose scores are above a bar; the first alone of a line with one name and an address. It reports
// whether there are any.
func (a *authorship) take(l line, names string, list []person.Person, bar float64, single bool) (took bool) {
	own := 0.0 // what an address in the line says for the one name in it
	switch {
	case len(list) != 1:
	case nameAndAddress.MatchString(l.Text):
		own = 1.5
	case phrase.EmailMark.MatchString(l.Text):
		own = 1
	}
	for _, p := range list {
		score := p.Score + a.mailed(p.Name) + own
		if len(list) > 1 && l.Kind == Names {
			score += 0.5
		}
		if score <= bar || len(a.found) >= textline.MaxAuthors || utf8.RuneCountInString(p.Name) < 4 && p.Score < person.Apart && !(l.Kind == Names && len(list) == 1 && person.HasEastAsianFamily(p.Name)) {
			if single {
				break // what follows is an address
			}
			continue
		}
		if !a.has(p.Name) {
			a.found = append(a.found, person.Person{Name: p.Name, Score: score})
		}
		if l.raised || apartMark.MatchString(names) {
			a.apart = append(a.apart, p.Name)
		}
		if !took && len(a.found) == 1 {
			a.titled, a.isProfessor = academic.MatchString(names), professor.MatchString(names)
			a.size, a.font, a.at = l.Size, l.Font, l.Line
		}
		took = true
	}
	if took {
		a.unended = strings.HasSuffix(l.Text, ",")
	}
	return took
}

// nameAndAddress matches a line of two words to four and an address in brackets behind them: "Jane Roe (roe@example.edu)".
var nameAndAddress = regexp.MustCompile(`^(?:\p{Lu}[\p{L}.'’\-]*\s){2,4}[(<\[]\s?[\w.+\-]+@[\w.\-]+\s?[)>\]]$`)

// namesBefore returns what a line of names has before the institution in it, "JANE ROE, KARL STEIN, Sand University"; the first name if
// the next is unlikely to be one.
func (a *authorship) namesBefore(s string) string {
	pieces := strings.Split(s, ",")
	n := 1
	for n < len(pieces) && !mixed(pieces[n]) && len(a.head.sure(pieces[n])) == 1 && a.head.likely(pieces[n]) {
		n++
	}
	return strings.Join(pieces[:n], ",")
}

// isTown reports whether a line is the place that an institution on the page has in its name: "Universidade Federal de Sandporto".
func (h *Head) isTown(s string) bool {
	return slices.ContainsFunc(h.Lines, func(l line) bool {
		name, ok := strings.CutSuffix(l.Text, " "+s)
		return ok && l.Kind == Affiliation && endsInFunctionWord(name)
	})
}

// sentenceWithin matches the end of a sentence and the beginning of the next, within a line.
var sentenceWithin = regexp.MustCompile(`\p{Ll}{4,}[.!?] \p{Lu}`)

// isSentence reports whether a line is the end of a sentence of running text, or holds one.
func isSentence(s string) bool {
	const least = 6 // words
	words := strings.Fields(s)
	return (textline.EndsSentence(s) || sentenceWithin.MatchString(s) && textline.Capitals(s) < 0.7) && len(words) >= least && slices.ContainsFunc(words, func(w string) bool {
		return textline.StartsLower(w) && textline.Letters(w) > 3 && !phrase.Particles[w]
	})
}

// college matches the name of a college that has the form of a person's.
var college = regexp.MustCompile(`^\pL+ (?:Hall|House|Lodge|Campus|Park|Building)$`)

// surrounded reports whether all names of a list are likely ones but for one, which the others then speak for.
func surrounded(list []person.Person) bool {
	likely := 0
	for _, p := range list {
		if p.Score > 0.2 && strings.Contains(p.Name, " ") {
			likely++
		}
	}
	if len(list) == 2 && max(list[0].Score, list[1].Score) > 2 && min(list[0].Score, list[1].Score) > -2 && strings.Contains(list[0].Name, " ") && strings.Contains(list[1].Name, " ") {
		return true
	}
	return likely > 1 && likely >= len(list)-1
}

// unlikely reports whether most names of a list are unlikely ones.
func unlikely(list []person.Person) bool {
	const least = 0.4 // score of a likely one
	n := 0
	for _, p := range list {
		if p.Score <= least {
			n++
		}
	}
	return 2*n > len(list)
}

// professor matches the title of a professor before a name, and academic any such title.
var (
	professor = regexp.MustCompile(`(?i)^(?:(?:assist(?:ant|\.)|assoc(?:iate|\.)|full|adjunct|univ\.)[ -]?)?(?:profa?\.|prof(?:ess)?[eo]u?r[ae]?|prof)\s`)
	academic  = regexp.MustCompile(`(?i)^(?:univ\.|assoc|assist|prof|dr\.|dr |doc\.)`)
)

// markedPlace matches an institution behind the mark of a footnote by which names refer to it.
var markedPlace = regexp.MustCompile(`^[` + textline.RaisedMarks + `*†‡§¶]`)

// people finds the persons of a line. Four words without a mark between them, in one piece of a
// line whose position is known or between commas, are one person.
func (h *Head) people(s string) []person.Person {
	list := h.words.People(s)
	if !h.laid || len(list) < 2 {
		return list
	}
	in := strings.ToLower(strings.TrimRight(s, " ."+textline.Marks))
	for i := 0; i+1 < len(list); i++ {
		first, second := list[i], list[i+1]
		if properWords(first.Name) != 2 || properWords(second.Name) != 2 || len(list) > 2 && !strings.Contains(s, ",") {
			continue
		}
		whole := strings.ToLower(first.Name + " " + second.Name)
		if len(list) == 2 && strings.HasSuffix(in, whole) || min(first.Score, second.Score) > 0 && strings.Contains(in, whole) {
			list[i] = person.Person{Name: first.Name + " " + second.Name, Score: (first.Score + second.Score) / 2}
			list = slices.Delete(list, i+1, i+2)
		}
	}
	return list
}

// properWords returns how many words of a name are no particles.
func properWords(name string) (n int) {
	for w := range strings.FieldsSeq(name) {
		if !phrase.Particles[strings.ToLower(w)] {
			n++
		}
	}
	return n
}
