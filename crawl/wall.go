package crawl

import (
	"net/url"
	"strings"
	"unicode"

	"sluice/weburl"
)

// gates are words in the paths of pages that stand before others: where one logs in,
// or agrees to cookies.
var gates = map[string]bool{
	"login": true, "logon": true, "signin": true, "signon": true, "sso": true, "cas": true, "session": true, "sessions": true,
	"auth": true, "oauth": true, "authenticate": true, "authentication": true, "authorize": true, "authorization": true,
	"consent": true, "cookie": true, "cookies": true,
}

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

// isGate tells whether a path has one of the words, or two that make one: sign-in, logIn.
func isGate(path string) bool {
	before := ""
	for _, word := range strings.FieldsFunc(parted(path), func(r rune) bool { return !unicode.IsLetter(r) }) {
		word = strings.ToLower(word)
		if gates[word] || gates[before+word] {
			return true
		}
		before = word
	}
	return false
}

// parted parts the words of a name like cookieAbsent by spaces.
func parted(s string) string {
	var b strings.Builder
	small := false
	for _, r := range s {
		if small && unicode.IsUpper(r) {
			b.WriteByte(' ')
		}
		small = unicode.IsLower(r)
		b.WriteRune(r)
	}
	return b.String()
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
