package page

import (
	"encoding/json"
	"strings"

	"sluice/page/internal/lexer"
)

// The limits of JSON-LD.
const (
	maxLinkedData = 256 << 10 // bytes of one script
	maxJSONDepth  = 16
)

// isCitation reports whether a meta element with this name, in lower case, describes a publication.
func isCitation(name string) bool {
	for _, prefix := range [...]string{"citation_", "dc.", "dc:", "dcterms.", "dcterms:", "bepress_citation_", "eprints.", "prism.", "wkhealth_"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// citationReader collects the citation metadata of a page: from meta elements, link elements, JSON-LD and microdata.
type citationReader struct {
	page   *Page
	lex    *lexer.Lexer
	values *values
	text   *textReader

	scholarly string // the microdata item that is open, see scholarlyItem
}

// reset prepares for another page.
func (r *citationReader) reset(pg *Page, lex *lexer.Lexer, v *values, text *textReader) {
	*r = citationReader{page: pg, lex: lex, values: v, text: text}
}

// release drops what belongs to the page.
func (r *citationReader) release() { *r = citationReader{} }

// isFull reports whether the page holds no more citation metadata.
func (r *citationReader) isFull() bool { return len(r.page.Citations) >= maxMeta }

// add adds a field, unless it is empty.
func (r *citationReader) add(name string, content []byte) {
	if r.isFull() || name == "" {
		return
	}
	if value := r.values.fold(content); value != "" {
		r.page.Citations = append(r.page.Citations, Meta{strings.Replace(name, ":", ".", 1), value})
	}
}

// scholarlyTypes are the schema.org types whose properties are read.
var scholarlyTypes = map[string]bool{
	"ScholarlyArticle": true, "MedicalScholarlyArticle": true, "Thesis": true, "Report": true, "TechArticle": true,
	"Article": true, "NewsArticle": true, "BlogPosting": true, "Book": true, "Chapter": true, "PublicationIssue": true,
	"Course": true, "Dataset": true, "CreativeWork": true, "DigitalDocument": true, "PresentationDigitalDocument": true,
	"Person": true,
}

// linkedData adds the scholarly items of a JSON-LD script. Nested objects, such as authors, are added by their names.
func (r *citationReader) linkedData(script []byte) {
	if len(script) > maxLinkedData || r.isFull() {
		return
	}
	var data any
	if json.Unmarshal(script, &data) == nil {
		r.things(data, 0)
	}
}

// things adds the scholarly items in a value, and in the properties of other items that may contain them.
func (r *citationReader) things(v any, depth int) {
	if depth > maxJSONDepth || r.isFull() {
		return
	}
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			r.things(e, depth+1)
		}
	case map[string]any:
		if kind := typeOf(v); scholarlyTypes[kind] {
			r.thing(kind, v)
		} else {
			r.things(v["@graph"], depth+1)
			r.things(v["mainEntity"], depth+1)
		}
	}
}

// typeOf returns the type of a thing without its vocabulary; of several, a scholarly one.
func typeOf(thing map[string]any) string {
	kind, _ := thing["@type"].(string)
	if kinds, ok := thing["@type"].([]any); ok {
		for _, k := range kinds {
			if s, _ := k.(string); scholarlyTypes[s] {
				kind = s
			}
		}
	}
	return kind[strings.LastIndexByte(kind, '/')+1:]
}

// properties are the schema.org properties that are read, in this order.
var properties = [...]string{"headline", "name", "alternativeHeadline", "author", "creator", "contributor", "editor",
	"datePublished", "dateCreated", "dateModified", "publisher", "isPartOf", "volumeNumber", "issueNumber", "pagination",
	"pageStart", "pageEnd", "identifier", "sameAs", "url", "encoding", "contentUrl", "inLanguage", "keywords", "about", "genre",
	"inSupportOf", "sourceOrganization", "affiliation", "jobTitle", "email", "abstract", "description", "license", "citation"}

// thing adds the properties of a scholarly item.
func (r *citationReader) thing(kind string, thing map[string]any) {
	r.add("schema.type", []byte(kind))
	for _, name := range properties {
		if v, ok := thing[name]; ok {
			r.property("schema."+name, v, 0)
		}
	}
}

// property adds a field for each value that a property has, however deeply nested.
func (r *citationReader) property(name string, v any, depth int) {
	switch v := v.(type) {
	case string:
		r.add(name, []byte(v))
	case float64:
		s, _ := json.Marshal(v)
		r.add(name, s)
	case []any:
		if depth <= maxJSONDepth {
			for _, e := range v {
				r.property(name, e, depth+1)
			}
		}
	case map[string]any:
		for _, key := range [...]string{"name", "headline", "@value", "value", "contentUrl", "url", "@id"} {
			if inner, ok := v[key]; ok && depth <= maxJSONDepth {
				r.property(name, inner, depth+1)
				return
			}
		}
	}
}
