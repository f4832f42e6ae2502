// Package loginpage recognizes, by their URLs, pages that are shown before others: where a
// visitor logs in or agrees to cookies.
//
// A site that sends every visitor to such a page names in its query the page to return
// to. [Canonical] removes that name, so that a thousand redirects to one login page
// become one URL and not a thousand.
package loginpage

import (
	"net/url"
	"strings"
	"unicode"

	"sluice/weburl"
)

// words are the words in the paths of such pages.
var words = map[string]bool{
	"login": true, "logon": true, "signin": true, "signon": true, "sso": true, "cas": true, "session": true, "sessions": true,
	"auth": true, "oauth": true, "authenticate": true, "authentication": true, "authorize": true, "authorization": true,
	"consent": true, "cookie": true, "cookies": true,
}

// Canonical returns the target of a redirect from a page, without the parameters that
// name this page, when the target is a login page by its path. Any other target is
// returned unchanged.
func Canonical(target, from weburl.URL, rules weburl.Rules) weburl.URL {
	if target.Query() == "" || !IsPath(target.Path()) {
		return target
	}
	kept := make([]string, 0, 8)
	for parameter := range strings.SplitSeq(target.Query(), "&") {
		if _, value, _ := strings.Cut(parameter, "="); !namesPage(value, from) {
			kept = append(kept, parameter)
		}
	}
	bare, _, _ := strings.Cut(target.String(), "?")
	if len(kept) > 0 {
		bare += "?" + strings.Join(kept, "&")
	}
	if page, err := rules.Parse(bare); err == nil && page.Key() != from.Key() {
		return page
	}
	return target
}

// IsPath reports whether a path has a word of login pages, or two words that make one:
// sign-in, logIn.
func IsPath(path string) bool {
	before := ""
	for _, word := range strings.FieldsFunc(splitCamelCase(path), func(r rune) bool { return !unicode.IsLetter(r) }) {
		word = strings.ToLower(word)
		if words[word] || words[before+word] {
			return true
		}
		before = word
	}
	return false
}

// splitCamelCase returns s with a space between the words of names like cookieAbsent.
func splitCamelCase(s string) string {
	var b strings.Builder
	lower := false
	for _, r := range s {
		if lower && unicode.IsUpper(r) {
			b.WriteByte(' ')
		}
		lower = unicode.IsLower(r)
		b.WriteRune(r)
	}
	return b.String()
}

// namesPage reports whether the value of a parameter is the URL of a page, or its path.
func namesPage(value string, page weburl.URL) bool {
	whole := strings.TrimPrefix(page.String(), page.Scheme()+"://")
	for range 2 { // values are escaped twice at most
		plain, err := url.QueryUnescape(value)
		if err != nil {
			return false
		}
		if plain == page.Path() || plain == page.RequestURI() || whole == strings.TrimPrefix(strings.TrimPrefix(plain, "https://"), "http://") {
			return len(plain) > 0
		}
		value = plain
	}
	return false
}
