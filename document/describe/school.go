package describe

import (
	"regexp"
	"slices"
	"strings"

	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/titlepage"
	"sluice/document/genre"
)

// schools are the words for universities, as a part of patterns.
const schools = `Universi(?:ty|tät|taet|té|dad|tà|dade|teit|tetet|tet)|Polytechni(?:c|que)|Politecnico|Hochschule|`

// Universities first: an institute may be a part of one.
var (
	university = regexp.MustCompile(`(?i)\b(?:` + schools + `eth|epfl|mit|caltech)(?:\b|[^\pL])`)
	institute  = regexp.MustCompile(`(?i)\binstitut|\bcollege\b`)

	// schoolName matches a university within a sentence of a title page: group
	// 1 is the text before the word, 2 the rest.
	schoolName = regexp.MustCompile(`((?:\p{Lu}[\p{L}.’'\-]+ ){0,4})((?:(?i:` + schools + `Institute of Technology|College)\b)(?: (?i:of|at|de|di|zu) (?i:the )?\p{Lu}[\p{L}’'\-]+)?(?:,? \p{Lu}[\p{L}’'\-]+){0,3})`)
)

// addSchool adds the institution on a thesis's title page as its venue: a
// university before what may be a part of one.
func (w *collector) addSchool(h titlepage.Head) {
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
				w.add(FirstPage, 0.5, "venue", name)
				return
			}
		}
	}
	for _, l := range h.Lines {
		if m := schoolName.FindStringSubmatch(l.Text); m != nil {
			before := strings.Fields(m[1])
			for len(before) > 0 && slices.ContainsFunc(before, func(word string) bool { return phrase.FunctionWords[strings.ToLower(word)] }) {
				before = before[1:] // "SUBMITTED TO THE", in capitals as the rest
			}
			w.add(FirstPage, 0.4, "venue", strings.Join(append(before, m[2]), " "))
			return
		}
	}
}

// within returns the institution of a kind that an affiliation names, with its
// town, without departments before it and addresses behind.
func within(affiliation string, kind *regexp.Regexp) string {
	parts := strings.Split(affiliation, ",")
	i := slices.IndexFunc(parts, kind.MatchString)
	if i < 0 {
		return ""
	}
	end := i + 1
	if end < len(parts) && !strings.ContainsAny(parts[end], "0123456789") && !titlepage.Organised(parts[end]) {
		end++
	}
	return strings.Trim(strings.Join(parts[i:end], ","), " .,")
}
