//go:build yardstick

package weburl_test

import (
	"encoding/base64"
	"encoding/json"
	"net/netip"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"

	"sluice/internal/conformancetest"
	"sluice/page"
	"sluice/weburl"
)

// conformanceCase is one line of the files of URL cases.
type conformanceCase struct {
	ID, Suite, Test         string
	Base, RelativeTo        string
	Input, Output, Expected json.RawMessage
	Options                 string
	Failure                 bool
	Href                    string
}

// text returns a value that is a string, or bytes in base64; false for null.
func text(t *testing.T, raw json.RawMessage) (string, bool) {
	t.Helper()
	if len(raw) == 0 || string(raw) == "null" {
		return "", false
	}
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s, true
	}
	var encoded struct{ B64 string }
	if err := json.Unmarshal(raw, &encoded); err != nil {
		t.Fatalf("neither string nor bytes: %s", raw)
	}
	b, err := base64.StdEncoding.DecodeString(encoded.B64)
	if err != nil {
		t.Fatal(err)
	}
	return string(b), true
}

func TestConformanceParse(t *testing.T) {
	y := conformancetest.NewTally(t, "url_parse")
	for _, c := range conformancetest.Cases[conformanceCase](t, "url_parse") {
		input, _ := text(t, c.Input)
		got, err := weburl.NoRules().CanonicalRef(c.Base, input)
		if c.Failure {
			y.Count(c.Suite, c.ID, err != nil, "%q on %q = %q, want an error", input, c.Base, got)
		} else {
			y.Count(c.Suite, c.ID, got == c.Href, "%q on %q = %q, %v, want %q", input, c.Base, got, err, c.Href)
		}
	}
	y.Report(conformancetest.Bars{All: 99})
}

func TestConformanceResolve(t *testing.T) {
	profiles := map[string]weburl.Rules{
		"nutch-resolve-rfc3986": weburl.NoRules().With("as-written"),
	}
	y := conformancetest.NewTally(t, "url_resolve")
	for _, c := range conformancetest.Cases[conformanceCase](t, "url_resolve") {
		input, _ := text(t, c.Input)
		want, _ := text(t, c.Expected)
		rules, ok := profiles[c.Suite]
		if !ok {
			rules = weburl.NoRules()
		}
		got, err := rules.CanonicalRef(c.Base, input)
		y.Count(c.Suite, c.ID, got == want, "%q on %q = %q, %v, want %q", input, c.Base, got, err, want)
	}
	y.Report(conformancetest.Bars{All: 99})
}

func TestConformanceToASCII(t *testing.T) {
	y := conformancetest.NewTally(t, "url_toascii")
	for _, c := range conformancetest.Cases[conformanceCase](t, "url_toascii") {
		input, _ := text(t, c.Input)
		want, valid := text(t, c.Output)
		got, err := weburl.HostASCII(input)
		y.Count(c.Suite, c.ID, (err == nil) == valid && got == want, "%q = %q, %v, want %q", input, got, err, want)
	}
	y.Report(conformancetest.Bars{All: 66})
}

// TestConformanceSetters reads again what setters of URLs must make, which shows that it is stable; there are no setters
// here, because URLs do not change.
func TestConformanceSetters(t *testing.T) {
	type setterCase struct {
		ID, Suite, Property, Href string
		Expected                  struct{ Href string }
	}
	y := conformancetest.NewTally(t, "url_setters")
	for _, c := range conformancetest.Cases[setterCase](t, "url_setters") {
		got, err := weburl.NoRules().Canonical(c.Expected.Href)
		y.Count(c.Suite, c.ID, got == c.Expected.Href, "%s of %q: %q = %q, %v", c.Property, c.Href, c.Expected.Href, got, err)
	}
	y.Report(conformancetest.Bars{})
}

// canonicalProfiles are the rules under which each suite is right; the suites want different forms.
var canonicalProfiles = map[string]weburl.Rules{
	"crawler-commons-basic": weburl.DefaultRules.Without("repair", "tracking", "session").
		With("sort-query", "single-slashes", "empty-parameters", "strict-escapes"),
	"nutch-basic": weburl.DefaultRules.Without("repair", "tracking", "session", "trailing-dot").
		With("single-slashes", "strict-escapes"),
	"nutch-regex-default": weburl.DefaultRules.With("any-sid", "single-slashes", "default-page", "empty-parameters"),
	"nutch-querystring":   weburl.NoRules().With("sort-query"),

	"urlcanon-semantic-precise": weburl.DefaultRules.Without("repair", "tracking", "session", "fragment", "empty-query").
		With("unescape-all", "unescape-repeated", "lenient-host", "sort-query", "single-slashes", "add-scheme", "any-credentials", "trailing-dot"),
	"urlcanon-aggressive":                   aggressive,
	"urlcanon-supplemental-whatwg":          weburl.NoRules().With("lenient-host"),
	"urlcanon-surt-canonicalizer-defaultia": aggressive,
	"urlcanon-surt-canonicalizer-ia":        aggressive,
	"urlcanon-surt-google": weburl.DefaultRules.Without("repair", "tracking", "session", "empty-query").
		With("as-written", "add-scheme", "unescape-repeated", "single-slashes"),
	"urlcanon-surt-googlesupplementalfromsurt": weburl.DefaultRules.With("as-written", "add-scheme"),

	"urlcanon-surt-unescaperepeatedly": weburl.NoRules().With("as-written", "unescape-repeated"),
	"urlcanon-surt-strippathsessionid": weburl.NoRules().With("as-written", "session", "session-segments"),
	"urlcanon-surt-alpharorderquery":   weburl.NoRules().With("as-written", "sort-query"),
	"urlcanon-surt-massagehost":        weburl.NoRules().With("as-written", "no-www"),
	"urlcanon-surt-defaultiasurt":      aggressive,
	"heritrix-FixupQueryString":        weburl.NoRules().With("as-written", "empty-query"),

	"w3lib-safe-url-string":   weburl.NoRules().With("as-written", "percent", "strict-escapes"),
	"w3lib-url-query-cleaner": weburl.NoRules().With("as-written", "empty-query", "empty-parameters", "fragment"),
	"w3lib-safe-download-url": weburl.NoRules().With("as-written", "percent", "strict-escapes", "dots", "root-slash"),
	"w3lib-canonicalize": weburl.NoRules().
		With("as-written", "percent", "upper-escapes", "unescape", "strict-escapes", "fragment", "sort-query", "blank-values", "plus", "root-slash"),
}

// aggressive joins what an archive's index joins.
var aggressive = weburl.DefaultRules.With("add-scheme", "one-scheme", "no-www", "single-slashes", "last-slash", "lower-case",
	"unescape-all", "session-segments", "sort-query", "empty-parameters")

// canonical returns the form of a case's input that its suite asks for.
func canonical(c conformanceCase, input string) (string, error) {
	rules, ok := canonicalProfiles[c.Suite]
	if !ok {
		rules = weburl.DefaultRules
	}
	if strings.HasPrefix(c.Suite, "urlcanon-") {
		input = latin1(input) // some of these were recorded byte by byte
	}
	switch c.Suite {
	case "urlcanon-path-dots-special":
		return partOf(weburl.NoRules(), "http://h", input)
	case "urlcanon-path-dots-nonspecial":
		return partOf(weburl.NoRules().With("as-written", "dots", "unescape"), "foo://h", input)
	case "urlcanon-surt-alpharorderquery":
		return partOf(rules, "?", input)
	case "urlcanon-surt-massagehost":
		return partOf(rules, "//", input)
	case "urlcanon-funky-ipv4":
		return ipv4Of(input)
	case "urlcanon-surt-defaultiasurt", "ia-surt", "pywb-canonicalize":
		return surtOf(input)
	}
	if strings.Contains(c.Options, "remove-params") {
		rules = rules.With("session", "any-sid")
	}
	if strings.Contains(c.Options, "idn=toUnicode") || strings.Contains(c.Options, "idn=unicode") {
		rules = rules.With("unicode-host")
	}
	if strings.Contains(c.Options, "TRAILING_DOT=true") {
		rules = rules.With("trailing-dot")
	}
	if strings.Contains(c.Options, `"keep_fragments": true`) {
		rules = rules.Without("fragment")
	}
	return rules.Canonical(asOnPage(c, input))
}

// asOnPage returns a reference as it is read on a page in the encoding that a case's options name: with its query
// escaped in that.
func asOnPage(c conformanceCase, input string) string {
	var options struct{ Encoding string }
	json.Unmarshal([]byte(c.Options), &options)
	_, name := charset.Lookup(options.Encoding)
	enc, _ := charset.Lookup(name)
	if enc == nil || name == "utf-8" {
		return input
	}
	body, err := enc.NewEncoder().String(`<a href="` + html.EscapeString(input) + `">`)
	if err != nil {
		return input
	}
	pg := new(page.Parser).Parse([]byte(body), page.Source{ContentType: "text/html; charset=" + name})
	if len(pg.Links) == 0 {
		return input
	}
	return pg.Raw(&pg.Links[0])
}

// partOf returns what the rules make of the rest of a URL that begins with before.
func partOf(rules weburl.Rules, before, rest string) (string, error) {
	s, err := rules.Canonical(before + rest)
	return strings.TrimPrefix(s, before), err
}

// surtOf returns the SURT of a URL of http or https, and others as they are.
func surtOf(s string) (string, error) {
	if u, err := weburl.Parse(s); err == nil {
		return u.SURT(), nil
	}
	return weburl.NoRules().Canonical(s)
}

// latin1 returns the text whose bytes, in UTF-8, the characters of s are the codes of; s itself when there is
// none.
func latin1(s string) string {
	var b []byte
	for _, c := range s {
		if c > 0xff {
			return s
		}
		b = append(b, byte(c))
	}
	if !utf8.Valid(b) {
		return s
	}
	return string(b)
}

// ipv4Of returns a host as an IPv4 address.
func ipv4Of(host string) (string, error) {
	s, err := weburl.HostASCII(host)
	if err != nil {
		return "", err
	}
	_, err = netip.ParseAddr(s)
	if err != nil {
		return "", err
	}
	return s, nil
}

func TestConformanceCanonical(t *testing.T) {
	y := conformancetest.NewTally(t, "url_canon")
	for _, c := range conformancetest.Cases[conformanceCase](t, "url_canon") {
		input, _ := text(t, c.Input)
		want, valid := text(t, c.Expected)
		got, err := canonical(c, input)
		y.Count(c.Suite, c.ID, got == want && (err == nil) == valid, "%q %s = %q, %v, want %q", input, c.Options, got, err, want)
	}
	y.Report(conformancetest.Bars{All: 90, Suite: 85})
}
