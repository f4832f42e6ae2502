package report

import (
	"fmt"
	"strings"

	"sluice/internal/catalogue"
	"sluice/text"
)

// count is a number with its name.
type count struct {
	Name    string
	N       int64
	Unknown bool // the documents of which it is not known
}

// genreName returns the name of a genre for people.
func genreName(genre string) string {
	if genre == "" {
		return "(not judged)"
	}
	return genre
}

// fieldName returns the name of a field of metadata for people.
func fieldName(field string) string {
	if field == "doi" {
		return "DOI"
	}
	return field
}

// percent returns a share as a percentage. A share is never rounded to none or all.
func percent(share float64) string {
	switch p := share * 100; {
	case p > 0 && p < 1:
		return "< 1 %"
	case p > 99 && p < 100:
		return "> 99 %"
	default:
		return fmt.Sprintf("%.0f %%", p)
	}
}

// confidence returns the mean confidence of a field, or nothing for one that no document has or that has none.
func confidence(f *catalogue.FieldCount) string {
	if f.Documents == 0 || f.Field == "references" {
		return "–"
	}
	return fmt.Sprintf("%.2f", f.Confidence)
}

// years returns the accepted documents by year, in at most so many spans of equal length, the oldest first. The few that
// are much older than all others are one span, and so are those without a year, which come last.
func years(h *catalogue.Holdings, most int) []count {
	if len(h.Years) == 0 {
		return nil
	}
	total := int64(0)
	for _, y := range h.Years {
		total += y.Documents
	}
	// Up to a fiftieth of the documents may be older than the first span.
	first, before := 0, int64(0)
	for first < len(h.Years)-1 && before+h.Years[first].Documents <= total/50 {
		before += h.Years[first].Documents
		first++
	}
	low, high := h.Years[first].Year, h.Years[len(h.Years)-1].Year
	if high-h.Years[0].Year < most-2 { // all fit
		low, before = h.Years[0].Year, 0
	}
	width := 1
	for _, width = range []int{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10000} {
		if high/width-low/width < most-2 {
			break
		}
	}
	start := low / width * width
	spans := make([]count, high/width-low/width+1)
	for i := range spans {
		spans[i].Name = fmt.Sprint(start + i*width)
		if width > 1 {
			spans[i].Name += fmt.Sprintf("–%d", start+(i+1)*width-1)
		}
	}
	before = 0
	for _, y := range h.Years {
		if y.Year < start {
			before += y.Documents
		} else {
			spans[(y.Year-start)/width].N += y.Documents
		}
	}
	if before > 0 {
		spans = append([]count{{Name: fmt.Sprintf("before %d", start), N: before}}, spans...)
	}
	if h.NoYear > 0 {
		spans = append(spans, count{"not known", h.NoYear, true})
	}
	return spans
}

// maxLanguages is the most languages that are listed; the others are summed up.
const maxLanguages = 15

// languages returns the accepted documents by language, the most frequent first.
func languages(h *catalogue.Holdings) []count {
	var all []count
	unknown, others := int64(0), count{}
	kinds := 0
	for _, l := range h.Languages {
		switch {
		case l.Language == "":
			unknown = l.Documents
		case len(all) >= maxLanguages:
			others.N += l.Documents
			kinds++
		default:
			all = append(all, count{Name: languageName(l.Language), N: l.Documents})
		}
	}
	if kinds > 0 {
		others.Name = fmt.Sprintf("(%d more)", kinds)
		all = append(all, others)
	}
	if unknown > 0 {
		all = append(all, count{"not known", unknown, true})
	}
	return all
}

// languageName returns the name of a language for people.
func languageName(code string) string {
	if name := text.LanguageName(code); name != code {
		return name
	}
	return strings.ToLower(code)
}

// sites returns the sites with accepted documents, at most so many rows, the last of which sums up the others.
func sites(h *catalogue.Holdings, most int) []catalogue.HoldingSite {
	var all []catalogue.HoldingSite
	more, rest := int64(0), catalogue.HoldingSite{}
	if o := h.OtherSites; o != nil {
		more, rest.Accepted, rest.Documents = o.Sites, o.Accepted, o.Documents
	}
	for _, s := range h.Sites {
		if len(all) < most-1 && s.Accepted > 0 {
			all = append(all, s)
			continue
		}
		more++
		rest.Accepted += s.Accepted
		rest.Documents += s.Documents
	}
	if more > 0 {
		rest.Host = fmt.Sprintf("(%d more)", more)
		all = append(all, rest)
	}
	return all
}

// wrap breaks a text into lines of at most so many characters, before a "+" if there is one, else between words.
func wrap(s string, most int) []string {
	var lines []string
	for most > 20 && len([]rune(s)) > most {
		head := string([]rune(s)[:most])
		at := strings.LastIndex(head, " + ")
		if at <= 0 {
			at = strings.LastIndex(head, " ")
		}
		if at <= 0 {
			break
		}
		lines = append(lines, s[:at])
		s = strings.TrimPrefix(s[at:], " ")
	}
	return append(lines, s)
}
