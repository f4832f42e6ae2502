package weburl_test

import (
	"strings"
	"testing"

	"sluice/weburl"
)

// TestErrorsHoldNoPassword parses malformed URLs with a user.
func TestErrorsHoldNoPassword(t *testing.T) {
	for _, url := range []string{
		"https://me:hidden@h:port/", "https://me:hid/den@h/", "https://me:hid#den@h:x/", "http://me:hidden@[bad/", "me:hidden@h/", "ftp://me:hidden@h/",
		"http://me:hid?den@h:99999/", "https:me:hidden@h:x/", "//me:hidden@h:x/",
	} {
		for _, parse := range []func(string) (weburl.URL, error){weburl.Parse, weburl.ParseSeed, weburl.FromCanonical} {
			if _, err := parse(url); err != nil && (strings.Contains(err.Error(), "hid") || strings.Contains(err.Error(), "den")) {
				t.Errorf("error for %q: %v", url, err)
			}
		}
	}
	if _, err := weburl.Parse("mailto:me@h.org"); err == nil || !strings.Contains(err.Error(), "mailto:me@h.org") {
		t.Errorf("error for a mail address: %v", err)
	}
}
