// Package standard parses URLs by the WHATWG URL Standard (https://url.spec.whatwg.org/), with a library and corrections where
// the library falls behind it. It is the full parser behind the fast path of package weburl.
package standard

import (
	neturl "net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	wherrors "github.com/nlnwa/whatwg-url/errors"
	wh "github.com/nlnwa/whatwg-url/url"
	"golang.org/x/net/idna"
)

// URL is a parsed URL of any scheme.
type URL = wh.Url

// Parse parses s, relative to base unless that is nil.
func Parse(s string, base *URL) (*URL, error) {
	return strictParser.BasicParser(s, base, nil, wh.NoState)
}

// ParseReference parses a reference relative to the URL base, which is empty for none.
func ParseReference(base, ref string) (*URL, error) { return strictParser.ParseRef(base, ref) }

// ParseReferenceLeniently parses as [ParseReference] does, and accepts hosts that no resolver takes.
func ParseReferenceLeniently(base, ref string) (*URL, error) {
	return lenientParser.ParseRef(base, ref)
}

// strictParser follows the URL Standard; where the library falls behind it, the options correct it.
//
// The Standard escapes the circumflex in a path. It accepts a host of ASCII without checking its Punycode labels, and in
// other hosts all characters of ASCII except those that no host may have. The library has no option for the latter two.
// So Unicode is translated before the library sees the host, and the prefix of Punycode is replaced while it does.
var (
	strictParser  = wh.NewParser(parserOptions...)
	lenientParser = wh.NewParser(append(parserOptions[:len(parserOptions):len(parserOptions)], wh.WithLaxHostParsing())...)
)

// parserOptions are the corrections of the library.
var parserOptions = []wh.ParserOption{
	wh.WithPathPercentEncodeSet(wh.PathPercentEncodeSet.Set('^')),
	wh.WithPreParseHostFunc(func(u *wh.Url, host string) string {
		if !u.IsSpecialScheme() {
			return host // opaque to the Standard
		}
		return replacePunycode(translateHost(host), punycode, disguise)
	}),
	wh.WithPostParseHostFunc(func(_ *wh.Url, host string) string { return strings.ReplaceAll(host, disguise, punycode) }),
}

const (
	punycode = "xn--"
	disguise = "xn-_-"
)

// domainToASCII is the algorithm of that name (https://url.spec.whatwg.org/#concept-domain-to-ascii), without its
// short cut for ASCII: UTS #46 with CheckBidi and CheckJoiners, without CheckHyphens, UseSTD3ASCIIRules and
// VerifyDnsLength.
var domainToASCII = idna.New(idna.MapForLookup(), idna.BidiRule(), idna.StrictDomainName(false), idna.CheckHyphens(false),
	idna.CheckJoiners(true), idna.VerifyDNSLength(false), idna.Transitional(false))

// translateHost returns the ASCII form of a host that has other characters, escaped or not. It returns the host itself if
// it has none, or if there is no such form.
func translateHost(host string) string {
	decoded, err := neturl.PathUnescape(host)
	if err != nil || isASCII(decoded) || !utf8.ValidString(decoded) {
		return host
	}
	ascii, err := domainToASCII.ToASCII(strings.Map(mapAsUnicode16, decoded))
	if err != nil || ascii == "" || strings.IndexByte(ascii, '%') >= 0 {
		return host
	}
	return ascii
}

// mapAsUnicode16 adapts the tables of idna, which are those of Unicode 15 unless Go is newer than 1.26. Since then UTS #46
// maps the sharp S to its small letter, maps capitals that it forbade, and ignores fillers.
func mapAsUnicode16(r rune) rune {
	switch {
	case r == 'ẞ':
		return 'ß'
	case r == 0x04C0, r == 0x2132, r == 0x2183, 0x10A0 <= r && r <= 0x10CD:
		return unicode.ToLower(r)
	case r == 0x115F, r == 0x1160, r == 0x3164, r == 0xFFA0, r == 0x17B4, r == 0x17B5, 0x206A <= r && r <= 0x206F:
		return -1
	}
	if right, ok := correctedIdeographs[r]; ok {
		return right
	}
	return r
}

// correctedIdeographs are those of Unicode's Corrigendum 4.
var correctedIdeographs = map[rune]rune{0x2F868: 0x36FC, 0x2F874: 0x5F53, 0x2F91F: 0x243AB, 0x2F95F: 0x7AEE, 0x2F9BF: 0x45D7}

// isASCII reports whether s has only ASCII characters.
func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// replacePunycode replaces the prefix of Punycode labels in a host that is wholly ASCII.
func replacePunycode(host, old, new string) string {
	if !isASCII(host) || strings.IndexByte(host, '%') >= 0 {
		return host
	}
	labels := strings.Split(host, ".")
	for i, label := range labels {
		if len(label) >= len(old) && strings.EqualFold(label[:len(old)], old) {
			labels[i] = new + label[len(old):]
		}
	}
	return strings.Join(labels, ".")
}

// Serialise returns the serialisation of a URL. The last space of an opaque path before a query or fragment is escaped,
// which the library does not do.
func Serialise(full *wh.Url) string {
	s := full.Href(false)
	if !full.OpaquePath() {
		return s
	}
	end := len(full.Protocol()) + len(full.Pathname())
	if end < len(s) && s[end-1] == ' ' {
		return s[:end-1] + "%20" + s[end:]
	}
	return s
}

// Part is the part of a URL that an error is about.
type Part uint8

// The parts that errors distinguish.
const (
	Whole Part = iota
	Host
	Port
)

// PartOf returns the part that an error of parsing is about.
func PartOf(err error) Part {
	switch wherrors.Type(err) {
	case wherrors.PortOutOfRange, wherrors.PortInvalid, wherrors.PortMissing:
		return Port
	case wherrors.MissingSchemeNonRelativeURL, wherrors.InvalidURLUnit, "":
		return Whole
	default:
		return Host
	}
}
