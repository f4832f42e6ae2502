package describe

import (
	"strings"
	"sync"
	"unicode"

	"sluice/document/content"
	"sluice/document/describe/internal/person"
	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
	"sluice/document/describe/internal/titlepage"
	"sluice/internal/lazyregexp"
	"sluice/text"
)

// abstractLines is the most lines that an abstract has.
const abstractLines = 90

// How sure an abstract is: under a heading that says abstract or resumen; under one that says summary, on the first page or alone on
// a page; without a heading, set apart from the text; under one such as executive summary elsewhere, which may begin a part of
// several pages; and one longer than abstracts are, of which the end was not found.
const (
	abstractSure     = 0.95
	frontSummarySure = 0.92
	leadSure         = 0.92
	summarySure      = 0.6
	endlessAbstract  = 0.4
)

// abstract is the text of an abstract, and how surely it is that, from its first word to its last.
type abstract struct {
	text string
	sure float64
}

// findAbstract finds the paragraph under the abstract's heading. Of abstracts in several languages it is the one in the
// language of the document.
func (w *collector) findAbstract() abstract {
	lines := openingLines(w.document)
	look := looksOf(w.document.Lines)
	own, _ := text.Language(passage(w.document.Text))
	var first abstract
	page, top := 0, 0 // the page, and its first line
	for i := 0; i < len(lines); i++ {
		if lines[i] == pageBreak {
			page, top = page+1, i+1
		}
		l := textline.Clean(lines[i], 2000)
		if introduction.MatchString(l) {
			break // what is called a summary behind it is one of something else
		}
		start, ok := abstractStart(l)
		if besideInfo.MatchString(l) {
			ok = true
			i += infoLines(lines[i+1:])
		}
		if !ok {
			continue
		}
		above := printed(lines[top:i])
		start.hasPage = page > 0 && above < maxBlock
		start.isInFront = (page == 0 || above == 0) && w.document.Pages > 0 && !sectionNumber.MatchString(l)
		a, n := w.readAbstract(start, lines[i+1:], look)
		if a.text == "" {
			continue
		}
		if language, _ := text.Language(a.text); own == "" || language == "" || language == own {
			return a
		}
		if first.text == "" {
			first = a
		}
		i += n
	}
	return first
}

// opening is the line that begins an abstract.
type opening struct {
	rest      string // what it has of the abstract
	isSummary bool   // and not an abstract by its heading
	hasPage   bool   // a page of its own behind the first, but for a title above it
	isInFront bool   // on the first page, or the first line of another, and not a numbered section
}

// besideInfo matches the headings of two columns: of what journals say about an article, and of its abstract.
var besideInfo = lazyregexp.New(`^(?i)a ?r ?t ?i ?c ?l ?e\s+i ?n ?f ?o(?: ?r ?m ?a ?t ?i ?o ?n)?\s+a ?b ?s ?t ?r ?a ?c ?t$`)

// infoLines returns how many of the lines below such headings come before the abstract: dates and keywords, which are short.
func infoLines(lines []string) int {
	const (
		short = 60 // bytes
		most  = 30 // lines
	)
	for i, l := range lines[:min(len(lines), most)] {
		if l = textline.Clean(l, 2000); len(l) >= short && !receipt.MatchString(l) {
			return i
		}
	}
	return 0
}

// sectionNumber matches the number of a section before its heading.
var sectionNumber = lazyregexp.New(`^\d`)

// printed returns how many lines are not empty.
func printed(lines []string) (n int) {
	for _, l := range lines {
		if strings.TrimSpace(l) != "" {
			n++
		}
	}
	return n
}

// abstractStart reports whether a line begins an abstract.
func abstractStart(l string) (opening, bool) {
	if spacedHeading.MatchString(l) {
		l = strings.ReplaceAll(l, " ", "")
	}
	if !mayBegin(l, "asezkritplöаπрс要摘概抄초요ما") || strings.HasPrefix(strings.ToLower(l), "summary of") || dotted3.MatchString(l) {
		return opening{}, false
	}
	m := phrase.AbstractHeading.FindStringSubmatch(l)
	if m == nil {
		return opening{}, false
	}
	o := opening{rest: m[1] + m[2], isSummary: summaryHeading.MatchString(l)}
	return o, !folio.MatchString(o.rest) // a line of the contents, or a running head with the page's number
}

// summaryHeading matches the headings of what is an abstract in some documents and a chapter in others.
var summaryHeading = lazyregexp.New(`^(?i)\d{0,2}\.?\s?(?:(?:executive |management |short )?summary|synopsis)`)

// spacedHeading matches a heading whose letters are set apart: "R E S U M O", "A B S T R AC T".
var spacedHeading = lazyregexp.New(`^\p{Lu}(?: \p{Lu}{1,2}){4,}$`)

// readAbstract reads the abstract that begins with the rest of its heading's line and the lines after it, and returns how
// many of these it has.
func (w *collector) readAbstract(start opening, lines []string, look looks) (abstract, int) {
	part := []string{start.rest}
	size, n, isEnded := len(start.rest), 0, false
	var text content.Line // the last one that the layout has
	for i, next := range lines[:min(len(lines), abstractLines)] {
		last := part[len(part)-1]
		n++
		if next == pageBreak && size > 200 && textline.EndsSentence(last) {
			if start.hasPage && look.goesOn(lines[i+1:], text) {
				continue
			}
			isEnded, n = true, n-1
			break
		}
		if next = textline.Clean(next, 2000); next == "" {
			if size > 600 && textline.EndsSentence(last) && len(part) > 5 {
				isEnded = true
				break
			}
			continue
		}
		if again, ok := abstractStart(next); size == 0 && ok && again.rest == "" {
			continue // the heading, below the running head that repeats it
		}
		if introduction.MatchString(next) && size <= 40 {
			break // what stands below the heading was no abstract
		}
		if size > 40 && (w.endsAbstract(next, last) || textline.EndsSentence(last) && (look.setsOff(next, text) && !isStructured(next) || look.isFootnote(next, text))) {
			isEnded, n = true, n-1
			break
		}
		if size += len(next); size > textline.MaxAbstract {
			break
		}
		part = append(part, next)
		if l, ok := look[next]; ok {
			text = l
		}
	}
	if !isEnded && n == len(lines) && size <= textline.MaxAbstract {
		isEnded = textline.EndsSentence(part[len(part)-1]) // and so does the document
	}
	part = w.withoutBlock(part)
	a := abstract{finished(w.joinLines(part)), abstractSure}
	switch {
	case textline.Letters(a.text) <= 60 || !isRunningText(part):
		return abstract{}, 0
	case !isEnded:
		a.sure = endlessAbstract
	case start.isSummary && start.isInFront:
		a.sure = frontSummarySure
	case start.isSummary:
		a.sure = summarySure
	}
	return a, n
}

// Around the text of an abstract: a heading that is repeated in another language, a capital that
// is set apart, what an author says of the length, and a publisher's notice.
var (
	secondHeading = lazyregexp.New(`^(?i:abstract|résumé|summary)[.:]?\s+(\p{Lu})`)
	dropCapital   = lazyregexp.New(`^(\p{Lu}) (\p{Lu}{2,}\b)`)
	wordCount     = lazyregexp.New(`\s*\(\d+ (?:words|mots|wörter|palabras)\)$`)
	rightsLine    = lazyregexp.New(`([.!?]) (?:(?:©|\([cC]\)|[cC]|Copyright(?: ©)?) ?)?(?:19|20)\d\d,? (?:(?:Published|Hosting|Production and hosting) by )?(?:The )?\p{Lu}[\pL .,&'’-]{1,60}[.,;]? All rights reserved\.?$`)
)

// finished returns an abstract without what is not its text. One that breaks off within a
// sentence ends with the last whole one, if most of it remains.
func finished(s string) string {
	s = secondHeading.ReplaceAllString(s, "$1")
	s = dropCapital.ReplaceAllString(s, "$1$2")
	s = strings.TrimSpace(wordCount.ReplaceAllString(s, ""))
	s = rightsLine.ReplaceAllString(s, "$1")
	if textline.EndsSentence(citedLast.ReplaceAllString(s, "")) || strings.HasSuffix(s, ":") {
		return s
	}
	for _, end := range sentenceEnd.FindAllStringIndex(s, -1) {
		if end[0] > len(s)*6/10 {
			last := sentenceEnd.FindAllStringIndex(s, -1)
			return s[:last[len(last)-1][0]+1]
		}
	}
	return s
}

// sentenceEnd matches the end of one sentence and the beginning of the next.
var sentenceEnd = lazyregexp.New(`[.!?] (?:\p{Lu}|\d|\S+ →|https?:|$)`)

// isRunningText reports whether lines are text and not a drawing or a listing: long enough, and
// mostly letters.
func isRunningText(lines []string) bool {
	const (
		first   = 8  // lines that are looked at
		shortly = 22 // letters of a line that is no text
	)
	letters, signs, short, n := 0, 0, 0, 0
	for _, l := range lines[:min(len(lines), first)] {
		if l == "" {
			continue
		}
		n++
		if len(l) < shortly {
			short++
		}
		for _, r := range l {
			switch {
			case unicode.IsLetter(r) || unicode.IsMark(r):
				letters++
			case !unicode.IsSpace(r) && !strings.ContainsRune(".,;:()-–’'“”\"", r):
				signs++
			}
		}
	}
	return 2*short <= n && letters > 6*signs
}

// introduction matches the heading of the first section, not its line in a table of contents.
var introduction = lazyregexp.New(`^(?i:(?:1|I)\.?\s+)?(?:Introduction|INTRODUCTION|Einleitung|EINLEITUNG|Introducción|Introdução|Introduzione)\.?$`)

// The lines after the heading "Abstract" with which a thesis repeats its title page.
var (
	ofTheThesis = lazyregexp.New(`(?i)^of (?:the|this|a) (?:thesis|dissertation|report)$`)
	degreeLine  = lazyregexp.New(`(?i)^(?:(?:for|in) the degree|(?:doctor|master|bachelor)s? of \pL|submitted by$|(?:at|in|to) the university|in (?:january|february|march|april|may|june|july|august|september|october|november|december) \d{4}$)`)
)

// maxBlock is the most lines of a title block that an abstract repeats.
const maxBlock = 15

// withoutBlock removes from an abstract the block that a thesis repeats under its
// heading (title, author, degree, school and advisors), and the keywords before
// it.
func (w *collector) withoutBlock(part []string) []string {
	rest := part
	if rest[0] == "" && len(rest) > 1 {
		rest = rest[1:]
	}
	words := sync.OnceValue(func() person.Lexicon { return person.LexiconOf(w.document.Text) })
	for n := 0; n < maxBlock && len(rest) > 1; n++ {
		l := rest[0]
		block := ofTheThesis.MatchString(l) || degreeLine.MatchString(l) || strings.EqualFold(l, "by") || w.titleHas(l, n == 0)
		if n > 0 && !block && len(l) < 80 {
			switch titlepage.KindOf(words(), l) {
			case titlepage.Byline, titlepage.Names, titlepage.Affiliation, titlepage.Date, titlepage.Others:
				block = true
			}
		}
		if !block {
			break
		}
		rest = rest[1:]
	}
	if m := phrase.KeywordHeading.FindStringSubmatch(rest[0]); m != nil && keywordStart(rest[0]) {
		for n := 1; n < min(len(rest), 7); n++ {
			if textline.EndsSentence(rest[n-1]) || breaksOff(rest[n-1:], rest[n]) {
				rest = rest[n:]
				break
			}
		}
	}
	return rest
}

// titleHas reports whether a line is a part of the title, or its beginning.
func (w *collector) titleHas(l string, begins bool) bool {
	key := text.NormalTitle(l)
	for _, c := range w.claims {
		if c.name == "title" && len(key) > 5 {
			if i := strings.Index(text.NormalTitle(c.values[0]), key); i == 0 || i > 0 && !begins {
				return true
			}
		}
	}
	return false
}
