package weburl

import (
	"bytes"

	"sluice/weburl/internal/session"
)

// nameSet returns the set of some names.
func nameSet(names ...string) map[string]bool {
	set := make(map[string]bool, len(names))
	for _, name := range names {
		set[name] = true
	}
	return set
}

// clean removes the parameters that rules forbid from the path, which begins at path in buf, and from the query, which
// begins with its question mark at query if there is one. It returns buf and the new begin of the query.
func clean(buf []byte, path, query int, rules ruleSet) ([]byte, int) {
	if rules&ruleSession != 0 && bytes.IndexByte(buf[path:query], ';') >= 0 {
		rest := buf[query:]
		end := cleanPath(buf[path:query])
		buf = append(buf[:path+end], rest...)
		query = path + end
	}
	if query == len(buf) {
		return buf, query
	}
	if rules&(ruleSession|ruleTracking) != 0 {
		buf = buf[:query+1+cleanQuery(buf[query+1:], rules)]
	}
	if rules&ruleEmptyQuery != 0 && len(buf) == query+1 {
		buf = buf[:query]
	}
	return buf, query
}

// cleanPath removes the session parameters (;name=value) from a path in place and returns its new length. A parameter
// after a dot segment stays: without it the dots would change the path.
func cleanPath(path []byte) int {
	end := 0
	for i := 0; i < len(path); {
		n := 1
		for i+n < len(path) && path[i+n] != ';' && path[i+n] != '/' {
			n++
		}
		if part := path[i : i+n]; part[0] != ';' || endsInDots(path[:end]) || session.KindOf(part[1:]) != session.Session {
			end += copy(path[end:], part)
		}
		i += n
	}
	return end
}

// endsInDots reports whether the last segment of a path is a dot segment.
func endsInDots(path []byte) bool {
	return bytes.HasSuffix(path, []byte("/.")) || bytes.HasSuffix(path, []byte("/.."))
}

// cleanQuery removes the forbidden parameters from a query in place and returns its new length. Ampersands and semicolons
// separate parameters; each is removed with the sign before it.
func cleanQuery(query []byte, rules ruleSet) int {
	end, kept := 0, 0
	for i := 0; i < len(query); {
		sign := 0
		if query[i] == '&' || query[i] == ';' {
			sign = 1
		}
		n := sign
		for i+n < len(query) && query[i+n] != '&' && query[i+n] != ';' {
			n++
		}
		parameter := query[i+sign : i+n]
		if forbidden(parameter, rules) {
			i += n
			continue
		}
		if kept == 0 && i > 0 && end == 0 {
			i, n = i+sign, n-sign // the first one that stays, after removed ones
		}
		end += copy(query[end:], query[i:i+n])
		kept++
		i += n
	}
	return end
}

// forbidden reports whether rules remove a parameter, name=value, from a query.
func forbidden(parameter []byte, rules ruleSet) bool {
	kind := session.KindOf(parameter)
	return rules&ruleSession != 0 && kind == session.Session || rules&ruleTracking != 0 && kind == session.Campaign ||
		rules&ruleAnySID != 0 && isSID(parameter)
}

// isSID reports whether a parameter is called sid or _sid.
func isSID(parameter []byte) bool {
	name, _, _ := bytes.Cut(parameter, []byte("="))
	return bytes.EqualFold(name, []byte("sid")) || bytes.EqualFold(name, []byte("_sid"))
}
