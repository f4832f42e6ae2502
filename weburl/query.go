package weburl

import (
	"slices"
	"strings"
)

// sortedQuery sorts the parameters of a query by name, those of one name by value.
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
