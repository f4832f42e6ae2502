package page

import (
	"encoding/json"
	"strings"
)

// The most that is read of JSON-LD.
const (
	maxLinkedData = 256 << 10 // bytes of one script
	maxJSONDepth  = 16
)

// isCitation reports whether a meta's name, in lower case, is one that describes a publication.
func isCitation(name string) bool {
	for _, prefix := range [...]string{"citation_", "dc.", "dc:", "dcterms.", "dcterms:", "bepress_citation_", "eprints.", "prism."} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

func (p *Parser) cite(name string, content []byte) {
	if len(p.page.Citations) < MaxMeta && name != "" {
		if value := p.fold(content, MaxValue); value != "" {
			p.page.Citations = append(p.page.Citations, Meta{strings.Replace(name, ":", ".", 1), value})
		}
	}
}

// scholarlyTypes are the schema.org types whose properties are kept.
var scholarlyTypes = map[string]bool{
	"ScholarlyArticle": true, "MedicalScholarlyArticle": true, "Thesis": true, "Report": true, "TechArticle": true,
	"Article": true, "NewsArticle": true, "BlogPosting": true, "Book": true, "Chapter": true, "PublicationIssue": true,
	"Course": true, "Dataset": true, "CreativeWork": true, "DigitalDocument": true, "PresentationDigitalDocument": true,
	"Person": true,
}

// linkedData keeps the scholarly items of a JSON-LD script. Nested things, such as authors, are told by their names.
func (p *Parser) linkedData(script []byte) {
	if p.hidden > 0 || len(script) > maxLinkedData || len(p.page.Citations) >= MaxMeta {
		return
	}
	var data any
	if json.Unmarshal(script, &data) == nil {
		p.things(data, 0)
	}
}

func (p *Parser) things(v any, depth int) {
	if depth > maxJSONDepth || len(p.page.Citations) >= MaxMeta {
		return
	}
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			p.things(e, depth+1)
		}
	case map[string]any:
		if kind := typeOf(v); scholarlyTypes[kind] {
			p.thing(kind, v)
		} else {
			p.things(v["@graph"], depth+1)
			p.things(v["mainEntity"], depth+1)
		}
	}
}

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

// properties are the schema.org properties that are kept, in this order.
var properties = [...]string{"headline", "name", "alternativeHeadline", "author", "creator", "contributor", "editor",
	"datePublished", "dateCreated", "dateModified", "publisher", "isPartOf", "volumeNumber", "issueNumber", "pagination",
	"pageStart", "pageEnd", "identifier", "sameAs", "url", "encoding", "contentUrl", "inLanguage", "keywords", "about", "genre",
	"inSupportOf", "sourceOrganization", "affiliation", "jobTitle", "email", "abstract", "description", "license", "citation"}

func (p *Parser) thing(kind string, thing map[string]any) {
	p.cite("schema.type", []byte(kind))
	for _, name := range properties {
		if v, ok := thing[name]; ok {
			p.values("schema."+name, v, 0)
		}
	}
}

func (p *Parser) values(name string, v any, depth int) {
	switch v := v.(type) {
	case string:
		p.cite(name, []byte(v))
	case float64:
		s, _ := json.Marshal(v)
		p.cite(name, s)
	case []any:
		if depth <= maxJSONDepth {
			for _, e := range v {
				p.values(name, e, depth+1)
			}
		}
	case map[string]any:
		for _, key := range [...]string{"name", "headline", "@value", "value", "contentUrl", "url", "@id"} {
			if inner, ok := v[key]; ok && depth <= maxJSONDepth {
				p.values(name, inner, depth+1)
				return
			}
		}
	}
}
