package weburl

import (
	"fmt"
	"strings"
)

// Restore gives back the URL of which s is the [URL.String], as from a store. It trusts s: it looks only for
// scheme, host and path, so that text from elsewhere belongs to [Parse]. What has none of them is an error.
func Restore(s string) (URL, error) {
	rest, ok := strings.CutPrefix(s, "http")
	rest = strings.TrimPrefix(rest, "s")
	host, isAbsolute := strings.CutPrefix(rest, "://")
	if !ok || !isAbsolute || strings.IndexByte(host, '/') <= 0 || len(s) > MaxLength {
		return URL{}, fmt.Errorf("restore URL %q: %w", excerpt(s), ErrMalformed)
	}
	return makeURL(s), nil
}
