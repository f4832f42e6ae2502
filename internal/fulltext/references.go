package fulltext

import (
	"strings"

	"sluice/internal/lazyregexp"
	"sluice/text"
)

// referencesHeadings are the headings of lists of references, folded and without diacritics.
var referencesHeadings = map[string]bool{
	"references": true, "references cited": true, "bibliography": true, "literature": true, "literature cited": true, "works cited": true,
	"literatur": true, "literaturverzeichnis": true, "bibliographie": true, "references bibliographiques": true, "referencias": true,
	"referencias bibliograficas": true, "bibliografia": true, "riferimenti bibliografici": true, "literatuur": true, "litteratur": true, "referenser": true,
	"参考文献": true,
}

const (
	maxReferencesHeading = 60  // bytes of its line
	nearReferences       = 300 // bytes behind the heading in which an entry has a year
)

var year = lazyregexp.New(`\b(?:19|20)\d\d\b`)

// listOfReferences returns where the last list of references of a text begins, -1 without any. In a table of contents no year follows the heading.
func listOfReferences(s string) int {
	list, at := -1, 0
	for line := range strings.Lines(s) {
		start := at
		at += len(line)
		if len(line) > maxReferencesHeading || !referencesHeadings[text.Plain(strings.Trim(line, " \t\r\n\f.:0123456789"))] {
			continue
		}
		if year.MatchString(s[at:min(at+nearReferences, len(s))]) {
			list = start
		}
	}
	return list
}
