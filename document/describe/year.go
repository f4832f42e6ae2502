package describe

import (
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"sluice/document/describe/internal/imprint"
	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
	"sluice/internal/lazyregexp"
)

// The year in a file's or folder's name: four digits, or two behind the letters of a conference or a
// name, "icann99.pdf"; and two behind an apostrophe in the text of a link, "[ICANN'99]".
var (
	pathYear   = lazyregexp.New(`(?:^|\D)((?:19[5-9]|20[0-4])\d)(?:\D|$)`)
	shortYear  = lazyregexp.New(`(?:^|[^\pL\d])(\pL{3,})[-_]?([019]\d)(?:[^\pL\d]|[a-z]?[._-]|$)`)
	anchorYear = lazyregexp.New(`\p{Lu}{2,}\s?['’]([019]\d)\b`)
)

// addYears adds what the first pages, the path, the linking pages and the file say of the year of
// publication, and drops the years that cannot be it.
func (w *collector) addYears() {
	var created, latest int
	for _, name := range []string{"created", "modified"} {
		if y, _ := strconv.Atoi(phrase.YearMark.FindString(textline.Clean(w.document.Get(name), 100))); y >= 1990 {
			latest = max(latest, y)
			if created == 0 || y < created {
				created = y
			}
		}
	}
	if created > 0 {
		// A file is often made again long after the work was published, so its date is weak
		// evidence.
		w.add(File, 0.3, "year", strconv.Itoa(created))
	}
	// The cover may be readable although most pages are garbled, and garbled text holds no date.
	for _, y := range imprint.Years(w.document) {
		w.add(FirstPage, y.Confidence, "year", strconv.Itoa(y.Value))
	}
	w.addYearsAround(created)
	w.boundYears(latest)
}

// pathAndLink is how sure a year is that both the path and the text of a link have: one of the path alone may be that of a folder, and one
// of the text that of the line before.
const pathAndLink = 0.62

// addYearsAround adds the years of the document's path and of the links to it.
func (w *collector) addYearsAround(created int) {
	path, sure := w.pathYear(created)
	w.add(LinkingPage, sure, "year", path)
	for _, cited := range w.citedYears() {
		sure := 0.45
		if cited == path {
			sure = pathAndLink
		}
		w.add(LinkingPage, sure, "year", cited)
	}
}

// pathYear returns the year that the document's path has. It is surer if the file was made in that
// year, or in the one before, as files of conferences at a year's beginning are.
func (w *collector) pathYear(created int) (year string, sure float64) {
	p := w.around.URL
	if _, rest, ok := strings.Cut(p, "://"); ok {
		_, p, _ = strings.Cut(rest, "/")
	}
	p, _, _ = strings.Cut(p, "?")
	name := path.Base(p)
	for _, part := range []struct {
		text string
		sure float64
	}{{name, 0.45}, {path.Dir(p), 0.4}} {
		if all := pathYear.FindAllStringSubmatch(part.text, -1); all != nil {
			year := all[len(all)-1][1]
			if y, _ := strconv.Atoi(year); y == created || y == created+1 {
				part.sure += 0.15
			}
			return year, part.sure
		}
	}
	if m := shortYear.FindStringSubmatch(name); m != nil && !phrase.NumberedParts[strings.ToLower(m[1])] {
		return inCentury(m[2]), 0.4
	}
	return "", 0
}

// inCentury returns the year of two digits.
func inCentury(digits string) string {
	if digits >= "50" {
		return "19" + digits
	}
	return "20" + digits
}

// citedYears returns the years in the texts around the links, each of which cites the document and has no other year.
func (w *collector) citedYears() (years []string) {
	for _, l := range w.around.Links {
		text := textline.Clean(l.Anchor+" "+l.Around, 1000)
		all := phrase.YearMark.FindAllString(text, -1)
		if m := anchorYear.FindStringSubmatch(l.Anchor); m != nil && len(all) == 0 {
			all = []string{inCentury(m[1])}
		}
		slices.Sort(all)
		if all = slices.Compact(all); len(all) == 1 {
			years = append(years, all[0])
		}
	}
	return years
}

// boundYears drops what can hardly be the year: a document is not older than what it cites, and not
// younger than its file, whose last date is latest, 0 if it has none. One year more is allowed for
// both: a work that is about to appear is cited with the year in which it will, and a paper is printed
// with the year in which it will. What is sure is only made less sure: a reference may be misread, and
// a clock wrong.
func (w *collector) boundYears(latest int) {
	const sure, lowered = 0.8, 0.6
	last := time.Now().Year() + 1
	if latest > 0 {
		last = min(last, latest+1)
	}
	var cited []int
	for _, r := range w.references {
		if r.Year > 0 && r.Year <= last { // a later one is no year
			cited = append(cited, r.Year)
		}
	}
	least := 0
	if slices.Sort(cited); len(cited) > 2 {
		least = cited[len(cited)-2] - 1 // the youngest may be misread
	}
	kept := w.claims[:0]
	for _, c := range w.claims {
		if c.name == "year" {
			y, err := strconv.Atoi(c.values[0])
			if isOut := err == nil && (y < least || latest > 0 && y > latest+1); isOut && c.confidence < sure {
				continue
			} else if isOut {
				c.confidence *= lowered
			}
		}
		kept = append(kept, c)
	}
	w.claims = kept
}
