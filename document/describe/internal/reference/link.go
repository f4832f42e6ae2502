package reference

import (
	"strings"

	"sluice/internal/doiform"
	"sluice/internal/lazyregexp"
)

// An address or DOI that is broken over lines, or set with spaces around its signs, has spaces in the text of the list:
// "https://doi. org/10.1007/ 978-3", "http : / / link . springer . com".

var (
	linkStart = lazyregexp.New(`(?i)\b(?:https?\s?:\s?/\s?/|www\s?\.|` + doiform.Prefix + `)`)
	// linkSigns are the signs that stand in an address, and not in prose.
	linkSigns  = "/._=?%&~#"
	yearWord   = lazyregexp.New(`^\(?(?:1[89]|20)\d\d[a-z]?[.,;:)]*$`)
	endOfHost  = lazyregexp.New(`^[a-z]{2,4}(?:[/:].*|[.,;)\]]*)$`) // a top-level domain
	fileEnding = lazyregexp.New(`^(?:pdf|html?|php|ps|txt|docx?|aspx?|jsp|xml|zip)[.,;)\]]*$`)
	dottedURL  = lazyregexp.New(`^[^/]*//[^/]*\.[^/]*/`) // an address whose host is complete
	linkBreak  = lazyregexp.New(`(?i)(?:https?://|www\.|\b` + doiform.Prefix + `)\S*[./_=?&%#~:-]$`)
)

// maxLink bounds the bytes of an address, and so the time for one.
const maxLink = 1000

// joinLinks removes the spaces from the addresses and DOIs of a reference.
func joinLinks(s string) string {
	var b strings.Builder
	for {
		at := linkStart.FindStringIndex(s)
		if at == nil {
			b.WriteString(s)
			return b.String()
		}
		begin := at[0]
		end := at[1]
		if i := strings.IndexByte(s[end:], ' '); i >= 0 {
			end += i
		} else {
			end = len(s)
		}
		link := strings.ReplaceAll(s[begin:end], " ", "")
		isSpaced := strings.Contains(s[begin:end], " ")
		for len(link) < maxLink && end+1 < len(s) {
			next, _, _ := strings.Cut(s[end+1:], " ")
			behind := strings.TrimPrefix(s[end+1+len(next):], " ")
			if !continues(link, next, behind, isSpaced) {
				break
			}
			isSpaced = isSpaced || strings.Trim(next, linkSigns+"-:") == "" || strings.HasPrefix(next, "/")
			link += next
			end += 1 + len(next)
		}
		b.WriteString(s[:begin])
		b.WriteString(strings.ReplaceAll(link, "%5C_", "_")) // TeX's underscore
		s = s[end:]
	}
}

// continues reports whether the word behind a link is a part of it; behind is what follows the word. In a link that is set with
// spaces each sign stands alone.
func continues(link, next, behind string, isSpaced bool) bool {
	if next == "" || strings.ContainsAny(next[:1], `([{"<`) {
		return false
	}
	if at := linkStart.FindStringIndex(next); at != nil && at[0] == 0 && !strings.HasSuffix(link, "/") {
		return false // the next one
	}
	last := link[len(link)-1]
	bare := strings.TrimRight(next, ".,;:)]")
	isLetters := strings.IndexFunc(bare, func(r rune) bool { return (r < 'a' || 'z' < r) && (r < 'A' || 'Z' < r) }) < 0
	isHost := strings.Contains(link, "//") && !dottedURL.MatchString(link) || strings.HasPrefix(strings.ToLower(link), "www.") && !strings.Contains(link, "/")
	switch {
	case strings.IndexByte(linkSigns, next[0]) >= 0 && (len(next) > 1 || isSpaced || next == "/"): // ".", "/x", "_9"
		return next != "." || behind != ""
	case next == "-":
		return isSpaced && behind != "" && !strings.ContainsAny(behind[:1], " (")
	case yearWord.MatchString(next) && !isSpaced && !strings.HasSuffix(link, "doi/"):
		return strings.IndexByte("_=&?%#-", last) >= 0
	case strings.IndexByte("_=&?%#~:", last) >= 0:
		return true
	case isSpaced && strings.IndexByte("-./", last) >= 0:
		return true
	case last == '-':
		return !isLetters
	case last == '/':
		return strings.ContainsAny(bare, linkSigns+"0123456789:") || isDOI(link) && isLetters || isLetters && behind == "" && bare == strings.ToLower(bare)
	case last == '.':
		if isHost && endOfHost.MatchString(next) || fileEnding.MatchString(next) {
			return true
		}
		return strings.ContainsAny(bare, linkSigns) || bare != "" && strings.Trim(bare, "0123456789()-") == ""
	}
	return false
}

// isDOI reports whether a link ends with the prefix of a DOI.
func isDOI(link string) bool { return doiPrefix.MatchString(link) }

var doiPrefix = lazyregexp.New(doiform.Prefix + `$`)

// isBrokenLink reports whether a line ends within an address or a DOI, by a sign that hardly ends one.
func isBrokenLink(l string) bool { return linkBreak.MatchString(strings.TrimSpace(l)) }

// joinBrokenLinks joins each line that ends with the hyphen of an address with the next: the hyphen stays.
func joinBrokenLinks(lines []string) []string {
	var joined []string
	for _, l := range lines {
		if n := len(joined); n > 0 && strings.HasSuffix(strings.TrimSpace(joined[n-1]), "-") && isBrokenLink(joined[n-1]) {
			joined[n-1] = strings.TrimRight(joined[n-1], " ") + strings.TrimLeft(l, " ")
			continue
		}
		joined = append(joined, l)
	}
	return joined
}
