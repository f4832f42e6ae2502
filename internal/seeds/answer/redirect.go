package answer

import (
	"encoding/base64"
	"net/url"
	"strings"
)

// resolve returns the URL of the page to which a reference leads, as it is written: engines send users through redirects of their own, of which
// the target can be read. It is empty for what is no URL of the Web.
func resolve(base *url.URL, href string) string {
	raw := absolute(base, href)
	for range 3 { // a redirect may lead to another
		target := redirected(raw)
		if target == "" {
			break
		}
		raw = target
	}
	return raw
}

// redirected returns the target that the URL of an engine's redirect names, empty if it is none.
func redirected(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return ""
	}
	host, query := strings.TrimPrefix(u.Hostname(), "www."), u.Query()
	switch {
	case strings.HasPrefix(host, "google.") && u.Path == "/url":
		return web(first(query.Get("q"), query.Get("url")))
	case host == "duckduckgo.com" && strings.HasPrefix(u.Path, "/l/"):
		return web(query.Get("uddg"))
	case host == "bing.com" && u.Path == "/ck/a":
		encoded, ok := strings.CutPrefix(query.Get("u"), "a1")
		if !ok {
			return ""
		}
		text, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(encoded, "="))
		if err != nil {
			return ""
		}
		return web(string(text))
	case host == "r.search.yahoo.com":
		for part := range strings.SplitSeq(u.EscapedPath(), "/") {
			if escaped, ok := strings.CutPrefix(part, "RU="); ok {
				if text, err := url.PathUnescape(escaped); err == nil {
					return web(text)
				}
			}
		}
	}
	return ""
}

// web returns a URL of the Web, and nothing for any other text.
func web(s string) string {
	if strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://") {
		return s
	}
	return ""
}

// first returns the first text that is not empty.
func first(texts ...string) string {
	for _, s := range texts {
		if s != "" {
			return s
		}
	}
	return ""
}

// advertisements are parts of URLs through which engines count clicks that somebody pays for.
var advertisements = []string{
	"/aclk?", "/aclick?", "googleadservices.com/", "doubleclick.net/", ".r.msn.com/", "/cbclk", "duckduckgo.com/y.js?", "/y.js?ad_", "bs.yandex.", "yabs.yandex.",
	"overture.com/", "baidu.com/baidu.php?",
}

// isAdvertisement reports whether a URL leads through the counter of an advertisement.
func isAdvertisement(href string) bool {
	for _, part := range advertisements {
		if strings.Contains(href, part) {
			return true
		}
	}
	return false
}
