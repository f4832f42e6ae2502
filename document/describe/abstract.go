package describe

import (
	"regexp"
	"strings"
	"unicode"

	"sluice/document/describe/internal/person"
	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
	"sluice/document/describe/internal/titlepage"
	"sluice/text"
)

// abstractLines is the most lines that an abstract has.
const abstractLines = 90

// findAbstract finds the paragraph under the abstract's heading. It ends with
// its page, unless a sentence continues on the next page.
func (w *collector) findAbstract() string {
	lines := openingLines(w.document)
	for i, l := range lines {
		if !mayBegin(l, "asezkrit要摘") {
			continue
		}
		l = textline.Clean(l, 2000)
		if introduction.MatchString(l) {
			return "" // what is called a summary behind it is one of something else
		}
		m := phrase.AbstractHeading.FindStringSubmatch(l)
		if m == nil || strings.HasPrefix(strings.ToLower(l), "summary of") || dotted3.MatchString(l) {
			continue
		}
		part := []string{m[1] + m[2]}
		size := len(part[0])
		for _, next := range lines[i+1 : min(len(lines), i+abstractLines)] {
			last := part[len(part)-1]
			if next == pageBreak && size > 200 && textline.EndsSentence(last) {
				break
			}
			if next = textline.Clean(next, 2000); next == "" {
				if size > 600 && textline.EndsSentence(last) && len(part) > 5 {
					break
				}
				continue
			}
			if size > 40 && w.endsAbstract(next, last) {
				break
			}
			if size += len(next); size > textline.MaxAbstract {
				break
			}
			part = append(part, next)
		}
		text := w.withoutBlock(part)
		if s := finished(textline.JoinLines(text)); textline.Letters(s) > 60 && isRunningText(text) {
			return s
		}
	}
	return ""
}

// Around the text of an abstract: a heading that is repeated in another language, a capital that
// is set apart, and what an author says of the length.
var (
	secondHeading = regexp.MustCompile(`^(?i:abstract|résumé|summary)[.:]?\s+(\p{Lu})`)
	dropCapital   = regexp.MustCompile(`^(\p{Lu}) (\p{Lu}{2,}\b)`)
	wordCount     = regexp.MustCompile(`\s*\(\d+ (?:words|mots|wörter|palabras)\)$`)
)

// finished returns an abstract without what is not its text. One that breaks off within a
// sentence ends with the last whole one, if most of it remains.
func finished(s string) string {
	s = secondHeading.ReplaceAllString(s, "$1")
	s = dropCapital.ReplaceAllString(s, "$1$2")
	s = strings.TrimSpace(wordCount.ReplaceAllString(s, ""))
	if textline.EndsSentence(s) || strings.HasSuffix(s, ":") {
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
var sentenceEnd = regexp.MustCompile(`[.!?] (?:\p{Lu}|\d|\S+ →|https?:|$)`)

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

// endsAbstract reports whether the abstract ends before l, the line after last.
func (w *collector) endsAbstract(l, last string) bool {
	if textline.EndsSentence(last) && (phrase.IsFrontHeading(l) || headed.MatchString(l)) {
		return true // in another language, or the next part
	}
	return phrase.BodyHeading.MatchString(l) && !textline.EndsSentence(l) || bareNumber.MatchString(l) && textline.EndsSentence(last) ||
		phrase.KeywordHeading.MatchString(l) && keywordStart(l) || heading.MatchString(l) || chapterOne.MatchString(l) ||
		textline.EndsSentence(last) && footStart.MatchString(l)
}

// introduction matches the heading of the first section, not its line in a table of contents.
var introduction = regexp.MustCompile(`^(?i:(?:1|I)\.?\s+)?(?:Introduction|INTRODUCTION|Einleitung|EINLEITUNG|Introducción|Introdução|Introduzione)\.?$`)

// headed matches the beginning of an abstract that has its heading on the same line.
var headed = regexp.MustCompile(`^(?i:abstract|a b s t r a c t|résumé|resumen|resumo|zusammenfassung|samenvatting|riassunto|summary)\s?[.:—–]`)

// The lines after the heading "Abstract" with which a thesis repeats its title page.
var (
	ofTheThesis = regexp.MustCompile(`(?i)^of (?:the|this|a) (?:thesis|dissertation|report)$`)
	degreeLine  = regexp.MustCompile(`(?i)^(?:(?:for|in) the degree|(?:doctor|master|bachelor)s? of \pL|submitted by$|(?:at|in|to) the university|in (?:january|february|march|april|may|june|july|august|september|october|november|december) \d{4}$)`)
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
	var words person.Lexicon
	for n := 0; n < maxBlock && len(rest) > 1; n++ {
		l := rest[0]
		block := ofTheThesis.MatchString(l) || degreeLine.MatchString(l) || strings.EqualFold(l, "by") || w.titleHas(l)
		if n > 0 && !block && len(l) < 80 {
			if words == nil {
				words = person.LexiconOf(w.document.Text)
			}
			switch titlepage.KindOf(words, l) {
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

// titleHas reports whether a line is a part of the title.
func (w *collector) titleHas(l string) bool {
	key := text.NormalTitle(l)
	for _, c := range w.claims {
		if c.name == "title" && len(key) > 5 && strings.Contains(text.NormalTitle(c.values[0]), key) {
			return true
		}
	}
	return false
}
