package fulltext

import (
	"strings"

	"sluice/internal/doiform"
	"sluice/internal/lazyregexp"
)

// anyDOI matches a DOI, with a label or the address of a resolver before it, or without.
var anyDOI = lazyregexp.New(`^(?i:<?https?://(?:dx\.|www\.)?doi\.org/|doi[:.])?(` + doiform.Prefix + `[^\s*~]+)$`)

// doiOf returns the DOI that a word of a query is, or "". Its parts alone name nothing: the first is that of all DOIs, the second that of
// all works of a publisher.
func doiOf(raw string) string {
	if m := anyDOI.FindStringSubmatch(raw); m != nil {
		return m[1]
	}
	return ""
}

// beginsWithDOI reports whether the first word of a query is a DOI.
func beginsWithDOI(query string) bool {
	word, _, _ := strings.Cut(query, " ")
	return doiOf(word) != ""
}
