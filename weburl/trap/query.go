package trap

import (
	"strings"

	"sluice/weburl"
)

// sortParameters are names of parameters that change the order or the look of a page, not its content; in lower case.
var sortParameters = setOf("sort", "sortby", "sort_by", "sort-by", "sortorder", "sort_order", "sortdir", "sort_dir",
	"order", "orderby", "order_by", "orderdir", "order_dir", "direction", "asc", "desc", "viewmode", "style", "theme", "skin",
	"fontsize", "font_size", "print", "printable")

// wikiActions are, by parameter, the values with which a wiki or a version control viewer shows the history, differences
// or forms of a page and not the page.
var wikiActions = map[string]map[string]bool{
	"action": setOf("edit", "history", "info", "raw", "submit", "delete", "watch", "unwatch", "diff", "print", "purge",
		"attachfile", "likepages", "fullsearch", "login", "rollback"),
	"do": setOf("edit", "diff", "revisions", "backlink", "recent", "index", "login", "media", "register", "resendpwd", "admin",
		"search", "export_raw", "addtobook"),
	"view": setOf("diff", "annotate", "log", "markup", "co", "graph"),
	"a":    setOf("blobdiff", "commitdiff", "blame", "history", "shortlog", "snapshot", "search"),
}

// isQuerySpace reports whether a link has a query that can be combined or nested without end.
func isQuerySpace(link, from weburl.URL) bool {
	query := link.Query()
	if query == "" {
		return false
	}
	const maxQuery, maxParameters, maxSame = 1024, 16, 8
	if len(query) > maxQuery || strings.Contains(query, "%25252") {
		return true
	}
	if nameOf(link) == "" && isDirectorySort(query) {
		return true
	}
	count := 0
	for name, value := range link.Parameters() {
		count++
		name = strings.ToLower(name)
		if wikiActions[name][strings.ToLower(value)] || name == "oldid" || name == "returnto" || name == "printable" {
			return true
		}
	}
	return count > maxParameters || repeatsParameter(link, maxSame) || reorders(link, from)
}

// isDirectorySort reports whether a query sorts a column of Apache's directory listings.
func isDirectorySort(query string) bool {
	switch {
	case len(query) == 3:
		return strings.IndexByte("NMSD", query[0]) >= 0 && query[1] == '=' && strings.IndexByte("AD", query[2]) >= 0
	case len(query) == 7:
		return query[:2] == "C=" && strings.IndexByte("NMSD", query[2]) >= 0 && query[4:6] == "O="
	}
	return false
}

// repeatsParameter reports whether a parameter is in a query twice with one value, or more than most times with any
// values.
func repeatsParameter(link weburl.URL, most int) bool {
	const looked = 24
	var names, values [looked]string
	n := 0
	for name, value := range link.Parameters() {
		if n == looked {
			break
		}
		same := 1
		for i := range n {
			if names[i] != name {
				continue
			}
			same++
			if values[i] == value && value != "" || same > most {
				return true
			}
		}
		names[n], values[n] = name, value
		n++
	}
	return false
}

// reorders reports whether a link leads to the page that it is on, in another order or look: the paths are the same, and
// the queries differ only in parameters for that.
func reorders(link, from weburl.URL) bool {
	if from.IsZero() || link.Path() != from.Path() || link.Host() != from.Host() || link.Query() == from.Query() {
		return false
	}
	return hasAll(link, from) && hasAll(from, link)
}

// hasAll reports whether the query of other has every parameter of u, except those that sort.
func hasAll(u, other weburl.URL) bool {
	for name, value := range u.Parameters() {
		if !sortParameters[strings.ToLower(name)] && !hasParameter(other, name, value) {
			return false
		}
	}
	return true
}

// hasParameter reports whether the query of u has a parameter with this value.
func hasParameter(u weburl.URL, name, value string) bool {
	for n, v := range u.Parameters() {
		if n == name && v == value {
			return true
		}
	}
	return false
}
