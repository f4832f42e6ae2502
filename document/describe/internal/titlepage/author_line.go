package titlepage

import (
	"slices"
	"strings"
	"unicode/utf8"

	"sluice/document/describe/internal/person"
	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
	"sluice/internal/lazyregexp"
)

// line adds the persons of a line, and reports whether there are any.
func (a *authorship) line(l line, certain bool) bool {
	if markedPlace.MatchString(l.Text) && Organised(l.Text) || a.isTown(l.Text) {
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
	names = a.marks.without(names)
	list := a.withContinued(l, a.names.people(names))
	single := mixed(names) && !slices.ContainsFunc(list, isGroup)
	if single {
		bar = max(bar, 1.6)
		if first, rest, ok := strings.Cut(names, ","); ok && college.MatchString(first) && strongOrganisation.MatchString(rest) {
			return false // "Stone Hall, University of Sandport"
		}
		if first, rest, ok := strings.Cut(names, ","); ok && a.addressed > 1 && mixed(rest) && len(list) > 0 && !mixed(first) {
			bar, list = 0, a.names.people(a.namesBefore(names))
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
	if a.laid && len(a.found) > 0 {
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
	if len(list) > 1 && a.mails.fit(list[0].Name) == 0 && slices.ContainsFunc(list, func(p person.Person) bool { return p.Score <= -8 }) {
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
		score := p.Score + a.mails.fit(p.Name) + own
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
			a.marks.apart = append(a.marks.apart, p.Name)
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
var nameAndAddress = lazyregexp.New(`^(?:\p{Lu}[\p{L}.'’\-]*\s){2,4}[(<\[]\s?[\w.+\-]+@[\w.\-]+\s?[)>\]]$`)

// namesBefore returns what a line of names has before the institution in it, "JANE ROE, KARL STEIN, Sand University"; the first name if
// the next is unlikely to be one.
func (a *authorship) namesBefore(s string) string {
	pieces := strings.Split(s, ",")
	n := 1
	for n < len(pieces) && !mixed(pieces[n]) && len(a.names.sure(pieces[n])) == 1 && a.names.likely(pieces[n]) {
		n++
	}
	return strings.Join(pieces[:n], ",")
}

// degreeNotice matches the sentence of a title page that says for which degree a thesis
// was submitted.
var degreeNotice = lazyregexp.New(`(?i)\b(?:(?:thesis|dissertation)(?: is| was)? (?:submitted|presented)|partial fulfil\w*|requirements? (?:for|of) the degree|submetida|submitted (?:in|for|to))\b`)

// sentenceWithin matches the end of a sentence and the beginning of the next, within a line.
var sentenceWithin = lazyregexp.New(`\p{Ll}{4,}[.!?] \p{Lu}`)

// isSentence reports whether a line is the end of a sentence of running text, or holds one.
func isSentence(s string) bool {
	const least = 6 // words
	words := strings.Fields(s)
	return (textline.EndsSentence(s) || sentenceWithin.MatchString(s) && textline.Capitals(s) < 0.7) && len(words) >= least && slices.ContainsFunc(words, func(w string) bool {
		return textline.StartsLower(w) && textline.Letters(w) > 3 && !phrase.Particles[w]
	})
}

// college matches the name of a college that has the form of a person's.
var college = lazyregexp.New(`^\pL+ (?:Hall|House|Lodge|Campus|Park|Building)$`)

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
	professor = lazyregexp.New(`(?i)^(?:(?:assist(?:ant|\.)|assoc(?:iate|\.)|full|adjunct|univ\.)[ -]?)?(?:profa?\.|prof(?:ess)?[eo]u?r[ae]?|prof)\s`)
	academic  = lazyregexp.New(`(?i)^(?:univ\.|assoc|assist|prof|dr\.|dr |doc\.)`)
)

// markedPlace matches an institution behind the mark of a footnote by which names refer to it.
var markedPlace = lazyregexp.New(`^[` + textline.RaisedMarks + `*†‡§¶]`)
