package document

import (
	"slices"
	"strings"

	"sluice/document/content"
	"sluice/text"
)

// removeGarbled reports whether the text of a document is garbled, and if so removes it. Pages of it that
// can be read, such as the cover of an archive, say too little to judge the document by.
func removeGarbled(d *content.Document) bool {
	if !text.Garbled(d.Text) {
		return false
	}
	for i, page := range slices.Collect(strings.SplitSeq(strings.TrimSuffix(d.Text, "\f"), "\f")) {
		if strings.TrimSpace(page) != "" && !slices.Contains(d.Unread, i) {
			d.Unread = append(d.Unread, i)
		}
	}
	slices.Sort(d.Unread)
	d.Text, d.Lines = "", nil
	return true
}
