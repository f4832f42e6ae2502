package describe

import (
	"regexp"
	"strings"

	"sluice/document/describe/internal/identifier"
	"sluice/document/describe/internal/textline"
)

// Where a venue is printed, and what ends its name.
var (
	venueMark = regexp.MustCompile(`(?i)\b(?:in|appear(?:s|ed|ing)? in|accepted (?:for|to|by|at)|published in|submitted to|presented at)?:?\s*((?:proceedings of|proc\. of) (?:the )?[^.;©()\[\]]{6,160}|(?:the )?\w+ (?:annual |international |ieee |acm )*(?:conference|symposium|workshop|congress|colloquium) on [^.;©()\[\]]{4,120}|(?:international |european |american |ieee |acm )?(?:journal of|transactions on) [\p{Lu}&][\p{L}&, ]{3,80})`)
	venueEnd  = regexp.MustCompile(`(?i)[,\s]+(?:pages?|pp\.?|vol(?:ume)?\.?|no\.|issue|\d{4}|copyright).*$`)
)

// Words without which the slow look for a venue finds nothing.
var (
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

// addPublication reads venue and identifiers from the first two pages.
func (w *collector) addPublication() {
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
			break
		}
	}
	front := first + "\n" + w.document.Page(1)
	if isbn := identifier.ISBN(front, false); isbn != "" {
		w.add(FirstPage, 0.8, "isbn", isbn)
	}
	w.addVenue(first)
}

// ownPart is the text of a first page up to where it cites others.
func ownPart(s string) string {
	if i := strings.Index(s, "References\n"); i > 0 {
		return s[:i]
	}
	return s
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
}
