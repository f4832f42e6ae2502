package describe

import (
	"regexp"
	"slices"
	"strings"

	"sluice/document/genre"
)

// place is an affiliation as it is put together out of lines.
type place struct {
	text string
	last line // the last of its lines
	at   int  // which line that is
}

// affiliations are the institutions among a head's lines. Of one that is broken over lines the lines are put together, and a town or an
// address goes to the institution that it stands below.
func (h *head) affiliations(zone []line, a *authorship) []string {
	var found []place
	for i, l := range zone {
		if l.kind == closing || len(found) == maxList {
			break
		}
		above := slices.IndexFunc(found, func(p place) bool { return h.below(zone, p, i) })
		if l.kind != affiliation && !(above >= 0 && (l.kind == plain || l.kind == names) && unended.MatchString(found[above].text)) {
			continue
		}
		s := strings.Trim(footnote.ReplaceAllString(l.Text, "$1 "), " ;")
		if first, rest, ok := strings.Cut(s, ","); ok && a.addressed > 1 && a.has(strings.TrimSpace(first)) {
			s = strings.TrimSpace(rest)
		}
		if above >= 0 && (unended.MatchString(found[above].text) || startsLower(s) || !organised(s) && !fieldOfStudy(s)) {
			p := &found[above]
			p.text, p.last, p.at = joined(p.text, s), l, i
			continue
		}
		if s = fromLine(s); letters(s) > 3 && !fieldOfStudy(s) {
			found = append(found, place{s, l, i})
		}
	}
	var list []string
	for _, p := range found {
		if s := clean(strings.Trim(p.text, " ,;"), maxAffiliation); !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}

// below reports whether line i is the next below an affiliation.
func (h *head) below(zone []line, p place, i int) bool {
	if !h.laid {
		return p.at == i-1 && !zone[i].gap
	}
	l, leading := zone[i], 2.0
	if unended.MatchString(p.text) {
		leading = 3 // set with a line and more between
	}
	return !sameRow(p.last.Line, l.Line) && l.Y > p.last.Y && l.Y-p.last.Y < leading*max(l.H, p.last.H) && l.X < p.last.X+p.last.W && p.last.X < l.X+l.W
}

// unended matches a line that goes on in the next.
var unended = regexp.MustCompile(`(?i)(?:[,&]|[ ](?:and|of|for|the|in|at|und|für|et|de|des|du|della|di|y|e)|\pL-)$`)

func joined(a, b string) string {
	if unended.MatchString(a) || startsLower(b) {
		return joinLines([]string{a, b})
	}
	return strings.TrimRight(a, ".") + ", " + b
}

// leadIn is what stands before an institution in a sentence that is broken over lines, as on title pages of theses.
var leadIn = regexp.MustCompile(`^(?:(?:of|at|in|to|from|by|the|der|des|de|an der|à)\s+)+`)

// fromLine gives the institution of a line; empty when it is none, as "(by Research)" behind a degree.
func fromLine(s string) string {
	if strings.HasPrefix(s, "(") && strings.HasSuffix(s, ")") {
		if s = strings.Trim(s, "()"); strings.HasPrefix(s, "by ") || strings.HasPrefix(s, "in ") {
			return ""
		}
	}
	return leadIn.ReplaceAllString(s, "")
}

// fields are what is taught: alone they are that of a degree, or half of a department.
var fields = wordSet(`engineering science sciences informatics informatik informatique informatica mathematics mathematik mathématiques physics
	psychology economics statistics computing computer electrical mechanical information technology technologies software systems
	linguistics philosophy chemistry biology electronics applied pure & and`)

func fieldOfStudy(s string) bool {
	for w := range strings.FieldsSeq(strings.ToLower(s)) {
		if w = strings.Trim(w, ".,;:()"); !fields[w] && !functionWords[w] {
			return false
		}
	}
	return true
}

// organised reports whether a line names an organisation, and not only a place.
func organised(s string) bool {
	if strongOrganisation.MatchString(s) {
		return true
	}
	for w := range strings.FieldsSeq(strings.ToLower(s)) {
		if organisationWords[strings.Trim(w, ".,;:()")] {
			return true
		}
	}
	return false
}

const schools = `Universi(?:ty|tät|taet|té|dad|tà|dade|teit|tetet|tet)|Polytechni(?:c|que)|Politecnico|Hochschule|`

var (
	university = regexp.MustCompile(`(?i)\b(?:` + schools + `eth|epfl|mit|caltech)(?:\b|[^\pL])`)
	institute  = regexp.MustCompile(`(?i)\binstitut|\bcollege\b`)

	// schoolName matches a university within a sentence of a title page: group 1 is what stands before the word, 2 the rest.
	schoolName = regexp.MustCompile(`((?:\p{Lu}[\p{L}.’'\-]+ ){0,4})((?:(?i:` + schools + `Institute of Technology|College)\b)(?: (?i:of|at|de|di|zu) (?i:the )?\p{Lu}[\p{L}’'\-]+)?(?:,? \p{Lu}[\p{L}’'\-]+){0,3})`)
)

// school takes the institution on a thesis's title page for its venue: a university before what may be a part of one.
func (w *witnesses) school(h head) {
	if w.around.Genre != genre.Thesis {
		return
	}
	var all []string
	for _, c := range w.claims {
		if c.name == "affiliation" {
			all = append(all, c.values...)
		}
	}
	for _, kind := range []*regexp.Regexp{university, institute} {
		for _, a := range all {
			if name := within(a, kind); name != "" {
				w.say(FirstPage, 0.5, "venue", name)
				return
			}
		}
	}
	for _, l := range h.lines {
		if m := schoolName.FindStringSubmatch(l.Text); m != nil {
			before := strings.Fields(m[1])
			for len(before) > 0 && slices.ContainsFunc(before, func(word string) bool { return functionWords[strings.ToLower(word)] }) {
				before = before[1:] // "SUBMITTED TO THE", in capitals as the rest
			}
			w.say(FirstPage, 0.4, "venue", strings.Join(append(before, m[2]), " "))
			return
		}
	}
}

// within gives the institution of a kind that an affiliation names, with its town, without departments before it and addresses behind.
func within(affiliation string, kind *regexp.Regexp) string {
	parts := strings.Split(affiliation, ",")
	i := slices.IndexFunc(parts, kind.MatchString)
	if i < 0 {
		return ""
	}
	end := i + 1
	if end < len(parts) && !strings.ContainsAny(parts[end], "0123456789") && !organised(parts[end]) {
		end++
	}
	return strings.Trim(strings.Join(parts[i:end], ","), " .,")
}
