package robots

import (
	"strings"
	"time"
)

// Profile is a way to read robots.txt. The zero Profile is [RFC9309].
type Profile struct {
	name    string
	concern func(value string, agents []string) int // how well a User-agent line names the crawler; nil: by product token
	literal bool                                    // percent-encoding is compared as it stands
	index   bool                                    // Allow: /x/index.html allows /x/ too
	markup  bool                                    // HTML tags are passed over, not the whole body
	strict  bool                                    // nothing is guessed: neither encoding nor binary bodies
	apart   bool                                    // any line between two User-agent lines parts their groups
	dollar  bool                                    // a $ at the end is a character too
	patient time.Duration                           // a longer Crawl-delay forbids everything; 0: none does
	maxLine int                                     // bytes of a line that are read; 0: all
}

// The profiles. Only the first is for crawling; the others are how well-known parsers
// differ from it, so that each can be held against its own tests.
var (
	// RFC9309 is the standard: groups of the same product token are one, the most
	// octets win, and percent-encoding is normalised before it is compared.
	RFC9309 = Profile{name: "rfc9309"}
	// Google is what Google's open parser does: it compares percent-encoding literally,
	// reads the first 16,664 bytes of a line, and lets Allow: /x/index.html stand for
	// /x/ too.
	Google = Profile{name: "google", concern: googleConcern, literal: true, index: true, strict: true, maxLine: 2083 * 8}
	// CrawlerCommons takes a User-agent line for several names, each of which may be
	// the beginning of the crawler's, finds rules inside HTML, and stays away from a
	// site that asks for a delay of more than five minutes.
	CrawlerCommons = Profile{name: "crawler-commons", concern: prefixConcern, markup: true, patient: 5 * time.Minute}
	// CrawlerCommonsExact is CrawlerCommons with whole names.
	CrawlerCommonsExact = Profile{name: "crawler-commons-exact", concern: exactConcern, markup: true, patient: 5 * time.Minute}
	// Protego, Scrapy's parser, takes any part of the crawler's name for a match, and a
	// $ at the end of a rule for the end of the path and for itself.
	Protego = Profile{name: "protego", concern: partConcern, index: true, apart: true, dollar: true}
)

// String returns the name of the profile.
func (p Profile) String() string {
	if p.name == "" {
		return RFC9309.name
	}
	return p.name
}

// How well a User-agent line names a crawler: notNamed, everyone for "*", or more the
// more octets the name has that it matched.
const (
	notNamed = -1
	everyone = 0
)

// concerns returns how well the value of a User-agent line names one of the agents.
func (p Profile) concerns(value string, agents []string) int {
	concern := p.concern
	if concern == nil {
		concern = tokenConcern
	}
	level := concern(value, agents)
	if level == notNamed && (value == "*" || strings.HasPrefix(value, "* ") || strings.HasPrefix(value, "*\t")) {
		return everyone
	}
	return level
}

// tokenConcern compares the product tokens of both.
func tokenConcern(value string, agents []string) int {
	name := productToken(value)
	for _, a := range agents {
		if name != "" && strings.EqualFold(name, productToken(a)) {
			return len(name)
		}
	}
	return notNamed
}

// productToken returns the product token that s begins with (RFC 9309 section 2.2.1).
func productToken(s string) string {
	for i := range len(s) {
		if c := s[i] | 0x20; (c < 'a' || c > 'z') && s[i] != '-' && s[i] != '_' {
			return s[:i]
		}
	}
	return s
}

// googleConcern wants the crawler's name to be a token as a whole.
func googleConcern(value string, agents []string) int {
	name := productToken(value)
	for _, a := range agents {
		if name != "" && strings.EqualFold(name, a) {
			return len(name)
		}
	}
	return notNamed
}

// prefixConcern is how well a name that may be the beginning of an agent fits.
func prefixConcern(value string, agents []string) int {
	return bestName(value, agents, strings.HasPrefix)
}

// exactConcern is how well a name that must be an agent fits.
func exactConcern(value string, agents []string) int {
	return bestName(value, agents, func(agent, name string) bool { return agent == name })
}

// bestName returns the length of the longest name in value, without its version, that
// is the name of one of the agents.
func bestName(value string, agents []string, same func(agent, name string) bool) int {
	best := notNamed
	for word := range strings.FieldsFuncSeq(strings.ToLower(value), func(r rune) bool { return r == ' ' || r == '\t' || r == ',' }) {
		name, _, _ := strings.Cut(word, "/")
		for _, a := range agents {
			switch {
			case name == "*" && a == "*": // asked for by name, it is a group like the others
				best = longest(agents)
			case name != "" && same(strings.ToLower(a), name):
				best = max(best, len(name))
			}
		}
	}
	return best
}

// longest returns the length of the longest name.
func longest(names []string) int {
	n := 0
	for _, name := range names {
		n = max(n, len(name))
	}
	return n
}

// partConcern is how well a name that may be any part of an agent fits.
func partConcern(value string, agents []string) int {
	plain := func(s string) string { return strings.ToLower(strings.ReplaceAll(s, "*", "")) }
	name := plain(value)
	for _, a := range agents {
		if name != "" && strings.Contains(plain(a), name) {
			return len(name)
		}
	}
	return notNamed
}
