package describe

import (
	"cmp"
	"slices"
	"strings"

	"sluice/document/content"
)

// witnesses gathers what each source says.
type witnesses struct {
	document *content.Document
	around   Around
	claims   []claim
	folded   string // see opening
}

// claim is what one source says of one name: a value, or a whole list.
type claim struct {
	name       string
	values     []string
	source     string
	confidence float64
}

// order is that of the names in a description.
var order = []string{"title", "author", "affiliation", "abstract", "keyword", "subject", "year", "venue", "volume", "doi", "arxiv", "isbn", "language", "pages"}

// lists are the names whose values belong together.
var lists = map[string]bool{"author": true, "affiliation": true, "keyword": true, "subject": true}

// limits are the most bytes of a value where it is not maxShort.
var limits = map[string]int{"title": maxTitle, "author": maxName, "affiliation": maxAffiliation, "abstract": maxAbstract}

// say records a claim, cleaned; an empty one is none.
func (w *witnesses) say(source string, confidence float64, name string, values ...string) {
	limit := cmp.Or(limits[name], maxShort)
	var kept []string
	for _, v := range values[:min(len(values), maxAuthors)] {
		if v = clean(v, limit); v != "" && !slices.Contains(kept, v) {
			kept = append(kept, v)
		}
	}
	if len(kept) > 0 {
		w.claims = append(w.claims, claim{name, kept, source, min(confidence, 0.99)})
	}
}

// key makes claims equal that say the same.
func (c claim) key() string {
	if c.name == "author" {
		keys := make([]string, len(c.values))
		for i, v := range c.values {
			keys[i] = personKey(v)
		}
		slices.Sort(keys)
		return strings.Join(keys, ";")
	}
	return normal(strings.Join(c.values, ";"))
}

// fields joins claims that agree, and puts the best first.
func (w *witnesses) fields() []Field {
	var joined []claim
	doubt := map[int]float64{} // by claim, the chance that all who say so are wrong
	for _, c := range w.claims {
		key := c.key()
		i := slices.IndexFunc(joined, func(j claim) bool { return j.name == c.name && j.key() == key })
		if i < 0 {
			doubt[len(joined)] = 1 - c.confidence
			joined = append(joined, c)
			continue
		}
		if j := joined[i]; j.source != c.source {
			doubt[i] *= 1 - c.confidence
			if c.confidence > j.confidence {
				joined[i] = c
			}
		}
	}
	for i := range joined {
		joined[i].confidence = min(0.99, max(joined[i].confidence, 1-doubt[i]))
	}
	slices.SortStableFunc(joined, func(a, b claim) int {
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
