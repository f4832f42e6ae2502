package titlepage

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sluice/document/content"
	"sluice/document/describe/internal/person"
	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
	"sluice/internal/lazyregexp"
)

// pageReader reads the lines of one page.
type pageReader struct {
	look
	names nameFinder
}

// laidOut reports whether the lines have positions.
func laidOut(d *content.Document) bool {
	n := 0
	for _, l := range d.Lines[:min(len(d.Lines), 50)] {
		if l.H > 0 {
			n++
		}
	}
	return n > 3 || n > 0 && n == len(d.Lines)
}

// laidHead returns the head of a page whose lines have positions. If most sizes
// of type are missing they are estimated from the lines' heights.
func laidHead(d *content.Document, page int, x person.Lexicon) Head {
	r := pageReader{look{body: BodySize(d.Lines), height: cmp.Or(d.Height, 800), laid: true}, nameFinder{x, true}}
	lines := r.laidLines(d, page)
	lines = r.labelled(withJoinedNames(withoutLineNumbers(r.unbroken(r.rows(withoutMarginText(lines))))))
	return divided(lines, r.look, r.names, scriptOf(d.Text[:min(len(d.Text), repeatedText)]))
}

// laidLines returns the lines of a page that have positions, and sets whether their sizes are rough.
func (r *pageReader) laidLines(d *content.Document, page int) (lines []line) {
	guessed := 0
	heads := newRunningHeads(d, page)
	for _, l := range d.Lines {
		if l.Page == page && upright(l) && len(lines) < 4*headLines {
			if l.Text = textline.Clean(r.withCommas(l.Text), 1000); l.Text == "" || strings.Trim(l.Text, "·•. ") == "" {
				continue // nothing, or dots of a drawing
			}
			if l.Size < minSize {
				l.Size = 0.75 * l.H
				guessed++
			}
			running := heads.pages(l)
			l.Text = capitalized(l)
			lines = append(lines, line{Line: l, running: running})
		}
	}
	r.rough = guessed > len(lines)/2
	return lines
}

// columns matches the white between the columns of a line.
var columns = lazyregexp.New(` {2,}`)

// withCommas returns a line with commas between names that only wide gaps part: "Jane Roe  Karl Stein".
func (r *pageReader) withCommas(s string) string {
	names := columns.Split(strings.TrimSpace(s), -1)
	for _, name := range names {
		if len(names) < 2 || !strings.Contains(name, " ") || len(r.names.sure(name)) != 1 {
			return s
		}
	}
	return strings.Join(names, ", ")
}

// smallCapitals matches the name of a font whose small letters look like capitals.
var smallCapitals = lazyregexp.New(`(?i)(?:-|\b|[a-z])(?:SC|Caps|SmallCaps)$`)

// capitalized returns the text of a line; of a name in small capitals that was typed in small letters, with capitals.
func capitalized(l content.Line) string {
	words := strings.Fields(l.Text)
	if len(words) < 2 || len(words) > 4 || !smallCapitals.MatchString(l.Font) || l.Text != strings.ToLower(l.Text) || !person.OpensName(words[0]) {
		return l.Text
	}
	for i, w := range words {
		r, n := utf8.DecodeRuneInString(w)
		words[i] = string(unicode.ToUpper(r)) + w[n:]
	}
	return strings.Join(words, " ")
}

// labelled marks the line behind a label such as "Title:", or "RE:" in a memorandum, and drops the
// label. The title may stand on the label's line or the next.
func (r *pageReader) labelled(lines []line) []line {
	for i := 0; i < min(len(lines), headLines); i++ {
		rest, ok := phrase.AfterTitleLabel(lines[i].Text)
		if ok && phrase.IsProjectLabel(lines[i].Text) && slices.ContainsFunc(lines[i+1:], func(l line) bool { _, more := phrase.AfterTitleLabel(l.Text); return more }) {
			continue // the title of the report itself follows
		}
		if subject, is := phrase.AfterSubjectLabel(lines[i].Text); is && r.isMemo(lines, i) {
			rest, ok = subject, true
		}
		switch {
		case ok && textline.Letters(rest) > 3:
			lines[i].Text, lines[i].isLabelled = rest, true
			return lines
		case ok && rest == "" && i+1 < len(lines):
			lines[i+1].isLabelled = true
			return slices.Delete(lines, i, i+1)
		}
	}
	return lines
}

// isMemo reports whether the subject on line i is the title: the document says near it whom it is to or
// from, and has no title in large type above.
func (r *pageReader) isMemo(lines []line, i int) bool {
	const near = 6 // lines
	for _, l := range lines[:i] {
		if r.laid && l.Size > 1.3*r.body {
			return false
		}
	}
	return slices.ContainsFunc(lines[max(0, i-near):min(len(lines), i+near)], func(l line) bool { return phrase.IsCorrespondent(l.Text) })
}

// upright reports whether a line is horizontal and on the page. Stamps of archives
// run up the margin.
func upright(l content.Line) bool {
	n := utf8.RuneCountInString(l.Text)
	return !(n > 3 && l.W > 0 && l.H > 2.5*l.W) && l.X > -50 && l.Y > -50
}
