package weburl

import (
	"fmt"
	"slices"
	"strings"
)

// Rules is a set of named rules for the canonical form, each on or off. The zero value is [DefaultRules]. Rules are plain
// values, comparable, and safe for concurrent use. A crawl must keep its rules: by other rules its known URLs look new.
type Rules struct {
	flipped ruleSet // the rules that differ from the defaults
}

// DefaultRules keep the differences between URLs that matter to servers, and remove those that only authors make.
var DefaultRules Rules

// ruleSet is a set of rules, one bit each.
type ruleSet uint64

// rule is one entry of the rule table.
type rule struct {
	name     string
	set      ruleSet
	standard bool // on by default
	doc      string
}

const (
	ruleRepair ruleSet = 1 << iota
	ruleCredentials
	ruleAnyCredentials
	ruleFragment
	ruleTrailingDot
	ruleUnescape
	ruleUpperEscapes
	rulePercent
	ruleSession
	ruleTracking
	ruleEmptyQuery
	ruleDefaultPort
	ruleDots
	ruleRootSlash
	ruleAsWritten
	ruleAddScheme
	ruleLenientHost
	ruleOneScheme
	ruleNoWWW
	ruleUnicodeHost
	ruleSingleSlashes
	ruleLastSlash
	ruleDefaultPage
	ruleLowerCase
	ruleUnescapeAll
	ruleUnescapeRepeated
	ruleStrictEscapes
	ruleAnySID
	ruleSessionSegments
	ruleSortQuery
	ruleEmptyParameters
	ruleBlankValues
	rulePlus
)

// ruleTable lists the rules: first those that are on by default, then the others.
var ruleTable = []rule{
	{"repair", ruleRepair, true, "correct mistakes of authors: scheme typos, stray quotes, line breaks, left-over entities"},
	{"credentials", ruleCredentials, true, "drop user:password@ of http and https"},
	{"fragment", ruleFragment, true, "drop the fragment"},
	{"trailing-dot", ruleTrailingDot, true, "drop the dot at the end of a host name"},
	{"unescape", ruleUnescape, true, "decode escapes of unreserved characters: letters, digits, - . _ ~"},
	{"upper-escapes", ruleUpperEscapes, true, "write escapes in upper-case hexadecimal"},
	{"percent", rulePercent, true, "escape a percent sign that begins no escape"},
	{"session", ruleSession, true, "drop session identifiers from path and query: ;jsessionid=, PHPSESSID, sid and similar"},
	{"tracking", ruleTracking, true, "drop the parameters of campaigns: utm_*, gclid, fbclid and similar"},
	{"empty-query", ruleEmptyQuery, true, "drop a question mark without a query"},
	{"default-port", ruleDefaultPort, true, "drop the port that the scheme has by default"},
	{"dots", ruleDots, true, "remove dot segments from the path"},
	{"root-slash", ruleRootSlash, true, "write an empty path as /"},
	{"any-credentials", ruleAnyCredentials, false, "drop user:password@ of any scheme"},
	{"as-written", ruleAsWritten, false, "read the URL by RFC 3986 and keep everything that no other rule changes"},
	{"add-scheme", ruleAddScheme, false, "read a URL without scheme as http"},
	{"lenient-host", ruleLenientHost, false, "accept hosts that no resolver accepts, escaped; read a host of dots alone as 0.0.0.0"},
	{"one-scheme", ruleOneScheme, false, "write https as http"},
	{"no-www", ruleNoWWW, false, "drop www., www2. and the like in front of the host"},
	{"unicode-host", ruleUnicodeHost, false, "write the host in Unicode"},
	{"single-slashes", ruleSingleSlashes, false, "write slashes in a row as one"},
	{"last-slash", ruleLastSlash, false, "drop the slash at the end of a path"},
	{"default-page", ruleDefaultPage, false, "drop index.html and other names of default pages"},
	{"lower-case", ruleLowerCase, false, "write path and query in lower case"},
	{"unescape-all", ruleUnescapeAll, false, "decode every escape whose character is allowed unescaped"},
	{"unescape-repeated", ruleUnescapeRepeated, false, "decode escapes of escapes, until nothing changes"},
	{"strict-escapes", ruleStrictEscapes, false, "escape characters that RFC 3986 allows nowhere: [ ] | ^ \\ in path, query and fragment"},
	{"any-sid", ruleAnySID, false, "drop every sid and _sid, whatever its value"},
	{"session-segments", ruleSessionSegments, false, "drop segments of the path that are session identifiers, such as (S(...)) of ASP.NET"},
	{"sort-query", ruleSortQuery, false, "sort the parameters of the query"},
	{"empty-parameters", ruleEmptyParameters, false, "drop parameters without a name, and equals signs without a value"},
	{"blank-values", ruleBlankValues, false, "write an equals sign after every parameter's name"},
	{"plus", rulePlus, false, "write spaces in the query as plus signs"},
}

// defaultSet holds the rules that are on by default.
var defaultSet = func() (set ruleSet) {
	for _, r := range ruleTable {
		if r.standard {
			set |= r.set
		}
	}
	return set
}()

// RuleNames returns the names of all rules, in the order in which the documentation lists them.
func RuleNames() []string {
	names := make([]string, len(ruleTable))
	for i, r := range ruleTable {
		names[i] = r.name
	}
	return names
}

// RuleDoc returns a line that says what the rule with this name does, or "".
func RuleDoc(name string) string {
	if i := ruleIndex(name); i >= 0 {
		return ruleTable[i].doc
	}
	return ""
}

// ruleIndex returns the index of a rule in ruleTable, or -1.
func ruleIndex(name string) int {
	return slices.IndexFunc(ruleTable, func(r rule) bool { return r.name == name })
}

// ParseRules reads a list of changes to the default rules, as a user writes it: names separated by commas or spaces, with
// a minus sign before those to turn off ("sort-query,-tracking"). The name "none" turns off all rules so far.
func ParseRules(s string) (Rules, error) {
	r := DefaultRules
	for _, word := range strings.FieldsFunc(s, func(c rune) bool { return c == ',' || c == ' ' }) {
		name, off := strings.CutPrefix(word, "-")
		switch i := ruleIndex(name); {
		case word == "none":
			r = NoRules()
		case i < 0:
			return Rules{}, fmt.Errorf("unknown URL rule %q (known: %s)", name, strings.Join(RuleNames(), ", "))
		case off:
			r = r.Without(name)
		default:
			r = r.With(name)
		}
	}
	return r, nil
}

// NoRules returns the empty set of rules: URLs are as the URL Standard makes them.
func NoRules() Rules { return Rules{flipped: defaultSet} }

// With returns the set with the named rules on. It panics on an unknown name; use [ParseRules] for
// names that a user writes.
func (r Rules) With(names ...string) Rules {
	return rulesOf(r.on() | namedRules(names))
}

// Without returns the set with the named rules off. It panics on an unknown name.
func (r Rules) Without(names ...string) Rules {
	return rulesOf(r.on() &^ namedRules(names))
}

// Has reports whether the named rule is on.
func (r Rules) Has(name string) bool {
	i := ruleIndex(name)
	return i >= 0 && r.has(ruleTable[i].set)
}

// String returns the names of the rules that are on, separated by commas.
func (r Rules) String() string {
	var names []string
	for _, rule := range ruleTable {
		if r.has(rule.set) {
			names = append(names, rule.name)
		}
	}
	return strings.Join(names, ",")
}

// namedRules returns the set of the named rules.
func namedRules(names []string) (set ruleSet) {
	for _, name := range names {
		i := ruleIndex(name)
		if i < 0 {
			panic("weburl: unknown rule " + name)
		}
		set |= ruleTable[i].set
	}
	return set
}

// rulesOf returns the rules that are in a set. Rules stores the difference to the defaults, so that its zero value has the
// default rules.
func rulesOf(on ruleSet) Rules { return Rules{flipped: on ^ defaultSet} }

// on returns the set of the rules that are on.
func (r Rules) on() ruleSet { return r.flipped ^ defaultSet }

// has reports whether one of some rules is on.
func (r Rules) has(rule ruleSet) bool { return r.on()&rule != 0 }
