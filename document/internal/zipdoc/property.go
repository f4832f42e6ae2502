package zipdoc

import (
	"strings"

	"sluice/document/internal/draft"
	"sluice/document/internal/sax"
	"sluice/document/internal/vocabulary"
)

// ReadProperties turns the elements of a part that are properties into fields.
// A part that is missing says nothing; see [File.Optional].
func ReadProperties(p *File, d *draft.Draft, part string, names map[string]string) error {
	var name string // of the property that is open
	user := false   // a user chose its name, and its value is in an element of its own
	var value strings.Builder
	return p.Optional(d, part, sax.Handler{
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
			vocabulary.AddProperty(d, name, value.String())
			value.Reset()
			if !user || local == "property" || local == "user-defined" {
				name, user = "", false
			}
		},
	})
}
