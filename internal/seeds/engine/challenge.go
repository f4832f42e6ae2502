package engine

import (
	"bytes"
	"net/http"
	"slices"

	"sluice/internal/challenge"
	"sluice/page"
	"sluice/weburl"
)

// challengeIn returns the challenge that an answer in HTML is, such as "check for robots (Cloudflare)", and false if it is none: a captcha in place of a result page
// must not count as a search without results. It is asked only about answers without results: there the parts of a captcha are enough.
func challengeIn(status int, header http.Header, body []byte, contentType string, u weburl.URL) (string, bool) {
	parser := page.Parser{Rules: weburl.NoRules()}
	p := parser.Parse(body, page.Source{URL: u, ContentType: contentType})
	defer p.Release()
	c, is := challenge.Recognize(challenge.Answer{Status: status, Header: header, Page: p, Body: body})
	if !is && slices.ContainsFunc(captchas, func(name string) bool { return bytes.Contains(body, []byte(name)) }) {
		return string(challenge.Robot), true
	}
	return c.String(), is && c.Kind != challenge.RateLimit // which the status says
}

// captchas are the classes of elements that become a captcha.
var captchas = []string{`class="g-recaptcha"`, `class="h-captcha"`, `class="cf-turnstile"`}
