// Package correction corrects the mistakes of authors in references that browsers do not forgive: white space and quotation
// marks around a reference, line breaks in it, character references that were encoded twice, schemes that are misspelt or
// missing.
package correction

import (
	"bytes"
	"strings"
	"unicode"

	"sluice/weburl/internal/hostname"
)

// Correct returns a reference without its author's mistakes. Those that the URL Standard forgives (backslashes, too many
// slashes) are left to the parser.
func Correct(ref string) string {
	ref = strings.TrimFunc(ref, isSpace)
	ref = joinLines(ref)
	ref = unquote(decodeLeftOvers(ref))
	return correctScheme(ref)
}

// isSpace reports whether a reference cannot begin or end with c: white space, controls, and marks of no
// width.
func isSpace(c rune) bool {
	return c <= ' ' || unicode.IsSpace(c) || c == '\u200b' || c == '\u200e' || c == '\u200f' || c == '\u2060' || c == '\ufeff'
}

// joinLines removes line breaks with the white space around them, which is the indentation of the source.
func joinLines(ref string) string {
	if !strings.ContainsAny(ref, "\n\r") {
		return ref
	}
	var joined strings.Builder
	for line := range strings.FieldsFuncSeq(ref, func(c rune) bool { return c == '\n' || c == '\r' }) {
		joined.WriteString(strings.Trim(line, " \t"))
	}
	return joined.String()
}

// quotes are the marks that are around references by mistake, opening and closing. A canonical URL may end with a paired
// one, so these are removed only from both ends.
var quotes = []struct {
	open, close string
	paired      bool
}{
	{`\"`, `\"`, false}, {`\'`, `\'`, false}, {`"`, `"`, false}, {"'", "'", true}, {"%22", "%22", true}, {"%27", "%27", true},
	{"“", "”", false}, {"‘", "’", false}, {"”", "”", false}, {"«", "»", false}, {"<", ">", false},
}

// unquote removes quotation marks from both ends, or a single one from either end. A mark whose partner is inside belongs
// to the reference.
func unquote(ref string) string {
	for _, q := range quotes {
		inner, opened := strings.CutPrefix(ref, q.open)
		inner, closed := strings.CutSuffix(inner, q.close)
		if !opened && !closed || q.paired && !(opened && closed) ||
			strings.Contains(inner, q.open) || strings.Contains(inner, q.close) {
			continue
		}
		ref = strings.TrimFunc(inner, isSpace)
	}
	return ref
}

// ampersands are the remains of an ampersand that was encoded more than once.
var ampersands = []string{"amp;", "#38;", "#038;", "#x26;"}

// quotationMark is the same of a quotation mark.
const quotationMark = "quot;"

// HasLeftOver reports whether s begins with an ampersand that begins a character reference.
func HasLeftOver(s []byte) bool {
	return len(s) > 1 && (s[1] == '#' || s[1] == 'a' && bytes.HasPrefix(s[1:], []byte(ampersands[0])) ||
		s[1] == 'q' && bytes.HasPrefix(s[1:], []byte(quotationMark)))
}

// decodeLeftOvers decodes character references of ampersands and quotation marks, however often they were
// encoded.
func decodeLeftOvers(ref string) string {
	if strings.IndexByte(ref, '&') < 0 {
		return ref
	}
	decoded := make([]byte, 0, len(ref))
	for i := 0; i < len(ref); i++ {
		decoded = append(decoded, ref[i])
		if ref[i] != '&' {
			continue
		}
		i += ampersandTail(ref[i+1:])
		if strings.HasPrefix(ref[i+1:], quotationMark) {
			decoded[len(decoded)-1] = '"'
			i += len(quotationMark)
		}
	}
	return string(decoded)
}

// ampersandTail returns the length of the remains of ampersands at the beginning of s.
func ampersandTail(s string) int {
	n := 0
	for i := 0; i < len(ampersands); {
		if strings.HasPrefix(s[n:], ampersands[i]) {
			n += len(ampersands[i])
			i = 0
		} else {
			i++
		}
	}
	return n
}

// misspelt are wrong schemes of real pages, and the right ones.
var misspelt = map[string]string{
	"htp": "http", "ttp": "http", "tp": "http", "hhtp": "http", "hhttp": "http", "htttp": "http", "httpp": "http",
	"htpp": "http", "hppt": "http", "hptt": "http", "thtp": "http", "tthp": "http", "nttp": "http", "jttp": "http",
	"htto": "http", "httl": "http", "htt": "http", "hthttp": "http", "hxxp": "http",
	"htps": "https", "ttps": "https", "htttps": "https", "httpss": "https", "hhttps": "https", "htpps": "https",
	"hhtps": "https", "httsp": "https", "htts": "https", "hxxps": "https",
}

// correctScheme corrects a scheme that is misspelt, doubled, badly separated from its host, or missing before
// a host that begins with "www.".
func correctScheme(ref string) string {
	for { // each round removes a doubled scheme
		word, parting, host := cutScheme(ref)
		if hostname.BeginsWithWWW(ref) && likeHost(ref) {
			return "http://" + ref
		}
		scheme := strings.ToLower(word)
		if right := misspelt[scheme]; right != "" && strings.HasPrefix(parting, ":") && isDouble(parting) {
			scheme = right
		} else if scheme != "http" && scheme != "https" || !isDouble(parting) && !(parting != "" && likeHost(host)) {
			return ref
		}
		inner, innerParting, _ := cutScheme(host)
		if strings.EqualFold(inner, "http") || strings.EqualFold(inner, "https") {
			if isDouble(innerParting) || strings.HasPrefix(innerParting, ":") && strings.ContainsAny(innerParting, `/\`) {
				ref = host
				continue
			}
		}
		return scheme + "://" + trimAuthority(host)
	}
}

// cutScheme divides a reference into the letters that it begins with, the signs that follow them, and the remainder.
func cutScheme(ref string) (word, parting, rest string) {
	n := 0
	for n < len(ref) && 'a' <= ref[n]|0x20 && ref[n]|0x20 <= 'z' {
		n++
	}
	rest = strings.TrimLeft(ref[n:], `:;.,/\ `)
	return ref[:n], ref[n : len(ref)-len(rest)], rest
}

// isDouble reports whether the signs after a scheme include two slashes.
func isDouble(parting string) bool {
	slashes := strings.Count(parting, "/") + strings.Count(parting, `\`)
	return slashes >= 2
}

// likeHost reports whether s begins with a host name that is certainly not the name of a file: it ends in a suffix of a
// registry, and begins with "www.", has a path behind it, or is long and has no ending of files.
func likeHost(s string) bool {
	end := strings.IndexAny(s, `/\?#:`)
	if end < 0 {
		end = len(s)
	}
	host := strings.ToLower(s[:end])
	if !hostname.IsValid(host) || !hostname.HasKnownSuffix(host) {
		return false
	}
	return strings.HasPrefix(host, "www.") || end < len(s) && s[end] == '/' ||
		strings.Count(host, ".") >= 2 && !fileSuffixes[host[strings.LastIndexByte(host, '.')+1:]]
}

// fileSuffixes are top-level domains that are endings of files, too.
var fileSuffixes = map[string]bool{"ps": true, "pl": true, "py": true, "sh": true, "md": true, "cc": true, "rs": true, "so": true, "ai": true,
	"zip": true, "mov": true, "app": true, "pub": true, "am": true, "ml": true}

// trimAuthority removes white space and commas from both ends of the authority that s begins with.
func trimAuthority(s string) string {
	end := strings.IndexAny(s, `/\?#`)
	if end < 0 {
		end = len(s)
	}
	return strings.TrimFunc(s[:end], func(c rune) bool { return isSpace(c) || c == ',' || c == ';' }) + s[end:]
}
