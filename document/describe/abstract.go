package describe

import (
	"regexp"
	"strings"

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
		if !mayBegin(l, "asezkr要摘") {
			continue
		}
		l = textline.Clean(l, 2000)
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
		if s := textline.JoinLines(w.withoutBlock(part)); textline.Letters(s) > 60 {
			return s
		}
	}
	return ""
}

// endsAbstract reports whether the abstract ends before l, the line after last.
func (w *collector) endsAbstract(l, last string) bool {
	return phrase.BodyHeading.MatchString(l) && !textline.EndsSentence(l) || bareNumber.MatchString(l) && textline.EndsSentence(last) ||
		phrase.KeywordHeading.MatchString(l) && keywordStart(l) || heading.MatchString(l) || chapterOne.MatchString(l) ||
		textline.EndsSentence(last) && footStart.MatchString(l)
}

// The lines after the heading "Abstract" with which a thesis repeats its title page.
var (
	ofTheThesis = regexp.MustCompile(`(?i)^of (?:the|this|a) (?:thesis|dissertation|report)$`)
	degreeLine  = regexp.MustCompile(`(?i)^(?:doctor|master|bachelor)s? of \pL`)
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
