package describe

import (
	"regexp"
	"strings"

	"sluice/document/describe/internal/identifier"
	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
	"sluice/document/describe/internal/titlepage"
)

// Where a venue is printed, how a notice of copyright and the stamp of arXiv give a year, and what
// ends a venue's name.
var (
	venueMark = regexp.MustCompile(`(?i)\b(?:in|appear(?:s|ed|ing)? in|accepted (?:for|to|by|at)|published in|submitted to|presented at)?:?\s*((?:proceedings of|proc\. of) (?:the )?[^.;©()\[\]]{6,160}|(?:the )?\w+ (?:annual |international |ieee |acm )*(?:conference|symposium|workshop|congress|colloquium) on [^.;©()\[\]]{4,120}|(?:international |european |american |ieee |acm )?(?:journal of|transactions on) [\p{Lu}&][\p{L}&, ]{3,80})`)
	copyMark  = regexp.MustCompile(`(?i)(?:©|\(c\)|copyright)[^\d\n]{0,60}((?:19|20)\d\d)`)
	venueEnd  = regexp.MustCompile(`(?i)[,\s]+(?:pages?|pp\.?|vol(?:ume)?\.?|no\.|issue|\d{4}|copyright).*$`)
	stampYear = regexp.MustCompile(`(?i)arxiv:\S+\s.*\b((?:19|20)\d\d)\b`)
)

// Words without which the slow looks for a notice of copyright and for a venue
// find nothing.
var (
	copyWords  = []string{"©", "(c)", "(C)", "opyright", "COPYRIGHT"}
	venueWords = []string{"Proceedings", "Proc.", "PROCEEDINGS", "Conference", "Symposium", "Workshop", "Congress", "Colloquium", "Journal of", "Transactions on"}
)

// firstOf returns the place of the first of some words in s; -1 if none occurs.
func firstOf(s string, words []string) int {
	first := -1
	for _, w := range words {
		if i := strings.Index(s, w); i >= 0 && (first < 0 || i < first) {
			first = i
		}
	}
	return first
}

// addPublication reads year, venue and identifiers from the first two pages.
func (w *collector) addPublication(h titlepage.Head) {
	first := w.document.Page(0)
	first = first[:min(len(first), 12_000)]
	if doi := identifier.DOI(ownPart(first)); doi != "" {
		w.add(FirstPage, 0.8, "doi", doi)
	}
	// The stamp of arXiv is on the margin of the first page, and says when this version was
	// submitted.
	for line := range strings.SplitSeq(first, "\n") {
		if strings.HasPrefix(strings.ToLower(strings.TrimSpace(line)), "arxiv:") {
			if id := identifier.ArXiv(line, false); id != "" {
				w.add(FirstPage, 0.95, "arxiv", id)
			}
			if m := stampYear.FindStringSubmatch(line); m != nil {
				w.add(FirstPage, 0.7, "year", m[1])
			}
			break
		}
	}
	front := first + "\n" + w.document.Page(1)
	if isbn := identifier.ISBN(front, false); isbn != "" {
		w.add(FirstPage, 0.8, "isbn", isbn)
	}
	w.addYear(h, first)
	w.addVenue(first)
}

// ownPart is the text of a first page up to where it cites others.
func ownPart(s string) string {
	if i := strings.Index(s, "References\n"); i > 0 {
		return s[:i]
	}
	return s
}

// addYear adds the year of publication: from a line that is a date, else from
// the first page's text. An earlier source is surer, so each later one has a lower confidence.
func (w *collector) addYear(h titlepage.Head, first string) {
	for _, l := range h.Lines {
		switch l.Kind {
		case titlepage.Date:
			if y := phrase.YearMark.FindString(l.Text); y != "" {
				w.add(FirstPage, 0.85, "year", y)
				return
			}
		case titlepage.Banner:
			if y := phrase.YearMark.FindAllString(l.Text, 3); len(y) > 0 {
				w.add(FirstPage, 0.7, "year", y[len(y)-1])
			}
		}
	}
	if firstOf(first, copyWords) >= 0 {
		if m := copyMark.FindStringSubmatch(first); m != nil {
			w.add(FirstPage, 0.65, "year", m[1])
		}
	}
	if m := phrase.YearMark.FindString(w.around.URL); m != "" {
		w.add(LinkingPage, 0.35, "year", m)
	}
}

// addVenue adds the venue from a line such as "Proceedings of …" or "To appear
// in …".
func (w *collector) addVenue(first string) {
	flat := strings.Join(strings.Fields(first), " ")
	flat = flat[:min(len(flat), 6000)]
	i := firstOf(flat, venueWords)
	if i < 0 {
		return
	}
	flat = strings.ToValidUTF8(flat[max(0, i-100):], "")
	m := venueMark.FindStringSubmatchIndex(flat)
	if m == nil {
		return
	}
	name := strings.Trim(venueEnd.ReplaceAllString(flat[m[2]:m[3]], ""), " ,:")
	if textline.Letters(name) > 8 {
		w.add(FirstPage, 0.55, "venue", name)
	}
	window := flat[m[0]:min(len(flat), m[1]+80)]
	if y := phrase.YearMark.FindString(strings.ToValidUTF8(window, "")); y != "" {
		w.add(FirstPage, 0.6, "year", y)
	}
}
