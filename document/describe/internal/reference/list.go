package reference

import (
	"strings"

	"sluice/document/content"
	"sluice/document/describe/internal/textline"
)

// The most of references that is read.
const (
	maxReferences    = 2000
	maxReference     = 1500      // bytes of one
	maxReferenceText = 600 << 10 // bytes of the section
	maxLines         = 30        // of one
)

// List finds the list of references and splits it.
func List(d *content.Document) []content.Reference {
	text := d.Text
	if n := len(text); n > 4*maxReferenceText {
		// Only the end of a long text is searched, where the list is; the cut may split a
		// character.
		text = strings.ToValidUTF8(text[n-4*maxReferenceText:], "")
	}
	pages := strings.Split(text, "\f")
	repeated := textline.RunningHeads(pages)
	// A heading that other sections have, too, and a list without a heading count if they lead to
	// several references.
	if list := read(referenceLines(pages, repeated, referencesHeading)); len(list) > 0 {
		return list
	}
	if list := read(referenceLines(pages, repeated, sourcesHeading)); len(list) >= leastReferences {
		return list
	}
	if list := read(numberedTail(pages, repeated)); len(list) >= leastReferences && 2*dated(list) >= len(list) {
		return list
	}
	return nil
}

// dated returns how many references have a year.
func dated(list []content.Reference) int {
	n := 0
	for _, r := range list {
		if r.Year > 0 {
			n++
		}
	}
	return n
}

// leastReferences are evidence that lines are a list of references, whatever stands above them.
const leastReferences = 4

// read splits lines into references and parses them.
func read(lines []string) []content.Reference {
	var list []content.Reference
	var before []string // the authors of the one before
	all, marked := split(lines)
	for _, raw := range all {
		if len(list) == maxReferences {
			break
		}
		if r, ok := parse(raw, before); ok {
			list = append(list, r)
			before = r.Authors
		}
	}
	// Many lines without a mark, and hardly a reference among them, are not a list of references,
	// nor are several items without a year.
	if len(list) < 2 && len(lines) > 8 && !marked || len(list) > leastReferences && dated(list) == 0 {
		return nil
	}
	return list
}
