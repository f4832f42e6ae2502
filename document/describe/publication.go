package describe

import (
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"sluice/document/content"
	"sluice/document/describe/internal/identifier"
	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/reference"
	"sluice/document/describe/internal/textline"
	"sluice/document/genre"
	"sluice/internal/lazyregexp"
)

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
		w.add(FirstPage, 0.92, "isbn", isbn)
	}
	w.addVenue(ownPart(first))
	switch w.around.Genre {
	case genre.Report:
		w.add(FirstPage, 0.92, "number", reportNumber(first))
		w.add(FirstPage, 0.92, "date", printedDate(first))
	case genre.Thesis: // that of a paper may be of another version than the published one
		w.add(FirstPage, 0.92, "date", printedDate(first))
	}
}

// numbered matches a line that is the number of a report, behind the name of its series: "Technical Report No. 2012-07".
var numbered = lazyregexp.New(`^(?:\p{Lu}[\p{L}&.]* ){0,4}(?i:(?:technical|tech\.?|research) (?:report|memo(?:randum)?)(?: series)?[ ,:–-]*(?:(?:no\.?|nr\.?|number|n[°º]|#)[ :]*)?)([A-Z0-9][\w/.\-]*)[∗*†‡]?$`)

// Where the number of a report stands, and a date.
const (
	numberLines = 40 // of the first page
	numberWidth = 80 // bytes of its line
)

// heads yields the short lines at the beginning of a first page.
func heads(page string) iter.Seq[string] {
	return func(yield func(string) bool) {
		n := 0
		for l := range strings.Lines(page) {
			if l = textline.Clean(l, textline.MaxShort); l == "" || len(l) > numberWidth {
				continue
			}
			if n++; n > numberLines || !yield(l) {
				return
			}
		}
	}
}

// reportNumber returns the number of a report that a first page prints in a line of its own, "" without one.
func reportNumber(page string) string {
	for l := range heads(page) {
		m := numbered.FindStringSubmatch(l)
		if m == nil {
			continue
		}
		if number := strings.TrimRight(m[1], ".-/"); strings.ContainsAny(number, "0123456789") && !(len(number) == 4 && phrase.YearMark.MatchString(number)) {
			return number
		}
	}
	return ""
}

// dateForms are the forms of a whole date, without commas, points and the endings of numbers.
var dateForms = []string{"January 2 2006", "2 January 2006", "Jan 2 2006", "2 Jan 2006", "2006-01-02"}

// ordinal matches a day with its ending: "3rd".
var ordinal = lazyregexp.New(`\b(\d{1,2})(?:st|nd|rd|th)\b`)

// printedDate returns the whole date (ISO 8601) that a first page prints in a line of its own, "" without one.
func printedDate(page string) string {
	for l := range heads(page) {
		l = ordinal.ReplaceAllString(strings.Map(noPoint, l), "$1")
		l = strings.Join(strings.Fields(l), " ")
		for _, form := range dateForms {
			if t, err := time.Parse(form, l); err == nil && phrase.YearMark.MatchString(strconv.Itoa(t.Year())) {
				return t.Format(time.DateOnly)
			}
		}
	}
	return ""
}

// noPoint replaces a comma or point by a space.
func noPoint(r rune) rune {
	if r == ',' || r == '.' {
		return ' '
	}
	return r
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
	otherDOI   = lazyregexp.New(`(?i)\b(?:data ?sets?|data (?:is|are)|art[ei]facts?|supplement\w*|software|source code|code (?:is|are)|replication|archived?|companion|erratum|corrigendum|(?:extended|previous|earlier|preliminary|conference) version|see also|cf\.|cited|related|deposited|repository|zenodo|figshare)\b[^.]*?(?:(?:https?://)?(?:dx\.)?doi\.org/)?$`)
	noteStart  = lazyregexp.New(`^\s*(?:\d{1,2}[ \p{Lu}]|\[[^\]]{1,12}\]|[∗*†‡§¶]\s?\p{Lu})`)
	labelDOI   = lazyregexp.New(`(?i)(?:\bdoi\b|digital object identifier|doi\.org/?)[\s:.)/]*(?:https?://)?(?:dx\.)?(?:doi\.org/)?$`)
	ownLine    = lazyregexp.New(`(?i)^\W*(?:doi|digital object identifier)\b`)
	dataAgency = lazyregexp.New(`^10\.(?:5281|6084|17605|5061|7910|17632|5255)/`)
)

// How sure a DOI is: with a label, and without one.
const (
	labelledDOI = 0.95
	bareDOI     = 0.7
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
		sure := bareDOI
		if labelDOI.MatchString(before) {
			sure = labelledDOI
		}
		if isOther || dataAgency.MatchString(doi) && sure < labelledDOI {
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
