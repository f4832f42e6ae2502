// Package challenge recognizes answers that are not the page or document asked for: a check for robots, the block page of a
// filter, a login form, a cookie wall, a parked domain, a rate limit, a notice of maintenance.
//
// [Recognize] decides by two layers of rules. The first is a table of vendors: headers and parts of the HTML that only their
// challenges have. The second needs no vendor: it adds up evidence such as a text of a few words, the words of such pages in
// several languages, a captcha, a request to switch on JavaScript, a form without fields. New kinds of challenges are
// recognized by it.
//
// A page with a long text of its own is never a challenge, whatever words it has.
package challenge

import (
	"net/http"

	"sluice/page"
)

// Kind is what an answer is instead of what was asked for. The words are stored and shown.
type Kind string

// The kinds of challenges.
const (
	Robot       Kind = "check for robots" // a captcha, or a script that a browser must run
	Blocked     Kind = "access blocked"   // by the site, or by a filter on the way to it
	Login       Kind = "login form"
	Consent     Kind = "cookie wall"
	Parked      Kind = "parked domain"
	RateLimit   Kind = "rate limit"
	Maintenance Kind = "maintenance"
	Script      Kind = "script required" // nothing but a request for another browser
)

// IsDefence reports whether a host answers in this way to slow down or keep out a crawler. Other challenges
// belong to single pages.
func (k Kind) IsDefence() bool {
	return k == Robot || k == Blocked || k == RateLimit || k == Maintenance
}

// Challenge is what was recognized.
type Challenge struct {
	Kind   Kind
	Vendor string // of the software that answers so, such as "Cloudflare"; empty if unknown
}

// String returns the kind and, in parentheses, the vendor.
func (c Challenge) String() string {
	if c.Vendor == "" {
		return string(c.Kind)
	}
	return string(c.Kind) + " (" + c.Vendor + ")"
}

// Answer is the answer to a request.
type Answer struct {
	Status int // 0 if it is unknown
	Header http.Header
	Page   *page.Page // nil if the body is no HTML
	Body   []byte     // as UTF-8 or nearly; the rules read its first 128 KiB

	IsLocal bool // whether the server's address is private: there a frame with a private address is no sign of a filter
}

// MaxText is the length in bytes beyond which the text of a page proves that it is one. Callers need not call [Recognize]
// for such pages unless their status is an error.
const MaxText = 6000

// Recognize returns the challenge that an answer is, and false if it is none.
func Recognize(a Answer) (Challenge, bool) { return recognize(a, "") }

// recognize is Recognize without the rules for one vendor.
func recognize(a Answer, without string) (Challenge, bool) {
	if v := vendorOfHeader(a, without); v != nil {
		return v.challenge(), true
	}
	switch a.Status {
	case statusLinkedIn:
		return Challenge{Kind: RateLimit}, true
	case http.StatusTooManyRequests:
		return Challenge{Kind: RateLimit}, true
	case http.StatusTeapot:
		return Challenge{Kind: Blocked}, true
	case http.StatusNotFound, http.StatusGone:
		return Challenge{}, false
	}
	if a.Page == nil || len(a.Page.Text) > MaxText {
		return Challenge{}, false
	}
	e := collect(&a)
	if v := e.vendor(without); v != nil {
		return v.challenge(), true
	}
	kind := e.kind()
	return Challenge{Kind: kind}, kind != ""
}

// statusLinkedIn is a status that no standard has: "request denied".
const statusLinkedIn = 999
