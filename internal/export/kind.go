package export

import (
	"cmp"
	"slices"
	"strings"

	"sluice/internal/lazyregexp"
)

// kind is the type of a document in a bibliography.
type kind int

const (
	misc     kind = iota // what has no better name
	preprint             // a paper without a venue
	article
	conference
	thesis // doctoral, or nobody knows
	master
	bachelor
	report
	book
	chapter
	slides
)

var (
	periodical = lazyregexp.New(`(?i)\b(?:journal|transactions|letters|review|magazine|bulletin|annals|quarterly|gazette|archives?)\b|\bj\.|\btrans\.`)
	// Proceedings that are periodicals: of an academy or a society, and of a few others that no meeting has.
	serial   = lazyregexp.New(`(?i)^(?:the )?proc(?:eedings|\.) (?:of )?(?:the )?(?:vldb endowment|acm on\b|ieee$|[\p{L} ]*\bacademy\b|(?:royal|[\p{L} ]*\b(?:mathematical|physical|philosophical)) society\b)`)
	meeting  = lazyregexp.New(`(?i)\b(?:proceedings|proc|conference|conf|workshop|symposium|congress|colloquium|meeting|seminar)\b`)
	doctoral = lazyregexp.New(`(?i)\bdoctor|\bph\.? ?d\b|\bdissertation\b|\bd\.? ?phil\b|\bthèse\b`)
	masters  = lazyregexp.New(`(?i:\bmaster['’]?s?\b|\bmagister|\bdiplom(?:arbeit|a)?\b|\blaurea magistrale\b)` +
		`|\bM\.? ?S[cC]?\.? (?i:in|thesis|degree|dissertation)\b`) // "M. S. Narayanan" has none
	bachelors = lazyregexp.New(`(?i)\bbachelor|\bb\.? ?sc\b|\bundergraduate|\b(?:senior|honou?rs) (?:honou?rs )?thesis\b|\bfin de grado\b|\blaurea triennale\b`)
)

// titlePage is how much of a thesis is looked at for its degree, in bytes.
const titlePage = 3000

// entryKinds are the kinds by BibTeX's entry types; a type that is not here decides nothing.
var entryKinds = map[string]kind{"article": article, "inproceedings": conference, "phdthesis": thesis, "mastersthesis": master, "techreport": report,
	"book": book, "incollection": chapter}

// kind returns what a document is: what a person has said, else by its genre, venue and numbers.
func (r *Record) kind() kind {
	if k, ok := entryKinds[r.Entry]; ok {
		return k
	}
	switch r.Genre {
	case "paper":
		return r.paper()
	case "thesis":
		// The first word for a degree counts: a doctoral thesis names the master's degree in
		// its vita, which comes later.
		page := r.Text[:min(len(r.Text), titlePage)]
		k, first := thesis, len(page)
		for _, degree := range []struct {
			kind  kind
			words *lazyregexp.Regexp
		}{{thesis, doctoral}, {master, masters}, {bachelor, bachelors}} {
			if at := degree.words.FindStringIndex(page); at != nil && at[0] < first {
				k, first = degree.kind, at[0]
			}
		}
		return k
	case "report":
		return report
	case "book":
		if r.Venue != "" {
			return chapter
		}
		return book
	case "slides":
		return slides
	}
	return misc
}

// isThesis reports whether a degree was conferred for a document.
func (k kind) isThesis() bool { return k == thesis || k == master || k == bachelor }

// paper returns the kind of a paper by its venue.
func (r *Record) paper() kind {
	switch {
	case r.Venue == "":
		return preprint
	case serial.MatchString(r.Venue):
		return article
	case meeting.MatchString(r.Venue):
		return conference
	case periodical.MatchString(r.Venue), r.Volume != "", r.Number != "":
		return article
	}
	// A venue without volume and number that is no known periodical is more often a meeting.
	return conference
}

// institution is where a thesis or report was written, as far as it is known: what is printed
// on it as its venue is a university or a series.
func (r *Record) institution() string {
	at := ""
	if r.kind().isThesis() {
		at = school(r.Affiliations)
	} else if len(r.Affiliations) > 1 || len(r.Affiliations) == 1 && r.isOfAllAuthors(r.Affiliations[0]) {
		at = r.Affiliations[0]
	}
	return institutionName(cmp.Or(r.Publisher, r.Venue, at))
}

// isOfAllAuthors reports whether the title page may have the only known affiliation of a document below all of its authors. Between them it is that of
// those above it, and those of the others are not known.
func (r *Record) isOfAllAuthors(affiliation string) bool {
	page := r.Text[:min(len(r.Text), titlePage)]
	at := strings.Index(page, affiliation)
	if at < 0 || len(r.Authors) == 0 {
		return true
	}
	last := r.Authors[len(r.Authors)-1]
	return !strings.Contains(page[at:], last) || strings.Contains(page[:at], last)
}

// degrees match the institutions that confer degrees, universities before what may be a part of one.
var degrees = []*lazyregexp.Regexp{
	lazyregexp.New(`(?i)\b(?:universi\w+|\w*hochschule|polytechni\w+|politecnico)`),
	lazyregexp.New(`(?i)\b(?:institut\w*|college|academy)|école`),
}

// school returns the first affiliation that may confer a degree, without the department in front,
// or "".
func school(affiliations []string) string {
	for _, degree := range degrees {
		for _, a := range affiliations {
			parts := strings.Split(clean(a), ",")
			if i := slices.IndexFunc(parts, degree.MatchString); i >= 0 {
				return leading.ReplaceAllString(strings.TrimSpace(strings.Join(parts[i:], ",")), "")
			}
		}
	}
	return ""
}

// leading matches words before a name that are not part of it.
var leading = lazyregexp.New(`(?i)^(?:(?:of|at|the|by) )+`)

// pageRange matches "17-32" with any dash.
var pageRange = lazyregexp.New(`^(\S+?)\s*[-–—]+\s*(\S+)$`)

// pageRange returns the first and the last page; last is empty for a single page and for any
// other text.
func (r *Record) pageRange() (first, last string) {
	s := clean(r.Pages)
	if m := pageRange.FindStringSubmatch(s); m != nil {
		return m[1], m[2]
	}
	return s, ""
}

// address is where a reader finds the document.
func (r *Record) address() string { return strings.ReplaceAll(clean(r.URL), " ", "%20") }
