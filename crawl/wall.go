package crawl

import (
	"net/url"
	"strings"

	"sluice/weburl"
)

// gates are words in the paths of pages that stand before others: where one logs in,
// or agrees to cookies.
var gates = []string{"login", "logon", "signin", "sign-in", "sign_in", "sso", "auth", "session", "/cas", "consent", "cookie"}

// gateOf gives the page before a page that a redirect leads to, without the
// parameters by which that would lead back: thus all pages behind one login lead to
// one URL. Any other target it leaves as it is.
func (r *rules) gateOf(target, from weburl.URL) weburl.URL {
	if target.Query() == "" || !isGate(target.Path()) {
		return target
	}
	kept := make([]string, 0, 8)
	for parameter := range strings.SplitSeq(target.Query(), "&") {
		if _, value, _ := strings.Cut(parameter, "="); !leadsBack(value, from) {
			kept = append(kept, parameter)
		}
	}
	bare := withoutQuery(target.String())
	if len(kept) > 0 {
		bare += "?" + strings.Join(kept, "&")
	}
	if gate, err := r.url.Parse(bare); err == nil && gate.Key() != from.Key() {
		return gate
	}
	return target
}

func isGate(path string) bool {
	path = strings.ToLower(path)
	for _, word := range gates {
		if strings.Contains(path, word) {
			return true
		}
	}
	return false
}

// leadsBack tells whether the value of a parameter names the page from: its URL, or its path.
func leadsBack(value string, from weburl.URL) bool {
	for range 2 { // escaped twice at most
		plain, err := url.QueryUnescape(value)
		if err != nil {
			return false
		}
		if plain == from.Path() || plain == from.RequestURI() || withoutScheme(from) == strings.TrimPrefix(strings.TrimPrefix(plain, "https://"), "http://") {
			return len(plain) > 0
		}
		value = plain
	}
	return false
}

func withoutQuery(u string) string {
	if i := strings.IndexAny(u, "?#"); i >= 0 {
		return u[:i]
	}
	return u
}
