package describe

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"sluice/document/content"
	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
	"sluice/internal/lazyregexp"
)

// pageBreak is a line of its own between the lines of two pages.
const pageBreak = "\f"

// openingLines are the lines of the first pages without their numbers and
// running heads.
func openingLines(d *content.Document) []string {
	pages := strings.Split(d.Text[:min(len(d.Text), 40_000)], "\f")
	repeated := textline.RunningHeads(pages)
	edge := func(l string) bool {
		l = textline.Clean(l, 300)
		return l == "" || textline.PageNumber.MatchString(l) || folio.MatchString(l) || repeated[textline.WithoutDigits(l)] && !phrase.AbstractHeading.MatchString(l)
	}
	var lines []string
	for i, p := range pages {
		if i > 0 {
			lines = append(lines, pageBreak)
		}
		page := strings.Split(p, "\n")
		for n := 0; n < 4 && len(page) > 0 && edge(page[0]); n++ {
			page = page[1:]
		}
		for n := 0; n < 4 && len(page) > 0 && edge(page[len(page)-1]); n++ {
			page = page[:len(page)-1]
		}
		lines = append(lines, page...)
	}
	return lines
}

// folio matches a page's number.
var folio = lazyregexp.New(`^(?i)[-–— ]*(?:\d{1,4}|[ivxlc]{1,7})[-–— ]*$`)

// mayBegin is a quick look whether a line begins with one of some letters, in
// either case, or a digit.
func mayBegin(l, first string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(l, " \t"))
	return '0' <= r && r <= '9' || strings.ContainsRune(first, unicode.ToLower(r))
}

// The lines that end an abstract or a list of keywords: a numbered heading, the first chapter, a
// number alone, and a line of a table of contents.
var (
	heading    = lazyregexp.New(`^(?:\d{1,2}\.?\d?\.?|[IVX]{1,4}\.)\s+\p{Lu}[\p{L} \-,:&]{2,60}$`)
	chapterOne = lazyregexp.New(`^(?i:chapter|kapitel|chapitre|capítulo|capitolo)\s+(?:\d{1,2}|[IVX]{1,5}|(?i:one))$`)
	bareNumber = lazyregexp.New(`^(?:[01I]|[1I]\.)$`)
	dotted3    = lazyregexp.New(`(?:\. ?){4,}|\s[ivx\d]+$`)
)

// footStart matches the first line of the text at a page's foot: notes, and
// notices of copyright.
var footStart = lazyregexp.New(`^(?:[∗*†‡§¶⋆⇤] ?\p{Lu}|(?i:\[?copyright (?:notice|©|\(c\)|\d)|©|\(?c\)? ?(?:19|20)\d\d\b|c (?:\p{Lu}\p{Ll}+ ){1,3}.*licen[cs]|permission to (?:make|copy)|this (?:work|research|paper|project|material|report) (?:is|was|has been|were) (?:partially |partly |in part )?(?:supported|funded|sponsored|financed)|(?:partially |partly )?supported (?:in part )?by|this work may not be copied|in proc(?:eedings|\.)|to appear in|appeared in|published in|e-?mail(?: address(?:es)?)?:|received:?|submitted (?:in )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|correspond(?:ence|ing author)))`)
