package describe

import (
	"regexp"
	"strings"

	"sluice/document/content"
	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
	"sluice/document/describe/internal/titlepage"
)

// The size of an abstract that has no heading, in lines and letters.
const (
	leastLeadLines   = 4
	leastLeadLetters = 300
	mostLeadLetters  = 3500
)

// findLeadParagraph finds an abstract without a heading: the first paragraph of
// a document's first page, set smaller than the text or in italics, with the
// keywords, the classification or the first section behind it.
func (w *collector) findLeadParagraph() string {
	body := titlepage.BodySize(w.document.Lines)
	var part []string
	var before content.Line
	for _, l := range w.document.Lines {
		if l.Page > 0 || l.H <= 0 || body <= 0 {
			break
		}
		l.Text = textline.Clean(l.Text, 2000)
		ends := phrase.BodyHeading.MatchString(l.Text) || phrase.IsFrontHeading(l.Text) || heading.MatchString(l.Text) || sectionOne.MatchString(l.Text) ||
			phrase.KeywordHeading.MatchString(l.Text) || strings.Count(l.Text, ";") > 1 && !textline.EndsSentence(l.Text)
		if len(part) > 0 && !ends && l.Size > 0.97*before.Size && l.Size < 1.03*before.Size && l.Y > before.Y && l.Y-before.Y < 1.7*before.Size {
			part, before = append(part, l.Text), l
			continue
		}
		if len(part) >= leastLeadLines {
			s := finished(textline.JoinLines(part))
			if n := textline.Letters(s); ends && n >= leastLeadLetters && n <= mostLeadLetters && textline.EndsSentence(s) && isRunningText(part) {
				return s
			}
		}
		if part = nil; ends && !phrase.KeywordHeading.MatchString(l.Text) {
			break
		}
		isApart := l.Size < 0.96*body || l.Italic
		if isApart && len(l.Text) > 40 && textline.Capitals(l.Text) < 0.5 && !textline.StartsLower(l.Text) && !phrase.IsNoise(l.Text) && !strings.Contains(l.Text, "@") {
			part, before = []string{l.Text}, l
		}
	}
	return ""
}

// sectionOne matches the heading of the first section, whatever its words.
var sectionOne = regexp.MustCompile(`^(?:1|I)\.?\s+\p{Lu}\PZ.{2,60}$`)
