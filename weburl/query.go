package weburl

import (
	"iter"
	"slices"
	"strings"
)

// sortedQuery returns a query with its parameters sorted by name, then by value.
func sortedQuery(query string) string {
	if strings.IndexByte(query, '&') < 0 {
		return query
	}
	parameters := strings.Split(query, "&")
	slices.SortStableFunc(parameters, func(a, b string) int {
		aName, aValue, _ := strings.Cut(a, "=")
		bName, bValue, _ := strings.Cut(b, "=")
		if c := strings.Compare(aName, bName); c != 0 {
			return c
		}
		return strings.Compare(aValue, bValue)
	})
	return strings.Join(parameters, "&")
}

// Parameters yields the names and values of the query's parameters, in order and with their escapes. Ampersands or
// semicolons separate them; those without a name are left out.
func (u URL) Parameters() iter.Seq2[string, string] {
	query := u.Query()
	return func(yield func(string, string) bool) {
		for query != "" {
			end := strings.IndexAny(query, "&;")
			parameter := query
			if end >= 0 {
				parameter, query = query[:end], query[end+1:]
			} else {
				query = ""
			}
			name, value, _ := strings.Cut(parameter, "=")
			if name != "" && !yield(name, value) {
				return
			}
		}
	}
}
