package match

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"sluice/document/bibliography"
	"sluice/internal/harvest/author"
	"sluice/internal/harvest/evidence"
	"sluice/internal/lazyregexp"
	"sluice/text"
)

// The weights of the evidence, in natural logarithms of the odds. They are set by hand: a long title with its authors is sure, a long
// title alone is probable, a short title needs authors, and authors who are others outweigh any title.
const (
	bias           = -3.0
	longTitle      = 5.0
	middleTitle    = 4.0
	shortTitle     = 2.0
	faultyTitle    = -1.0 // beside the weight of the title, if it has the faults of OCR
	subtitled      = -1.0 // beside it, if one of the two has a subtitle more
	continued      = -5.5 // beside it, if the title of the document goes on
	linkTitle      = 2.5  // of a document without text, that links name so
	allAuthors     = 4.0
	oneAuthor      = 3.0 // all of one
	mostAuthors    = 2.5
	someAuthors    = 0.0
	fewAuthors     = -2.0 // less than one in four: names that others have, too
	otherAuthors   = -6.0
	noAuthorsKnown = -0.5
	sameYear       = 1.0
	farYear        = -1.5
	sameVenue      = 1.0
	sameIdentifier = 5.0
	otherArXiv     = -3.0
)

const (
	goodTitle = 25 // letters of a title that is rarely given twice
	fairTitle = 15
)

// wanted is a record, prepared for comparison.
type wanted struct {
	title   title
	main    title // without its subtitle; zero if there is none
	authors []author.Name
	year    int
	venue   []string // words that name it
	doi     string
	arXiv   string
	first   string // number of its first page
	pages   int    // how many; 0 if unknown
	isOf    kind
}

// kind is the kind of work that a record says it is.
type kind uint8

const (
	anyKind kind = iota
	article      // of a journal or in proceedings
	thesis
	report
)

func newWanted(r *bibliography.Record) *wanted {
	w := &wanted{title: newTitle(r.Title), authors: author.List(r.Authors), year: r.Year, doi: normalDOI(r.DOI), arXiv: normalArXiv(r.ArXiv), isOf: kindOf(r.Type)}
	if main, ok := mainTitle(r.Title); ok {
		w.main = newTitle(main)
	}
	for word := range text.Words(r.Venue) {
		if utf8.RuneCountInString(word) > 2 && !text.Stop(word, "en") && len(w.venue) < maxVenueWords {
			w.venue = append(w.venue, word)
		}
	}
	w.first, w.pages = pageRange(r.Pages)
	return w
}

const maxVenueWords = 12

// kindOf returns the kind of work of the types of BibTeX, RIS, CSL and Zotero.
func kindOf(typ string) kind {
	switch strings.ToLower(typ) {
	case "article", "inproceedings", "conference", "incollection", "jour", "conf", "cpaper", "article-journal", "paper-conference", "journalarticle", "conferencepaper":
		return article
	case "phdthesis", "mastersthesis", "thesis", "thes":
		return thesis
	case "techreport", "report", "rprt":
		return report
	}
	return anyKind
}

var pageNumbers = lazyregexp.New(`^\s*(\d{1,5})\s*(?:[-–—]+\s*(\d{1,5}))?`)

// pageRange returns the number of the first of the pages and how many they are.
func pageRange(s string) (first string, n int) {
	m := pageNumbers.FindStringSubmatch(s)
	if m == nil {
		return "", 0
	}
	if m[2] != "" {
		var from, to int
		fmt.Sscan(m[1], &from)
		fmt.Sscan(m[2], &to)
		if to >= from && to-from < 2000 {
			n = to - from + 1
		}
	}
	return m[1], n
}

// The reasons that [Result.WhyNot] knows.
const (
	reasonBias      = "few documents are a given work"
	reasonPrinted   = "the title as printed"
	reasonMentioned = "the title in the text, not as its title"
	reasonLinks     = "links name it so, and it has no text"
)

// compare holds a document against the record.
func (w *wanted) compare(d *Document) Result {
	e := new(evidence.Sum)
	e.Add(bias, reasonBias)
	identified := w.addIdentifiers(e, d)
	p := w.addTitle(e, d)
	if p.cause == "" && p.kind == absent && !identified {
		p.cause = Another
	}
	if p.cause == "" {
		p.cause = w.wrongKind(d)
	}
	known, found := w.addAuthors(e, d)
	w.addYear(e, d)
	if len(w.venue) > 0 && d.hasWords(w.venue) {
		e.Add(sameVenue, "names the venue")
	}
	if p.cause == "" && known && found == 0 && !identified {
		p.cause = Another
	}
	r := resultOf(e, p.cause)
	if r.Same {
		r.Version = w.version(d)
	}
	return r
}

// addIdentifiers compares DOI and arXiv number, and reports whether one is the same.
func (w *wanted) addIdentifiers(e *evidence.Sum, d *Document) bool {
	same := false
	if w.doi != "" && d.dois[w.doi] {
		e.Add(sameIdentifier, "its DOI")
		same = true
	}
	if w.arXiv != "" && d.arXiv != "" {
		if w.arXiv == d.arXiv {
			e.Add(sameIdentifier, "its arXiv number")
			same = true
		} else {
			e.Add(otherArXiv, "another arXiv number")
		}
	}
	return same
}

// addTitle compares the titles.
func (w *wanted) addTitle(e *evidence.Sum, d *Document) place {
	p := w.find(d, &w.title)
	letters := utf8.RuneCountInString(w.title.letters)
	if p.kind == absent && !w.main.isZero() {
		if main := w.find(d, &w.main); main.kind == printed && !main.goesOn && !main.subtitle && main.cause == "" && !w.hasOtherSubtitle(d, main) {
			p, letters = main, utf8.RuneCountInString(w.main.letters)
			e.Add(subtitled, "without the subtitle")
		}
	}
	weight := shortTitle
	switch {
	case letters >= goodTitle:
		weight = longTitle
	case letters >= fairTitle || isIdeographic(w.title.letters) && letters*3 >= fairTitle:
		weight = middleTitle
	}
	switch p.kind {
	case absent:
		if !d.hasText && d.linkTitles[w.title.letters] {
			e.Add(linkTitle, reasonLinks)
			p.kind = named
		}
		return p
	case mentioned:
		e.Add(-weight, reasonMentioned)
		return p
	}
	e.Add(weight, reasonPrinted)
	if p.faults > 0 {
		e.Add(faultyTitle*min(2, p.faults*10), fmt.Sprintf("%.0f %% of the letters of the title differ", 100*p.faults))
	}
	if p.goesOn {
		e.Add(continued, "its title goes on")
	} else if p.subtitle {
		e.Add(subtitled, "has a subtitle that the record lacks")
	}
	return p
}

// find returns the place of a title in a document. The names of the authors are no part of a title.
func (w *wanted) find(d *Document, t *title) place {
	p := d.find(t)
	if (p.goesOn || p.subtitle) && w.names(p.after) {
		p.goesOn, p.subtitle = false, false
	}
	return p
}

// hasOtherSubtitle reports whether one line stands between the main title and the authors: the subtitle of another work, if it is not that of the record.
func (w *wanted) hasOtherSubtitle(d *Document, p place) bool {
	const least = 8 // letters
	if p.line+2 >= len(d.lines) {
		return false
	}
	next, after := &d.lines[p.line+1], &d.lines[p.line+2]
	return next.end-next.start >= least && after.page == d.lines[p.line].page && !w.names(next.text) && w.names(after.text)
}

// names reports whether a text has the name of an author.
func (w *wanted) names(s string) bool {
	words := author.WordsOf(s)
	return slices.ContainsFunc(w.authors[:min(len(w.authors), maxAuthors)], words.Has)
}

// wrongKind returns the cause if a document of the right title is no version of the work.
func (w *wanted) wrongKind(d *Document) Cause {
	switch {
	case d.isSlides:
		return Slides
	case d.isPoster:
		return Poster
	case d.isListing:
		return Lists
	case d.isThesis && (w.isOf == article || w.isOf == report):
		return Thesis
	}
	return ""
}

// addAuthors looks for the authors on the first pages. Known is false if either side has none.
func (w *wanted) addAuthors(e *evidence.Sum, d *Document) (known bool, found int) {
	n := min(len(w.authors), maxAuthors)
	if n == 0 || !d.hasText {
		e.Add(noAuthorsKnown, "authors are not known")
		return false, 0
	}
	for _, a := range w.authors[:n] {
		if d.hasAuthor(a) {
			found++
		}
	}
	switch {
	case found == n && n > 1:
		e.Add(allAuthors, fmt.Sprintf("all %d authors", n))
	case found == n:
		e.Add(oneAuthor, "its author")
	case 2*found >= n:
		e.Add(mostAuthors, fmt.Sprintf("%d of %d authors", found, n))
	case 4*found >= n:
		e.Add(someAuthors, fmt.Sprintf("%d of %d authors", found, n))
	case found > 0:
		e.Add(fewAuthors, fmt.Sprintf("%d of %d authors", found, n))
	case len(d.authors) > 0:
		e.Add(otherAuthors, "other authors")
	default:
		e.Add(otherAuthors/2, "none of its authors on the first pages")
	}
	return true, found
}

// maxAuthors bounds the authors that are compared.
const maxAuthors = 50

// addYear compares the years. A preprint is often some years older than the publication.
func (w *wanted) addYear(e *evidence.Sum, d *Document) {
	const near, far = 1, 5
	if w.year == 0 || d.year == 0 {
		return
	}
	switch apart := max(w.year-d.year, d.year-w.year); {
	case apart <= near:
		e.Add(sameYear, "its year")
	case apart > far:
		e.Add(farYear, fmt.Sprintf("%d years apart", apart))
	}
}

// normalDOI returns a DOI in lower case without its prefixes.
func normalDOI(s string) string {
	s = strings.ToLower(strings.TrimSpace(s))
	if i := strings.Index(s, "10."); i > 0 {
		s = s[i:]
	}
	return strings.TrimRight(s, ".,;)>]}'\"")
}

// normalArXiv returns an arXiv number without prefix and version.
func normalArXiv(s string) string {
	s = strings.TrimPrefix(strings.ToLower(strings.TrimSpace(s)), "arxiv:")
	if i := strings.LastIndexByte(s, 'v'); i > 0 && strings.Trim(s[i+1:], "0123456789") == "" {
		s = s[:i]
	}
	return s
}
