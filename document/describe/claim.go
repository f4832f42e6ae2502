package describe

import (
	"cmp"
	"slices"
	"strings"

	"sluice/document/content"
	"sluice/document/describe/internal/identifier"
	"sluice/document/describe/internal/person"
	"sluice/document/describe/internal/textline"
	"sluice/document/genre"
	"sluice/text"
)

// collector collects the claims of all sources about one document, and joins
// them to fields.
type collector struct {
	document   *content.Document
	around     Around
	garbled    bool // the letters of its text are not those that its pages show
	claims     []claim
	references []content.Reference
	folded     string          // see opening
	compounds  map[string]bool // see isCompound
}

// claim is what one source has for one name: a value, or a whole list.
type claim struct {
	name       string
	values     []string
	source     string
	confidence float64
}

// order is that of the names in a description.
var order = []string{"title", "author", "affiliation", "abstract", "keyword", "subject", "year", "date", "venue", "volume", "number", "publisher", "doi", "arxiv", "isbn", "orcid",
	"license", "language", "pages", "ocr", "entry"}

// FieldNames returns the names that the fields of a description may have, in their order.
func FieldNames() []string { return slices.Clone(order) }

// lists are the names whose values belong together.
var lists = map[string]bool{"author": true, "affiliation": true, "keyword": true, "subject": true, "orcid": true}

// limits are the most bytes of a value where it is not maxShort.
var limits = map[string]int{"title": textline.MaxTitle, "author": textline.MaxName, "affiliation": textline.MaxAffiliation, "abstract": textline.MaxAbstract}

// trustInOCR is the share of the confidence that is left where a page was read by OCR, which mistakes some letters: an abstract or a DOI
// from such a page is not as sure as exports want it.
const trustInOCR = 0.85

// add records the values of a claim, cleaned; empty ones are skipped. A book's DOI
// does not identify a work in the book, but it has the book's ISBN.
func (w *collector) add(source string, confidence float64, name string, values ...string) {
	if source == FirstPage && w.document.OCR > 0 {
		confidence *= trustInOCR
	}
	if name == "doi" && len(values) > 0 && w.around.Genre != genre.Book {
		if isbn := identifier.BookOf(values[0]); isbn != "" {
			name, values = "isbn", []string{isbn}
		}
	}
	limit := cmp.Or(limits[name], textline.MaxShort)
	var kept []string
	said := map[string]bool{}
	for _, v := range values[:min(len(values), textline.MaxAuthors)] {
		v = w.withCrossedD(textline.Clean(v, limit))
		if id := strings.ToLower(v); v != "" && !said[id] {
			said[id] = true
			kept = append(kept, v)
		}
	}
	if len(kept) > 0 {
		w.claims = append(w.claims, claim{name, kept, source, min(confidence, 0.99)})
	}
}

// crossedD replaces the Icelandic letter by the South Slavic one, which looks the same as a capital.
var crossedD = strings.NewReplacer("Ð", "Đ", "ð", "đ")

// withCrossedD returns a value of a document in a South Slavic language with its letter Đ, for which many fonts of PDF files have the
// code of the Icelandic one.
func (w *collector) withCrossedD(s string) string {
	if strings.ContainsAny(s, "Ðð") && strings.ContainsAny(w.document.Text, "čćČĆ") && !strings.ContainsAny(w.document.Text, "þÞ") {
		return crossedD.Replace(s)
	}
	return s
}

// key returns the form in which claims are compared: claims with the same
// meaning have the same key.
func (c claim) key() string {
	same := text.NormalTitle
	switch c.name {
	case "author":
		same = person.Key
	case "keyword":
	default:
		return same(strings.Join(c.values, ";"))
	}
	keys := make([]string, len(c.values))
	for i, v := range c.values {
		keys[i] = same(v)
	}
	slices.Sort(keys)
	return strings.Join(keys, ";")
}

// agreement joins claims with the same key.
type agreement struct {
	claim                    // the surest
	doubt float64            // the chance that all who say so are wrong
	trust map[string]float64 // how sure each source is
}

// merge adds a claim. A source counts once, however often it repeats a claim,
// with the confidence of its surest claim.
func (a *agreement) merge(c claim) {
	if before := a.trust[c.source]; c.confidence > before {
		a.doubt *= (1 - c.confidence) / (1 - before)
		a.trust[c.source] = c.confidence
	}
	if c.confidence > a.confidence {
		a.claim = c
	}
}

// fields joins claims that agree, and puts the best first.
func (w *collector) fields() []Field {
	var joined []agreement
	at := map[[2]string]int{} // by name and key
	for _, c := range w.claims {
		id := [2]string{c.name, c.key()}
		i, ok := at[id]
		if !ok {
			i = len(joined)
			at[id] = i
			joined = append(joined, agreement{c, 1, map[string]float64{}})
		}
		joined[i].merge(c)
	}
	for i := range joined {
		joined[i].confidence = calibrated(joined[i].name, min(0.99, max(joined[i].confidence, 1-joined[i].doubt)))
	}
	slices.SortStableFunc(joined, func(a, b agreement) int {
		return cmp.Or(cmp.Compare(slices.Index(order, a.name), slices.Index(order, b.name)), -cmp.Compare(a.confidence, b.confidence))
	})
	var fields []Field
	said := map[[2]string]bool{} // a source says each list once
	for _, c := range joined {
		if id := [2]string{c.name, c.source}; lists[c.name] && said[id] {
			continue
		} else {
			said[id] = true
		}
		for _, v := range c.values {
			fields = append(fields, Field{c.name, v, c.source, c.confidence})
		}
	}
	return fields
}
