package intake

import (
	"bytes"
	"context"
	"html"
	"strings"

	"sluice/internal/lazyregexp"
	"sluice/page"
	"sluice/weburl"
)

const (
	nearby     = 4        // links before and behind one among which its BibTeX entry is looked for
	aroundLink = 16 << 10 // bytes of HTML before and behind a link, each, in which an entry may be printed
)

// bibtex returns the BibTeX file that a page links to beside a document, if the library has it:
// one of the same name, else the nearest before which no other document stands.
func (in *Intake) bibtex(ctx context.Context, p *page.Page, at int) (string, error) {
	stem := stemOf(p.Links[at].URL)
	best, least := -1, nearby+1
	for _, step := range [...]int{1, -1} { // of two as near, the one behind
		passed := false // another document
		for n := 1; n <= nearby && 0 <= at+n*step && at+n*step < len(p.Links); n++ {
			i := at + n*step
			l := &p.Links[i]
			isBib := l.URL.Ending() == ".bib" || strings.Contains(strings.ToLower(p.Anchor(l)), "bib")
			switch same := stemOf(l.URL) == stem; {
			case same && isBib:
				return in.text(ctx, l.URL.String())
			case isBib && !passed && n < least:
				best, least = i, n
			case !same && weburl.DocumentEnding(l.URL):
				passed = true
			}
		}
	}
	if best < 0 {
		return "", nil
	}
	return in.text(ctx, p.Links[best].URL.String())
}

func stemOf(u weburl.URL) string { return strings.TrimSuffix(strings.ToLower(u.Path()), u.Ending()) }

var (
	entryMark = lazyregexp.New(`(?i)(?:@|&#64;|&#x40;|&commat;)\s*(?:article|in(?:proceedings|collection|book)|conference|book|phdthesis|mastersthesis|thesis|techreport|report|misc|unpublished|manual|online)\s*[{(]`)
	tagMark   = lazyregexp.New(`<[^<>@]*>`)
	breakMark = lazyregexp.New(`(?i)<(?:br|/?p|/?div|/?li|/?tr)\b[^<>@]*>`)
)

func hasEntry(html []byte) bool { return bytes.Contains(html, []byte("itle")) && entryMark.Match(html) }

// printed returns the BibTeX that a page's HTML holds itself around a link, if any: in a pre
// element, a block that a script shows, an attribute. The titles of the entries show which one
// is about the document.
func printed(source []byte, ref string) string {
	at := referenceAt(source, ref)
	if at < 0 {
		return ""
	}
	part := source[max(0, at-aroundLink):min(len(source), at+aroundLink)]
	first := entryMark.FindIndex(part)
	if first == nil {
		return ""
	}
	part = tagMark.ReplaceAll(breakMark.ReplaceAll(part[first[0]:], []byte("\n")), nil)
	return strings.ToValidUTF8(html.UnescapeString(string(part)), "")
}

// referenceAt finds an attribute's value in HTML; -1 when it is not there as such.
func referenceAt(source []byte, ref string) int {
	if len(source) == 0 || ref == "" {
		return -1
	}
	for _, written := range [...]string{ref, html.EscapeString(ref)} {
		for from := 0; ; {
			i := bytes.Index(source[from:], []byte(written))
			if i < 0 {
				break
			}
			if i += from; i > 0 && bytes.IndexByte([]byte("\"'= \n\t"), source[i-1]) >= 0 && endsValue(source[i+len(written):]) {
				return i
			}
			from = i + 1
		}
	}
	return -1
}

func endsValue(rest []byte) bool {
	return len(rest) == 0 || bytes.IndexByte([]byte("\"' >\n\t"), rest[0]) >= 0
}
