package describe

import (
	"regexp"
	"slices"
	"strings"

	"sluice/document/content"
	"sluice/document/describe/internal/identifier"
	"sluice/document/describe/internal/reference"
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
	w.addDOI(ownPart(first))
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
	at := 0
	for l := range strings.Lines(s) {
		if at > 0 && reference.IsHeading(strings.TrimSpace(l)) {
			return s[:at]
		}
		at += len(l)
	}
	return s
}

// What stands before a DOI of something else: data, programs, other versions and other works; what
// begins a note or a reference that has one; and who registers mostly data and programs.
var (
	otherDOI   = regexp.MustCompile(`(?i)\b(?:data ?sets?|data (?:is|are)|art[ei]facts?|supplement\w*|software|source code|code (?:is|are)|replication|archived?|companion|erratum|corrigendum|(?:extended|previous|earlier|preliminary|conference) version|see also|cf\.|cited|related|deposited|repository|zenodo|figshare)\b[^.]*?(?:(?:https?://)?(?:dx\.)?doi\.org/)?$`)
	noteStart  = regexp.MustCompile(`^\s*(?:\d{1,2}[ \p{Lu}]|\[[^\]]{1,12}\]|[∗*†‡§¶]\s?\p{Lu})`)
	labelDOI   = regexp.MustCompile(`(?i)(?:\bdoi\b|digital object identifier|doi\.org/?)[\s:.)/]*(?:https?://)?(?:dx\.)?(?:doi\.org/)?$`)
	ownLine    = regexp.MustCompile(`(?i)^\W*(?:doi|digital object identifier)\b`)
	dataAgency = regexp.MustCompile(`^10\.(?:5281|6084|17605|5061|7910|17632|5255)/`)
)

// addDOI adds the DOI that a first page has as its own. One that the list of references has is that of
// another work, and a page of many is a list of works.
func (w *collector) addDOI(page string) {
	surest := map[string]float64{}
	best := ""
	for doi, at := range identifier.DOIs(page) {
		before := page[max(0, at-80):at]
		line := before[strings.LastIndexByte(before, '\n')+1:]
		isOther := !ownLine.MatchString(line) && otherDOI.MatchString(strings.ReplaceAll(before, "\n", " ")) || noteStart.MatchString(line) && len(line) > 40 ||
			slices.ContainsFunc(w.references, func(r content.Reference) bool { return r.DOI == doi })
		sure := 0.6
		if labelDOI.MatchString(before) {
			sure = 0.8
		}
		if isOther || dataAgency.MatchString(doi) && sure < 0.8 {
			sure = 0
		}
		if sure > surest[best] {
			best = doi
		}
		surest[doi] = max(surest[doi], sure)
	}
	if best != "" && len(surest) <= 4 {
		w.add(FirstPage, surest[best], "doi", best)
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
}
