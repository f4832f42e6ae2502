// Package vocabulary translates the names that programs, languages and
// templates give to properties and styles into the common ones.
package vocabulary

import (
	"strings"

	"sluice/document/internal/draft"
)

// CoreNames are the properties of Dublin Core and of office programs, by the
// local name of their element.
var CoreNames = map[string]string{
	"title": "title", "creator": "author", "initial-creator": "author", "subject": "subject", "description": "description",
	"keywords": "keyword", "keyword": "keyword", "created": "created", "creation-date": "created", "modified": "modified",
	"date": "modified", "language": "language", "category": "category", "contentType": "type", "lastModifiedBy": "last editor",
	"generator": "creator", "publisher": "publisher", "identifier": "identifier", "Application": "creator", "Company": "company",
	"Manager": "manager", "Pages": "page count", "Words": "word count", "HyperlinkBase": "base", "contributor": "contributor",
	"rights": "rights", "version": "version",
}

// AddProperty splits what several values stand in.
func AddProperty(d *draft.Draft, name, value string) {
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
