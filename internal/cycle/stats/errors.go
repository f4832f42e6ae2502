package stats

import (
	"cmp"
	"net/http"
	"slices"

	"sluice/internal/catalogue"
)

// ErrorClass counts the URLs that brought nothing for one kind of cause (CNDROBOT, table 26).
type ErrorClass struct {
	Class          string  `json:"class"`
	URLs           int64   `json:"urls"`
	ShareOfErrors  float64 `json:"share_of_errors"`  // 0 to 1
	ShareOfVisited float64 `json:"share_of_visited"` // 0 to 1
}

// The classes of errors.
const (
	errorMoved     = "moved (redirect)"
	errorGone      = "not there (404, 410, soft 404)"
	errorDenied    = "permission denied (401, 403, 407, 451)"
	errorClient    = "other request error (4xx)"
	errorServer    = "server error (5xx)"
	errorNoAnswer  = "no answer"
	errorNoContent = "no content"
	errorChallenge = "challenge instead of the page"
	errorOther     = "other"
)

// errorClass returns the class of visits, empty for those that have brought what was asked for.
func errorClass(v *catalogue.VisitCount) string {
	switch v.Class {
	case catalogue.VisitRedirect:
		return errorMoved
	case catalogue.VisitChallenge:
		return errorChallenge
	case catalogue.VisitPage, catalogue.VisitDocument:
		if v.IsEmpty {
			return errorNoContent
		}
		return ""
	case catalogue.VisitError:
	default:
		return ""
	}
	if v.Cause == catalogue.CauseSoft404 {
		return errorGone
	}
	switch v.Status {
	case 0:
		return errorNoAnswer
	case http.StatusNotFound, http.StatusGone:
		return errorGone
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusProxyAuthRequired, http.StatusUnavailableForLegalReasons:
		return errorDenied
	case http.StatusNoContent:
		return errorNoContent
	}
	switch {
	case v.Status >= 500 && v.Status < 600:
		return errorServer
	case v.Status >= 400 && v.Status < 500:
		return errorClient
	}
	return errorOther
}

// errorClasses returns the classes that have URLs, the most frequent first.
func (a *analysis) errorClasses() []ErrorClass {
	all := []ErrorClass{}
	total := int64(0)
	for _, n := range a.errors {
		total += n
	}
	for class, n := range a.errors {
		all = append(all, ErrorClass{Class: class, URLs: n, ShareOfErrors: float64(n) / float64(total), ShareOfVisited: float64(n) / float64(a.visited)})
	}
	slices.SortFunc(all, func(a, b ErrorClass) int {
		return cmp.Or(cmp.Compare(b.URLs, a.URLs), cmp.Compare(a.Class, b.Class))
	})
	return all
}
