package office

import (
	"strings"

	"sluice/document/internal/draft"
	"sluice/document/internal/sax"
)

// coreNames are the properties of Dublin Core and of office programs, by the local name of their element.
var coreNames = map[string]string{
	"title": "title", "creator": "author", "initial-creator": "author", "subject": "subject", "description": "description",
	"keywords": "keyword", "keyword": "keyword", "created": "created", "creation-date": "created", "modified": "modified",
	"date": "modified", "language": "language", "category": "category", "contentType": "type", "lastModifiedBy": "last editor",
	"generator": "creator", "publisher": "publisher", "identifier": "identifier", "Application": "creator", "Company": "company",
	"Manager": "manager", "Pages": "page count", "Words": "word count", "HyperlinkBase": "base", "contributor": "contributor",
	"rights": "rights", "version": "version",
}

// readProperties turns the elements of a part that are properties into fields. A part that is missing or broken says nothing.
func readProperties(p *parcel, d *draft.Draft, part string, names map[string]string) {
	if !p.has(part) {
		return
	}
	var name string // of the property that is open
	user := false   // its name was given by a user, and its value stands in an element of its own
	var value strings.Builder
	_ = p.xml(part, sax.Handler{
		Start: func(local string, a sax.Attrs) bool {
			value.Reset()
			switch {
			case local == "property", local == "user-defined":
				name, user = a.Get("name"), true
			case local == "document-statistic":
				d.Field("page count", a.Get("page-count"))
				d.Field("word count", a.Get("word-count"))
			case !user:
				name = names[local]
			}
			return true
		},
		Text: func(s []byte) {
			if value.Len() < 64<<10 {
				value.Write(s)
			}
		},
		End: func(local string) {
			addProperty(d, name, value.String())
			value.Reset()
			if !user || local == "property" || local == "user-defined" {
				name, user = "", false
			}
		},
	})
}

// addProperty parts what several values stand in.
func addProperty(d *draft.Draft, name, value string) {
	switch name {
	case "author":
		for _, a := range strings.Split(value, ";") {
			d.Field(name, a)
		}
	case "keyword":
		for _, k := range strings.FieldsFunc(value, func(r rune) bool { return r == ';' || r == ',' || r == '\n' }) {
			d.Field(name, k)
		}
	default:
		d.Field(name, value)
	}
}

// readOOXMLProperties reads what the properties of a document, of the program and of the user say.
func readOOXMLProperties(p *parcel, d *draft.Draft) {
	readProperties(p, d, "docProps/core.xml", coreNames)
	readProperties(p, d, "docProps/app.xml", coreNames)
	readProperties(p, d, "docProps/custom.xml", nil)
}
