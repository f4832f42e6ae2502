package titlepage

import (
	"cmp"
	"strings"

	"sluice/document/content"
	"sluice/document/describe/internal/person"
	"sluice/document/describe/internal/textline"
)

// textHead makes a head of text without layout, or of paragraphs with styles.
func textHead(d *content.Document, page int, x person.Lexicon) Head {
	r := pageReader{names: nameFinder{Lexicon: x}}
	var lines []line
	if page == 0 && styled(d) {
		r.body = cmp.Or(BodySize(d.Lines), defaultSize)
		for _, l := range d.Lines[:min(len(d.Lines), 2*headLines)] {
			if l.Text = textline.Clean(l.Text, 1000); l.Text != "" {
				l.Size = cmp.Or(l.Size, r.body)
				lines = append(lines, line{Line: l})
			}
		}
	} else {
		lines = textLines(d, page)
	}
	return divided(r.labelled(lines), r.look, r.names, scriptOf(d.Text[:min(len(d.Text), repeatedText)]))
}

// defaultSize is the size of type that word processors use where a file names none.
const defaultSize = 11

// styled reports whether a format without pages says how its first paragraphs
// look or what they are.
func styled(d *content.Document) bool {
	for _, l := range d.Lines[:min(len(d.Lines), 20)] {
		if l.H > 0 {
			return false
		}
		if l.Style != "" || l.Size > 0 {
			return true
		}
	}
	return false
}

// textLines are the first lines of a page's text.
func textLines(d *content.Document, page int) []line {
	rest := d.Text[:min(len(d.Text), 60_000)]
	for range page {
		_, after, more := strings.Cut(rest, "\f")
		if !more {
			return nil
		}
		rest = after
	}
	rest, _, _ = strings.Cut(rest, "\f")
	var lines []line
	gap := false
	for text := range strings.SplitSeq(rest, "\n") {
		if text = textline.Clean(text, 1000); text == "" {
			gap = true
			continue
		}
		lines = append(lines, line{Line: content.Line{Text: text}, gap: gap})
		gap = false
		if len(lines) == 2*headLines {
			break
		}
	}
	return lines
}
