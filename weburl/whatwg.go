package weburl

import (
	"strings"

	wherrors "github.com/nlnwa/whatwg-url/errors"
	wh "github.com/nlnwa/whatwg-url/url"
)

// fullParser follows the URL Standard; where the library falls behind it, the options and [standard] mend it.
//
// The Standard escapes the circumflex in a path, and takes a host of ASCII as it is, without a look at what
// its Punycode labels say. The library knows no switch for the latter, so that such labels pass it in
// disguise.
var (
	fullParser    = wh.NewParser(parserOptions...)
	lenientParser = wh.NewParser(append(parserOptions[:len(parserOptions):len(parserOptions)], wh.WithLaxHostParsing())...)
)

var parserOptions = []wh.ParserOption{
	wh.WithPathPercentEncodeSet(wh.PathPercentEncodeSet.Set('^')),
	wh.WithPreParseHostFunc(func(_ *wh.Url, host string) string { return replacePunycode(host, punycode, disguise) }),
	wh.WithPostParseHostFunc(func(_ *wh.Url, host string) string { return strings.ReplaceAll(host, disguise, punycode) }),
}

const (
	punycode = "xn--"
	disguise = "xn-_-"
)

// replacePunycode replaces the prefix of Punycode labels in a host that is wholly ASCII.
func replacePunycode(host, old, new string) string {
	for i := range len(host) {
		if host[i] >= 0x80 || host[i] == '%' {
			return host
		}
	}
	labels := strings.Split(host, ".")
	for i, label := range labels {
		if len(label) >= len(old) && strings.EqualFold(label[:len(old)], old) {
			labels[i] = new + label[len(old):]
		}
	}
	return strings.Join(labels, ".")
}

// standard parses s by the URL Standard, against base unless it is nil.
func standard(s string, base *wh.Url) (*wh.Url, error) {
	return fullParser.BasicParser(s, base, nil, wh.NoState)
}

// serialise returns what the Standard makes of a URL. Of an opaque path that query or fragment follow, the last
// space is escaped, which the library leaves out.
func serialise(full *wh.Url) string {
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

// refusal sorts an error of the full parser.
func refusal(err error) error {
	switch wherrors.Type(err) {
	case wherrors.PortOutOfRange, wherrors.PortInvalid, wherrors.PortMissing:
		return ErrPort
	case wherrors.MissingSchemeNonRelativeURL, wherrors.InvalidURLUnit, "":
		return ErrMalformed
	default:
		return ErrHost
	}
}
