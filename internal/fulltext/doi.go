package fulltext

import (
	"strings"
	"unicode"

	"sluice/internal/doiform"
	"sluice/internal/lazyregexp"
)

// anyDOI matches a DOI, with brackets, and a label or the address of a resolver before it, or without. Brackets behind it may stay: they belong to no word.
var anyDOI = lazyregexp.New(`^[(\[{<]*(?i:(?:https?://)?(?:dx\.|www\.)?doi\.org/|doi[:.])?(` + doiform.Prefix + `[^\s*~]+)$`)

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
	if end := strings.IndexFunc(query, unicode.IsSpace); end >= 0 {
		query = query[:end]
	}
	return doiOf(query) != ""
}
