package titlepage

import (
	"slices"
	"strings"

	"sluice/document/content"
	"sluice/document/describe/internal/person"
	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
)

// authorship gathers the authors line by line.
type authorship struct {
	*zone
	mails     mailNames
	marks     raisedMarks
	found     []person.Person
	size      float64 // of the first author's type
	addressed int     // lines that name a person and an institution each
	font      string
	at        content.Line // that of the first author
	titled    bool         // the first author has an academic title

	isProfessor bool // that of a professor

	isSigned bool // with a pseudonym

	teacher content.Line // that of a professor who is no author

	unended bool // the last line of names ends in a comma
}

// gather adds the persons of the lines from one on.
func (a *authorship) gather(start int, isAnnounced bool) {
	for i := start; i < len(a.lines); i++ {
		l := a.lines[i]
		if start > 0 && i > start && isSecondHeading(a.lines[start-1], l) {
			start = i + 1
			continue
		}
		if a.passes(i, start, isAnnounced) {
			continue
		}
		if len(a.found) > 0 && a.endsBefore(i, start) {
			break
		}
		for i+1 < len(a.lines) && a.breaksOff(l, a.lines[i], a.lines[i+1]) {
			l.Text += " " + a.lines[i+1].Text
			if l.Kind != Byline {
				l.Kind = Names
			}
			i++
		}
		at := a.place(i, start, l, isAnnounced)
		if at == endPlace {
			break
		}
		if at == otherPlace {
			continue
		}
		if n := len(a.found); !a.line(l, isAnnounced && (i <= start+1 || n > 0 && a.isLikeFirst(l)) || i == 0 && a.isAlone()) && n > 0 && (isAnnounced && (strings.HasSuffix(l.Text, ":") || textline.Capitals(l.Text) < 0.8) && !a.resumes(i) || a.isFar(i)) {
			break
		}
	}
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
	return list, base + 0.35*sum/float64(len(a.found))
}

// has reports whether an author has been found before, with more names perhaps.
func (a *authorship) has(name string) bool {
	key := person.Key(name)
	return slices.ContainsFunc(a.found, func(p person.Person) bool {
		return person.Key(p.Name) == key || strings.Contains(name, " ") && strings.HasPrefix(p.Name, name+" ")
	})
}

// isLikeFirst reports whether a line is set as the first author is, and at the same edge or middle.
func (a *authorship) isLikeFirst(l line) bool {
	return l.Font == a.font && l.Size > 0.96*a.size && l.Size < 1.04*a.size && l.H > 0 && aligned(a.at, l.Line)
}

// withContinued gives the names of a line that continues a list a score where they begin as a question does: "Can Stein".
func (a *authorship) withContinued(l line, list []person.Person) []person.Person {
	if !a.unended || l.Font != a.font || l.Size != a.size {
		return list
	}
	for i, p := range list {
		words := strings.Fields(p.Name)
		if len(words) == 2 && p.Score <= -8 && !textline.StartsLower(words[0]) && phrase.FunctionWords[strings.ToLower(words[0])] && a.names.FamilyName(words[1]) {
			list[i].Score = 0.5
		}
	}
	return list
}

// isLeftOf reports whether a line is in a column to the right of the authors.
func (a *authorship) isLeftOf(l line) bool {
	return a.laid && len(a.found) > 0 && l.X > a.at.X+a.at.W
}

// resumes reports whether a list of authors that an address or a number breaks off continues soon
// behind line i: with a line of the same size at the same edge.
func (a *authorship) resumes(i int) bool {
	if !a.laid {
		return false
	}
	for _, l := range a.lines[i:min(i+4, len(a.lines))] {
		if l.Kind != contact && !(l.Kind == Banner && strings.ContainsAny(l.Text, "0123456789")) {
			return a.resumesAt(l)
		}
	}
	return false
}

// resumesAt reports whether a line continues the list of authors.
func (a *authorship) resumesAt(l line) bool {
	return (l.Kind == Names || l.Kind == plain) && l.Size > 0.96*a.size && l.Size < 1.04*a.size && aligned(a.at, l.Line) && a.names.opensWithName(l.Text)
}

// splitPairs splits names of four words where there are more addresses than persons:
// two names that were printed side by side.
func (a *authorship) splitPairs() {
	for i := 0; i < len(a.found) && len(a.mails) > len(a.found); i++ {
		words := strings.Fields(a.found[i].Name)
		if len(words) != 4 || slices.ContainsFunc(words, func(w string) bool { return phrase.Particles[strings.ToLower(w)] || person.Initials.MatchString(w) }) {
			continue
		}
		first, second := strings.Join(words[:2], " "), person.Person{Name: strings.Join(words[2:], " "), Score: a.found[i].Score}
		if a.mails.fit(first) == 0 || a.mails.fit(second.Name) == 0 || person.OpensName(words[1]) {
			continue
		}
		a.found[i].Name = first
		a.found = slices.Insert(a.found, i+1, second)
	}
}
