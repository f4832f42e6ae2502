package describe

import (
	"math"
	"strings"

	"sluice/document/content"
	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
	"sluice/document/describe/internal/titlepage"
	"sluice/internal/lazyregexp"
)

// The size of an abstract that has no heading, in lines and letters.
const (
	leastLeadLines   = 4
	leastLeadLetters = 200
	mostLeadLetters  = 3500
)

// findLeadParagraph finds an abstract without a heading: the first paragraph of
// a document's first page, set smaller than the text, in italics or between wider margins, with the
// keywords, the classification or the first section behind it; or any paragraph just above the heading "Introduction".
func (w *collector) findLeadParagraph() string {
	body := titlepage.BodySize(w.document.Lines)
	left, right := margins(w.document.Lines)
	var part []string
	var before content.Line
	isApart := false
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
			s := finished(copyrightEnd.ReplaceAllString(w.joinLines(part), ""))
			if n := textline.Letters(s); (ends && isApart || introduction.MatchString(l.Text)) && n >= leastLeadLetters && n <= mostLeadLetters && textline.EndsSentence(s) && isRunningText(part) {
				return s
			}
		}
		if part = nil; ends && !phrase.KeywordHeading.MatchString(l.Text) {
			break
		}
		isApart = l.Size < 0.96*body || l.Italic || l.X > left+inset && l.X+l.W < right-inset
		if len(l.Text) > 40 && textline.Capitals(l.Text) < 0.5 && !textline.StartsLower(l.Text) && (!phrase.IsNoise(l.Text) || saysWhat.MatchString(l.Text)) && !strings.Contains(l.Text, "@") {
			part, before = []string{l.Text}, l
		}
	}
	return ""
}

// inset is how much wider the margins of an abstract are at least, in points.
const inset = 12

// margins returns the left and right edges of the running text of the first page.
func margins(lines []content.Line) (left, right float64) {
	left = math.Inf(1)
	for _, l := range lines {
		if l.Page > 0 {
			break
		}
		if len(l.Text) > 40 && textline.Capitals(l.Text) < 0.5 {
			left, right = min(left, l.X), max(right, l.X+l.W)
		}
	}
	return left, right
}

// saysWhat matches how many abstracts begin, and some notices.
var saysWhat = lazyregexp.New(`^(?i)this (?:paper|article|note|report|thesis|work|study|chapter) [a-z]{4}`)

// copyrightEnd matches a notice behind the last sentence of an abstract.
var copyrightEnd = lazyregexp.New(`\s+(?:©|\(c\)|Copyright) .{0,120}$`)

// sectionOne matches the heading of the first section, whatever its words.
var sectionOne = lazyregexp.New(`^(?:1|I)\.?\s+\p{Lu}\PZ.{2,60}$`)
