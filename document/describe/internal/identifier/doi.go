package identifier

import (
	"iter"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"sluice/document/describe/internal/textline"
	"sluice/internal/doiform"
	"sluice/internal/lazyregexp"
)

// DOIs are matched loosely (ISO 26324 allows any printable character after the slash). Old ones are
// serial item and contribution identifiers, with brackets of every kind: their form says where they
// end.
var (
	DoiMark   = lazyregexp.New(`(?i)\b` + doiform.Prefix + `\s?[^\s"<>{}|\\^]+`)
	doiPrefix = lazyregexp.New(`(?i)(?:^|[^\d.])(` + doiform.Prefix + `)[ \t]*\n?[ \t]*`)
	serial    = lazyregexp.New(`(?i)^(?:\(sici\))?\d{4}-\d{3}[\dx]\([^()\s]{1,12}\)[^\s<>\[\]]{1,30}(?:<[^\s<>]{0,20}>|\[[^\s\[\]]{0,20}\])\d\.\d\.[a-z]{2};2(?:-[\w#])?`)
	suffix    = lazyregexp.New(`^(?:[^\s"<>{}|\\^“”„«»…]*[-_/]\n[ \t]*[\w(][^\s"<>{}|\\^“”„«»…]*|[^\s"<>{}|\\^“”„«»…]+)`)
	chapterNo = lazyregexp.New(`^[ ](\d{1,3})[.,;)\]]*[ \t]*(?:\n|$)`)
	oldBook   = lazyregexp.New(`(?i)^(?:\d-\d{2,6}-\d{2,6}-[\dx]|1\d{7})$`) // of Springer, before 2007
	// A word behind a digit that begins with a capital is that of the next sentence, which lost its
	// space.
	glued = lazyregexp.New(`(\d)[.,;]?(?:[A-Z][a-z]{3,}.*|(?i:https?:/.*))$`)
	// What addresses of publishers' pages have behind the DOI.
	view = lazyregexp.New(`(?i)(?:/(?:abstract|full|fulltext(?:\.html)?|pdf|epdf|pdfdirect|summary|references|meta|suppl_file/.*)|\.(?:pdf|html?|full))$`)
)

// Forms of publishers, whose templates have invalid DOIs, and in which letters behind the DOI
// are distinguished from it.
var forms = map[string]*lazyregexp.Regexp{
	"10.1145/": lazyregexp.New(`^\d{3,}(?:\.\d+)?`),
	"10.4230/": lazyregexp.New(`(?i)^(?:(?:lipics|oasics|dagrep|dagsemproc|dfu|darts|tgdk|dagman)\.[\w.\-]*?\d+(?:\.\d+)*$)`),
	"10.5281/": lazyregexp.New(`(?i)^zenodo\.\d+`),
}

// Suffixes that templates and examples have: placeholder matches letters or zeros in the place of a
// number, and the word itself; exampleNo matches a suffix whose every number is a digit repeated or
// the digits in their order. A registered suffix may have such a number beside another, or zeros in
// front of one.
var (
	placeholder = lazyregexp.New(`(?i)(?:^|[^a-z])(?:x{3,}|n{3,}|y{3,}|z{3,}|s?x{4,}-x+|doi|suffix|todo|tbd)(?:$|[^a-z])|x{5,}|n{6,}|(?:^|\D)0{7,}(?:$|\D)|^1122445\.1122456|^access\.20\d\d\.(?:0322000|0429000)$|^lipics\.cvit\.2016\.23$`)
	exampleNo   = lazyregexp.New(`^\D*(?:(?:1{6,}|2{6,}|3{6,}|4{6,}|5{6,}|6{6,}|7{6,}|8{6,}|9{6,}|123456\d*)(?:\D+|$))+$`)
)

// The bounds of the time that a hostile text takes: how many prefixes of DOIs are looked at, and the
// bytes behind each. What is longer than these bytes is too long for a DOI.
const (
	maxPrefixes = 100
	maxSuffix   = textline.MaxShort + 50
)

// DOI returns the first DOI of a text, in lower case.
func DOI(s string) string {
	for doi := range DOIs(s) {
		return doi
	}
	return ""
}

// DOIs returns the DOIs of a text, in lower case, and the places at which they begin. The number of a
// chapter belongs to its DOI where a publisher's rule between the two, "10.1007/978-3-16-148410-0_12",
// has not come as a character. Placeholders of templates are left out.
func DOIs(s string) iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		if !strings.Contains(s, "10.") {
			return
		}
		// The limit bounds the time for a long line; an identifier is at its beginning or end of a
		// line of ordinary length.
		s = s[:min(len(s), 20_000)]
		from := 0
		at := doiPrefix.FindStringSubmatchIndex(s)
		for range maxPrefixes {
			if at == nil {
				return
			}
			prefix, begin := s[from+at[2]:from+at[3]], from+at[2]
			from += at[1]
			// A suffix ends where the next DOI begins.
			at = doiPrefix.FindStringSubmatchIndex(s[from:])
			rest := s[from:]
			if at != nil {
				rest = rest[:at[2]]
			}
			if doi := prefix + suffixOf(prefix, rest[:min(len(rest), maxSuffix)]); validDOI(prefix, doi) && !yield(strings.ToLower(doi), begin) {
				return
			}
		}
	}
}

// suffixOf returns the part behind the slash of a DOI, which a text begins with; "" if it has none.
func suffixOf(prefix, text string) string {
	if m := serial.FindString(unescape(text[:min(len(text), 300)])); m != "" {
		return m
	}
	found := suffix.FindString(text)
	behind := text[len(found):]
	doi := unescape(strings.Join(strings.Fields(found), ""))
	if end := strings.IndexAny(doi, " \"{}|\\^“”„«»…"); end >= 0 {
		doi = doi[:end] // what ends a DOI ends it escaped, too
	}
	if cut, _, ok := strings.Cut(doi, "?"); ok {
		doi = cut // of an address
	}
	doi = glued.ReplaceAllString(doi, "$1")
	if form := forms[prefix]; form != nil {
		doi = form.FindString(trimmed(doi))
	}
	doi = view.ReplaceAllString(trimmed(doi), "")
	// Springer sets the number of a chapter after the DOI of its book, with an underscore that is
	// drawn as a line.
	if m := chapterNo.FindStringSubmatch(behind); m != nil && prefix == "10.1007/" && (BookOf(prefix+doi) != "" || oldBook.MatchString(doi)) {
		doi += "_" + m[1]
	}
	return doi
}

// trimmed removes the punctuation that follows a DOI. A closing bracket belongs to the DOI only if it
// was opened in it.
func trimmed(doi string) string {
	for {
		was := doi
		doi = strings.TrimRight(doi, ".,;:'’‘”*†‡-–—_&#!/\\")
		for _, pair := range [...]string{"()", "[]"} {
			if strings.HasSuffix(doi, pair[1:]) && strings.Count(doi, pair[1:]) > strings.Count(doi, pair[:1]) {
				doi = strings.TrimSuffix(doi, pair[1:])
			}
		}
		if doi == was {
			return doi
		}
	}
}

// unescape decodes what addresses and HTML write for the brackets of a DOI.
func unescape(s string) string {
	if strings.Contains(s, "&") {
		s = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&").Replace(s)
	}
	if strings.Contains(s, "%") {
		if plain, err := url.PathUnescape(s); err == nil && !strings.ContainsAny(plain, "\x00\n") {
			return plain
		}
	}
	return s
}

// validDOI reports whether a DOI has a suffix that is no placeholder.
func validDOI(prefix, doi string) bool {
	rest := doi[len(prefix):]
	return rest != "" && len(doi) <= textline.MaxShort && strings.ContainsAny(rest, "0123456789") && !placeholder.MatchString(rest) && !exampleNo.MatchString(rest) &&
		!strings.ContainsFunc(rest, isBroken)
}

// isBroken reports whether r is a control character, or a byte that is no character.
func isBroken(r rune) bool { return r == utf8.RuneError || unicode.IsControl(r) }
