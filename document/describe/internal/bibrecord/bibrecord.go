// Package bibrecord reads metadata records about one work: CSL-JSON and Dublin
// Core.
package bibrecord

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"strings"

	"sluice/page"
)

// maxRecordItems is the most values that are read of a record.
const maxRecordItems = 500

// cslItem is what is read of a work in CSL-JSON.
type cslItem struct {
	Title    string `json:"title"`
	Abstract string `json:"abstract"`
	Venue    string `json:"container-title"`
	Volume   any    `json:"volume"`
	Language string `json:"language"`
	DOI      string `json:"DOI"`
	ISBN     string `json:"ISBN"`
	License  string `json:"license"`
	Author   []struct {
		Family   string `json:"family"`
		Given    string `json:"given"`
		Particle string `json:"non-dropping-particle"`
		Literal  string `json:"literal"`
	} `json:"author"`
	Issued struct {
		Parts [][]any `json:"date-parts"`
		Raw   string  `json:"raw"`
	} `json:"issued"`
}

// CSL returns one work in CSL-JSON by the names that pages have for the same.
func CSL(text []byte) []page.Meta {
	var item cslItem
	if text[0] == '[' {
		var items []cslItem
		if json.Unmarshal(text, &items) != nil || len(items) != 1 {
			return nil
		}
		item = items[0]
	} else if json.Unmarshal(text, &item) != nil {
		return nil
	}
	metas := []page.Meta{{Name: "citation_title", Content: item.Title}, {Name: "citation_abstract", Content: item.Abstract},
		{Name: "citation_journal_title", Content: item.Venue}, {Name: "citation_language", Content: item.Language}, {Name: "citation_doi", Content: item.DOI},
		{Name: "citation_isbn", Content: item.ISBN}, {Name: "citation_license", Content: item.License}, {Name: "citation_date", Content: item.Issued.Raw}}
	if item.Volume != nil {
		metas = append(metas, page.Meta{Name: "citation_volume", Content: fmt.Sprint(item.Volume)})
	}
	if p := item.Issued.Parts; len(p) > 0 && len(p[0]) > 0 {
		metas = append(metas, page.Meta{Name: "citation_date", Content: fmt.Sprint(p[0][0])})
	}
	for _, a := range item.Author {
		name := a.Literal
		if a.Family != "" {
			name = strings.TrimSpace(a.Particle+" "+a.Family) + ", " + a.Given
		}
		metas = append(metas, page.Meta{Name: "citation_author", Content: name})
	}
	return full(metas)
}

// DublinCore returns the elements of Dublin Core in an XML document.
func DublinCore(text string) []page.Meta {
	var metas []page.Meta
	x := xml.NewDecoder(strings.NewReader(text))
	x.Strict = false
	name := ""
	for len(metas) < maxRecordItems {
		token, err := x.Token()
		if err != nil {
			break
		}
		switch t := token.(type) {
		case xml.StartElement:
			name = ""
			switch {
			case strings.Contains(t.Name.Space, "purl.org/dc/elements"):
				name = "dc." + strings.ToLower(t.Name.Local)
			case strings.Contains(t.Name.Space, "purl.org/dc/terms"):
				name = "dcterms." + strings.ToLower(t.Name.Local)
			}
		case xml.CharData:
			if name != "" {
				metas = append(metas, page.Meta{Name: name, Content: string(t)})
			}
		case xml.EndElement:
			name = ""
		}
	}
	return full(metas)
}

// full are the metas that say something.
func full(metas []page.Meta) []page.Meta {
	kept := metas[:0]
	for _, m := range metas {
		if strings.TrimSpace(m.Content) != "" {
			kept = append(kept, m)
		}
	}
	return kept
}
