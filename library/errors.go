package library

import (
	"fmt"
	"strings"
)

// QueryError is the error of a [Query] that cannot be understood. Either Where or Sort is set.
type QueryError struct {
	Where   string // the condition that is wrong, shortened if it is too long
	Sort    string // the column that does not exist
	Problem string
}

// Error returns the part of the query that is wrong, and the problem.
func (e *QueryError) Error() string {
	if e.Sort != "" {
		return fmt.Sprintf("sorted by %q: %s", e.Sort, e.Problem)
	}
	return "where " + e.Where + ": " + e.Problem
}

// AmbiguousError is the error of a name that several documents have.
type AmbiguousError struct {
	Name      string
	Documents []Document // at most twenty
}

// Error lists the documents, each with enough of its hash to name it.
func (e *AmbiguousError) Error() string {
	digits := 8
	for i, d := range e.Documents {
		for _, other := range e.Documents[:i] {
			for digits < len(d.SHA256) && strings.HasPrefix(other.SHA256, d.SHA256[:digits]) {
				digits++
			}
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: the name of several documents; use the first digits of a hash:", e.Name)
	for _, d := range e.Documents {
		url := ""
		if len(d.Locations) > 0 {
			url = d.Locations[0].URL
		}
		fmt.Fprintf(&b, "\n%.*s  %s", digits, d.SHA256, url)
	}
	return b.String()
}
